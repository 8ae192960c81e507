/** `npm run media -- copy`: copies a site's media between its folder and its bucket. */
import { type CommandContext, type CommandWork, commandMain, runIfStarted } from "#platform/command";
import { ConfigError } from "#platform/config";
import { listFilesBelow, listMediaFiles, recordOlderFiles } from "#platform/db/media-files";
import { claimStore, markStore, refuseForeignStore } from "#platform/db/media-marker";
import { readSettingFiles } from "#platform/setting-files";
import type { MediaStore } from "#platform/storage";
import { StoreUnavailableError } from "#platform/store/breaker";
import { type CopyProgress, CopyRoomError, copyStore } from "#platform/store/copy-store";
import { openStore } from "#platform/store/open-store";
import { readBucket, storeSettings } from "#platform/store-settings";
import { USAGE } from "./media-usage.ts";

const EVERY_MS = 5_000;
const FAULTS_SHOWN = 20;

type Place = "file" | "s3";

/** A copy that cannot be made, as a sentence. */
class CopyError extends Error {}

function workOf(
  { from, to, verify = false }: { from?: string; to?: string; verify?: boolean },
  words: readonly string[],
): CommandWork | null {
  const [word, ...more] = words;
  const isAsked = word === "copy" && more.length === 0 && isPlace(from) && isPlace(to) && from !== to;
  return isAsked ? (context) => copy(context, { from, to, verify }) : null;
}

function isPlace(word: string | undefined): word is Place {
  return word === "file" || word === "s3";
}

async function copy(
  context: CommandContext,
  order: { from: Place; to: Place; verify: boolean },
): Promise<number> {
  const { db, config } = context;
  const [from, to] = [await open(context, order.from), await open(context, order.to)];
  await claimStore(db, from);
  await refuseForeignStore(db, to);
  // The new place of a site that uses it already has the newest files, and the old one some that are no longer the site's.
  const isInUse = (config.bucket === null) === (order.from === "file");
  if (isInUse) await recordOlderFiles(db, from);
  const result = await copyStore({
    from,
    to,
    files: await listMediaFiles(db),
    recordedBelow: (key) => listFilesBelow(db, key),
    verify: order.verify,
    tell: progressLines(),
  });
  const { copied, copiedBytes, kept, faults } = result;
  for (const fault of faults.slice(0, FAULTS_SHOWN)) console.error(fault);
  if (faults.length > FAULTS_SHOWN) console.error(`… and ${faults.length - FAULTS_SHOWN} more.`);
  console.log(`Copied ${copied} (${sizeOf(copiedBytes)}); ${kept} were there; ${faults.length} failed.`);
  if (faults.length > 0)
    throw new CopyError(
      "Not everything was copied. Correct what is named above, and run this command again.",
    );
  // Only now: a site does not start on a storage without the marker.
  await markStore(db, to);
  if (isInUse)
    console.log(`Next: set MEDIA_STORE=${order.to} on every node, restart, and run this command again.`);
  return 0;
}

async function open({ config }: CommandContext, place: Place): Promise<MediaStore> {
  if (place === "file") return openStore({ ...config, bucket: null });
  const faults: string[] = [];
  const names = storeSettings.map(({ name }) => name);
  const env = readSettingFiles(process.env, names, faults);
  const bucket = config.bucket ?? readBucket((name) => env[name]?.trim() || null, faults);
  if (bucket === null) throw new ConfigError(faults);
  return openStore({ ...config, bucket });
}

/** Prints how far it is, every few seconds and at the end. */
function progressLines(): (progress: CopyProgress) => void {
  let last = performance.now();
  return ({ done, total, doneBytes, totalBytes }) => {
    if (done < total && performance.now() - last < EVERY_MS) return;
    last = performance.now();
    console.log(
      `${done} of ${total} videos, pictures and sources: ${sizeOf(doneBytes)} of ${sizeOf(totalBytes)}`,
    );
  };
}

function sizeOf(bytes: number): string {
  return bytes < 2 ** 30 ? `${(bytes / 2 ** 20).toFixed(1)} MB` : `${(bytes / 2 ** 30).toFixed(1)} GB`;
}

/** The entry point of this command. */
export const main = commandMain({
  name: "media",
  usage: USAGE,
  options: { from: { type: "string" }, to: { type: "string" }, verify: { type: "boolean" } },
  faults: [CopyError, CopyRoomError, StoreUnavailableError],
  workOf: ({ values, positionals }) => workOf(values, positionals),
  statementTimeoutMs: 0,
});
await runIfStarted(import.meta, main);
