import { writeSync } from "node:fs";
import type { AddressInfo } from "node:net";
import { systemClock } from "#platform/clock";
import { readConfig } from "#platform/config";
import { openDatabase } from "#platform/db/database";
import { migrate } from "#platform/db/migrate";
import { openFileStore } from "#platform/store/file-store";
import { makeSeries } from "#test/factories";
import type { ManualClock } from "#test/manual-clock";
import { raisedLimits } from "#test/raised-limits";
import { silentLog } from "#test/silent-log";
import { migrations } from "../../migrations/index.ts";
import { createApp } from "../../src/app.ts";

/**
 * Runs the app on a data folder, with a series of six episodes, until it is killed:
 *
 *     node test/durability/reports-program.ts DATA_DIR
 *
 * Prints `ready PORT SERIES`.
 */
const [dataDir = ""] = process.argv.slice(2);

const config = readConfig({ ...raisedLimits, DATA_DIR: dataDir, LOG_LEVEL: "silent" }, dataDir);
const database = await openDatabase({ dataDir, mode: "own", holder: "durability program", log: silentLog });
await migrate(database, migrations, silentLog);
const store = await openFileStore(dataDir);
const clock: ManualClock = { ...systemClock, advance: () => undefined };
const app = await createApp({ config, log: silentLog, clock, database, store, web: null, role: "web" });
const { rows } = await database.pool.query<{ id: string }>("select id from visible_series");
const id =
  rows[0]?.id ??
  (await makeSeries({ database, clock, store, notified: async () => undefined }, { episodes: 6, free: 6 }))
    .id;
await app.http.listen({ port: 0, host: "127.0.0.1" });
writeSync(1, `ready ${(app.http.server.address() as AddressInfo).port} ${id}\n`);
