// Restores a PostgreSQL of its own with pgBackRest to a named second, as docs/backup.md describes it (O12). Is skipped without
// pgBackRest.
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { systemClock } from "#platform/clock";
import { readConfig } from "#platform/config";
import { type Database, openDatabase } from "#platform/db/database";
import { migrate } from "#platform/db/migrate";
import { openFileStore } from "#platform/store/file-store";
import { raisedLimits } from "#test/raised-limits";
import { silentLog } from "#test/silent-log";
import { type Engine, startEngine } from "../../../tools/engine.ts";
import { endWithSummary } from "../../../tools/test-summary.ts";
import { migrations } from "../../migrations/index.ts";
import { type App, createApp } from "../../src/app.ts";

const WRITES = 1_000;
const CLIENTS = 8;

const engine = startEngine("pgbackrest");
if ("missing" in engine) {
  console.log(engine.missing);
  console.log("0 passed, 0 failed, 1 skipped");
} else {
  const dataDir = await mkdtemp(join(tmpdir(), "cliffhanger-pgbackrest-"));
  let passed = 0;
  try {
    await restoreToASecond(engine, dataDir);
    passed = 1;
    console.log(
      "ok O12: a restore to a named second has exactly the writes that were acknowledged before it",
    );
  } catch (error) {
    console.error(error);
  } finally {
    engine.down();
    await rm(dataDir, { recursive: true, force: true });
  }
  endWithSummary({ passed, failed: 1 - passed, skipped: 0 });
}

async function restoreToASecond(server: Engine, dataDir: string): Promise<void> {
  const first = await open(server);
  await migrate(first, migrations, silentLog);
  server.run("backup");
  const app = await createApp({
    config: readConfig({ ...raisedLimits, DATA_DIR: dataDir, LOG_LEVEL: "silent" }, dataDir),
    log: silentLog,
    clock: systemClock,
    database: first,
    store: await openFileStore(dataDir),
    web: null,
    role: "web",
  });
  const before = await write(app, WRITES / 2);
  await pause(1_100);
  const { rows } = await first.pool.query<{ at: string }>("select date_trunc('second', now())::text as at");
  await pause(1_100);
  const after = await write(app, WRITES / 2);
  await app.stop(0);
  await first.close();
  // Waits until the write-ahead log is archived, as a minute would.
  server.run("check");
  server.run("restore", rows[0]?.at ?? "");
  const restored = await open(server);
  try {
    const { rows: found } = await restored.pool.query<{ id: string }>("select id from visitor");
    const ids = new Set(found.map(({ id }) => id));
    const lost = before.filter((id) => !ids.has(id)).length;
    const extra = after.filter((id) => ids.has(id)).length;
    console.log(
      `${before.length - lost} of ${before.length} writes before ${rows[0]?.at}, ${extra} after it`,
    );
    if (lost > 0 || extra > 0 || ids.size !== before.length) throw new Error("The restore is not exact.");
    await migrate(restored, migrations, silentLog);
  } finally {
    await restored.close();
  }
}

function open({ settings }: Engine): Promise<Database> {
  return openDatabase({
    databaseUrl: settings["DATABASE_URL"],
    dataDir: "",
    mode: "own",
    holder: "npm run test:long",
    log: silentLog,
  });
}

/** Creates guests by the API, several at a time; returns the ids that were acknowledged. */
async function write(app: App, count: number): Promise<string[]> {
  const ids: string[] = [];
  const client = async () => {
    while (ids.length < count) {
      const answer = await app.http.inject({ url: "/api/user" });
      const { code, info } = answer.json<{ code: number; info: { id: string } }>();
      if (code !== 200) throw new Error(`A write was answered with ${answer.body}`);
      ids.push(info.id);
    }
  };
  await Promise.all(Array.from({ length: CLIENTS }, client));
  return ids;
}
