/** `npm run config -- list | set KEY VALUE | unset KEY`: the public configuration entries. */
import { type CommandWork, commandMain, runIfStarted } from "#platform/command";
import type { Db } from "#platform/db/database";
import { ConfigEntryError, isConfigEntry, setConfigEntry, unsetConfigEntry } from "./config-entries.ts";
import { configForms } from "./config-forms.ts";
import { USAGE } from "./config-usage.ts";
import { listConfigEntries } from "./repository.ts";

/** Returns the work to do; null when the arguments make no sense together. */
function workOf([verb, key, value, ...rest]: string[]): CommandWork | null {
  if (verb === "list" && key === undefined) return nothing;
  if (verb === "set" && key !== undefined && value !== undefined && rest.length === 0)
    return (context) => setConfigEntry(context, key, value);
  if (verb !== "unset" || key === undefined || value !== undefined) return null;
  return async (context) => {
    if (!(await unsetConfigEntry(context, key))) console.log(`${key} was not set.`);
  };
}

async function nothing(): Promise<void> {
  // Every command shows the entries afterwards.
}

async function show(db: Db): Promise<void> {
  const entries = await listConfigEntries(db);
  for (const key of Object.keys(configForms)) {
    const entry = entries.find((one) => one.key === key);
    const note = entry && !isConfigEntry(entry) ? "  (invalid form: not published)" : "";
    console.log(`${key.padEnd(18)} ${entry?.value ?? "-"}${note}`);
  }
}

/** The program of this file. */
export const main = commandMain({
  name: "config",
  usage: USAGE,
  faults: [ConfigEntryError],
  workOf: ({ positionals }) => workOf(positionals),
  show: ({ db }) => show(db),
});
await runIfStarted(import.meta, main);
