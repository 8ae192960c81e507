/** `npm run grant-keys`: makes and lists the keys that sign media addresses, and prints the test vectors of edges. */
import { randomBytes } from "node:crypto";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { systemClock } from "#platform/clock";
import { guardedMain, runIfStarted, say, withDatabase } from "#platform/command";
import { readConfig } from "#platform/config";
import { type GrantKey, loadGrantKeys, loadGrantVectors } from "#playback";
import { USAGE } from "./grant-keys-usage.ts";

/** The entry point of this command. */
export const main = guardedMain([], async (args) => {
  if (args.includes("--help") || args.includes("-h")) return say(USAGE, 0);
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: { secrets: { type: "boolean" } },
  });
  const [word, ...more] = positionals;
  if (more.length > 0 || (values.secrets && word !== "list")) return say(USAGE, 1);
  if (word === "vectors") {
    process.stdout.write((await loadGrantVectors()).vectorsText());
    return 0;
  }
  if (word === "new") return say(stepsOf((await currentKeys()).keys), 0);
  if (word === "list") return say(listOf(await currentKeys(), values.secrets ?? false), 0);
  return say(USAGE, 1);
});

/** Returns the keys in use, those of the database if GRANT_KEYS is not set. */
async function currentKeys(): Promise<{ keys: readonly GrantKey[]; isConfigured: boolean }> {
  const { grantKeys } = readConfig(process.env, join(import.meta.dirname, "../.."));
  if (grantKeys) return { keys: grantKeys, isConfigured: true };
  let keys: readonly GrantKey[] = [];
  await withDatabase("grant-keys", async ({ db }) => {
    keys = await loadGrantKeys(db, systemClock, null);
  });
  return { keys, isConfigured: false };
}

function listOf({ keys, isConfigured }: Awaited<ReturnType<typeof currentKeys>>, secrets: boolean): string {
  if (secrets) return `GRANT_KEYS=${textOf(keys)}`;
  const place = isConfigured ? "of GRANT_KEYS" : "stored in the database";
  return keys
    .map(({ id }, at) => `${id}  ${at === 0 ? "signs and verifies" : "verifies"}, ${place}`)
    .join("\n");
}

function stepsOf(keys: readonly GrantKey[]): string {
  const names = new Set(keys.map(({ id }) => id));
  let number = 1;
  while (names.has(`k${number}`)) number++;
  const fresh = { id: `k${number}`, secret: randomBytes(32).toString("hex") };
  return `1. At the edge, and reload it:
GRANT_KEYS=${textOf([...keys, fresh])}
2. In the app, on every node:
GRANT_KEYS=${textOf([fresh, ...keys])}
3. After 15 minutes, at both:
GRANT_KEYS=${textOf([fresh])}
Without an edge, leave step 1 out. With several nodes, put the new key last on all of them before step 2.`;
}

function textOf(keys: readonly GrantKey[]): string {
  return keys.map(({ id, secret }) => `${id}:${secret}`).join(",");
}

await runIfStarted(import.meta, main);
