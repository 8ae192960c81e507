import { join } from "node:path";
import { migrations } from "../server/migrations/index.ts";
import { keepPopularDocuments } from "../server/src/catalogue/search/maintain.ts";
import { loadDemo } from "../server/src/demo.ts";
import { systemClock } from "../server/src/platform/clock.ts";
import { type Database, openDatabase } from "../server/src/platform/db/database.ts";
import { migrate } from "../server/src/platform/db/migrate.ts";
import { openLog } from "../server/src/platform/log.ts";
import { openFileStore } from "../server/src/platform/store/file-store.ts";
import { folder } from "./processes.ts";
import { type SeedKind, seed } from "./seed.ts";

/** An installation for benchmarks: the playable demo, and the requested number of generated series. */
export interface Catalogue {
  database: Database;
  /** The environment of a server for it. */
  env: { DATABASE_URL: string; DATA_DIR: string };
  close(): Promise<void>;
}

const SERIES = 100_000;

/** Opens an installation on an embedded database. The first call seeds a large one, which takes some minutes. */
export async function openCatalogue(
  name = "catalogue",
  series = SERIES,
  kind: SeedKind = "plain",
): Promise<Catalogue> {
  const dataDir = await folder(name);
  const log = openLog({ level: "warn", pretty: true });
  const database = await openDatabase({
    dataDir,
    mode: "own",
    holder: "npm run bench",
    log,
    statementTimeoutMs: 0,
  });
  await migrate(database, migrations, log);
  // Before the series: it names their tags in all languages, after which each of them would have to be written again.
  const store = await openFileStore(dataDir);
  await loadDemo({ db: database.db, clock: systemClock, store, log }, join(import.meta.dirname, ".."));
  const { rows } = await database.pool.query<{ count: number }>("select count(*) as count from series");
  const there = rows[0]?.count ?? 0;
  if (there < series) {
    console.log(`Generating ${series - there} series, once…`);
    await seed(database, series - there, kind);
  }
  // As a worker does every minute. The benchmarks of reads run without one.
  await keepPopularDocuments(database.db);
  return {
    database,
    env: { DATABASE_URL: database.url, DATA_DIR: dataDir },
    close: () => database.close(),
  };
}
