/** `npm run config -- list | set KEY VALUE | unset KEY`: the public configuration entries. */
import { join } from "node:path";
import { parseArgs } from "node:util";
import { systemClock } from "#platform/clock";
import { ConfigError, readConfig } from "#platform/config";
import { type Db, openDatabase } from "#platform/db/database";
import { migrate } from "#platform/db/migrate";
import { openLog } from "#platform/log";
import { migrations } from "../../migrations/index.ts";
import {
  ConfigEntryError,
  configForms,
  isConfigEntry,
  setConfigEntry,
  unsetConfigEntry,
} from "./config-entries.ts";
import { listConfigEntries } from "./repository.ts";

const USAGE = `npm run config -- list
npm run config -- set KEY VALUE
npm run config -- unset KEY

KEY is ${Object.keys(configForms).join(", ")}: the ids of the pixels that visitors who agree to them load.
Running servers tell the change within a second.`;

async function main(args: string[]): Promise<number> {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: { help: { type: "boolean", short: "h", default: false } },
  });
  const work = workOf(positionals);
  if (values.help || !work) {
    console.log(USAGE);
    return values.help ? 0 : 1;
  }
  const config = readConfig(process.env, join(import.meta.dirname, "../../.."));
  const log = openLog({ level: "error", pretty: true });
  const database = await openDatabase({ ...config, mode: "attach-or-own", holder: "npm run config", log });
  try {
    await migrate(database, migrations, log);
    await work(database.db);
    await show(database.db);
    return 0;
  } finally {
    await database.close();
  }
}

/** What to do; null where the words make no sense together. */
function workOf([verb, key, value, ...rest]: string[]): ((db: Db) => Promise<void>) | null {
  if (verb === "list" && key === undefined) return nothing;
  if (verb === "set" && key !== undefined && value !== undefined && rest.length === 0)
    return (db) => setConfigEntry(db, systemClock, key, value);
  if (verb !== "unset" || key === undefined || value !== undefined) return null;
  return async (db) => {
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

try {
  process.exitCode = await main(process.argv.slice(2));
} catch (error) {
  const known = error instanceof ConfigEntryError || error instanceof ConfigError;
  console.error(error instanceof Error && (known || !process.env["DEBUG"]) ? error.message : error);
  process.exitCode = 1;
}
