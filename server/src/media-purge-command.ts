/** `npm run media-purge -- SERIES`: prints what an edge keeps of a series, and removes it there by PURGE_COMMAND. */
import { spawn } from "node:child_process";
import { listSeriesAssets } from "#catalogue";
import { type CommandContext, commandMain, runIfStarted } from "#platform/command";
import { listKeysBelow } from "#platform/db/media-files";
import { plainText } from "#platform/terminal";
import { USAGE } from "./media-purge-usage.ts";

/** Why nothing, or not everything, was removed, as a sentence. */
class PurgeError extends Error {}

async function purge({ db, config }: CommandContext, seriesId: string, run: boolean): Promise<void> {
  const { purgeCommand } = config.edge;
  if (run && purgeCommand === null)
    throw new PurgeError(
      "PURGE_COMMAND is not set, so nothing was removed; without --run the keys are printed.",
    );
  const assets = await listSeriesAssets(db, seriesId);
  if (assets === null) throw new PurgeError(`There is no series "${plainText(seriesId)}".`);
  // Which files were the series' is forgotten with its films, and an edge may still keep them.
  if (assets.length === 0)
    throw new PurgeError(
      `"${plainText(seriesId)}" has no films, so nothing was purged: which files it had is known only until they are removed. ` +
        "If they were removed today, ingest its folder again, run this command, then remove them.",
    );
  const failed: string[] = [];
  for (const asset of assets) {
    for (const key of await listKeysBelow(db, `assets/${asset}`))
      if (!key.endsWith(".m3u8")) console.log(key.slice("assets/".length));
    if (!run || purgeCommand === null) continue;
    const code = await runPurgeCommand(purgeCommand, `${asset}/`);
    if (code !== 0) failed.push(`${asset} (exit code ${code})`);
  }
  if (failed.length > 0)
    throw new PurgeError(
      `PURGE_COMMAND failed for ${failed.length} of ${assets.length} assets: ${failed.join(", ")}. Run this command again.`,
    );
  if (run) console.error(`PURGE_COMMAND removed ${assets.length} assets.`);
}

/** Runs the command without a shell. Returns its exit code, 127 when it cannot be started. */
function runPurgeCommand(command: string, prefix: string): Promise<number> {
  return new Promise((resolve) => {
    const child = spawn(command, [prefix], { stdio: ["ignore", "inherit", "inherit"] });
    child.once("error", () => resolve(127));
    child.once("close", (code) => resolve(code ?? 1));
  });
}

/** The entry point of this command. */
export const main = commandMain({
  name: "media-purge",
  usage: USAGE,
  options: { run: { type: "boolean" } },
  faults: [PurgeError],
  workOf({ values, positionals }) {
    const [series, ...more] = positionals;
    if (series === undefined || more.length > 0) return null;
    return (context) => purge(context, series, values.run ?? false);
  },
});
await runIfStarted(import.meta, main);
