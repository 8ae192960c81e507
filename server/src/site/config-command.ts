/** `npm run config -- list | set KEY VALUE | unset KEY`: the public configuration entries. */
import { type CommandWork, commandMain, runIfStarted } from "#platform/command";
import type { Db } from "#platform/db/database";
import {
  ConfigEntryError,
  configForms,
  isConfigEntry,
  setConfigEntry,
  unsetConfigEntry,
} from "./config-entries.ts";
import { listConfigEntries } from "./repository.ts";

const USAGE = `npm run config -- list    list the public configuration
npm run config -- set KEY VALUE
npm run config -- unset KEY

KEY is ${Object.keys(configForms).join(", ")}: the ids of the pixels that visitors who agree to them load.
Running servers tell the change within a second.`;

/** What to do; null where the words make no sense together. */
function workOf([verb, key, value, ...rest]: string[]): CommandWork | null {
  if (verb === "list" && key === undefined) return nothing;
  if (verb === "set" && key !== undefined && value !== undefined && rest.length === 0)
    return ({ db, clock }) => setConfigEntry(db, clock, key, value);
  if (verb !== "unset" || key === undefined || value !== undefined) return null;
  return async ({ db }) => {
    if (!(await unsetConfigEntry(db, key))) console.log(`${key} was not set.`);
  };
}

async function nothing(): Promise<void> {
  // What there is is shown after everything.
}

async function show(db: Db): Promise<void> {
  const entries = await listConfigEntries(db);
  for (const key of Object.keys(configForms)) {
    const entry = entries.find((one) => one.key === key);
    const note = entry && !isConfigEntry(entry) ? "  (not of the right form: nobody is told of it)" : "";
    console.log(`${key.padEnd(18)} ${entry?.value ?? "-"}${note}`);
  }
}

const main = commandMain({
  name: "config",
  usage: USAGE,
  faults: [ConfigEntryError],
  workOf: ({ positionals }) => workOf(positionals),
  show: ({ db }) => show(db),
});
await runIfStarted(import.meta, main);
