/** `npm run bundle -- export|import FOLDER`: carries encoded series from one installation to another. */
import { isAbsolute, join } from "node:path";
import { parseArgs } from "node:util";
import { listPage, slugOf, textIn } from "#catalogue";
import { systemClock } from "#platform/clock";
import { ConfigError, readConfig } from "#platform/config";
import { openDatabase } from "#platform/db/database";
import { migrate } from "#platform/db/migrate";
import { openLog } from "#platform/log";
import { openStore } from "#platform/storage";
import { migrations } from "../../migrations/index.ts";
import { type BundleContext, exportBundle, importBundle } from "./bundle.ts";
import { findBundles } from "./bundle-folder.ts";
import { MediaError } from "./confine.ts";

const USAGE = `npm run bundle -- export FOLDER    writes every visible series into FOLDER, encoded as it is
npm run bundle -- import FOLDER    takes in a bundle, or a folder of bundles; needs no ffmpeg`;
/** More series than one would carry by hand. */
const MOST_SERIES = 10_000;

async function main(args: string[]): Promise<number> {
  const { positionals } = parseArgs({ args, allowPositionals: true });
  const [verb, path] = positionals;
  if ((verb !== "export" && verb !== "import") || !path || positionals.length > 2) {
    console.log(USAGE);
    return 1;
  }
  const config = readConfig(process.env, join(import.meta.dirname, "../../.."));
  const log = openLog({ level: "error", pretty: true });
  const database = await openDatabase({
    ...config,
    mode: "attach-or-own",
    holder: "npm run bundle",
    log,
    statementTimeoutMs: 0,
  });
  try {
    await migrate(database, migrations, log);
    const context = { db: database.db, clock: systemClock, store: await openStore(config.dataDir) };
    // npm runs us in the project's folder; INIT_CWD is where the person stands.
    const folder = isAbsolute(path) ? path : join(process.env["INIT_CWD"] ?? process.cwd(), path);
    if (verb === "export") await exportAll(context, folder);
    else await importAll(context, folder);
    return 0;
  } finally {
    await database.close();
  }
}

async function exportAll(context: BundleContext, folder: string): Promise<void> {
  const slice = { offset: 0, limit: MOST_SERIES };
  const { rows: series } = await listPage(context.db, { type: "all" }, "newest", slice);
  for (const { id, title } of series) {
    const target = join(folder, slugOf(textIn(title, "en")) || id);
    const { episodes } = await exportBundle(context, id, target);
    console.log(`${target}: ${episodes.length} episodes`);
  }
  if (series.length === 0) console.log("There is no series to export yet.");
}

async function importAll(context: BundleContext, folder: string): Promise<void> {
  for (const bundle of await findBundles(folder)) {
    const { imported } = await importBundle(context, bundle, { restore: true });
    console.log(`${bundle}: ${imported ? "taken in" : "was here already"}`);
  }
}

try {
  process.exitCode = await main(process.argv.slice(2));
} catch (error) {
  const known = error instanceof MediaError || error instanceof ConfigError;
  console.error(error instanceof Error && (known || !process.env["DEBUG"]) ? error.message : error);
  process.exitCode = 1;
}
