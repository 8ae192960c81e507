import { spawn } from "node:child_process";
import { sql } from "kysely";
import { afterAll, beforeEach, describe, expect, it } from "vitest";
import { testDatabase } from "#test/database";
import { silentLog } from "#test/silent-log";
import { timeLimit } from "../../../../tools/time-limit.ts";
import type { Database } from "./database.ts";
import { type Migration, migrate } from "./migrate.ts";

const first: Migration = {
  up: async (db) => void (await sql`create table first_thing (id int)`.execute(db)),
};
const second: Migration = {
  up: async (db) => void (await sql`create table second_thing (id int)`.execute(db)),
};

const opened: Database[] = [];
let database: Database;
beforeEach(async () => {
  database = await testDatabase();
  opened.push(database);
  await database.pool.query("drop table schema_migration");
});
afterAll(() => Promise.all(opened.map((each) => each.close())));

async function exists(table: string): Promise<boolean> {
  const { rows } = await database.pool.query("select to_regclass($1) is not null as there", [table]);
  return rows[0].there;
}

describe("migrate", () => {
  it("runs new migrations in the order of their names, and none twice", async () => {
    expect(await migrate(database, { "9002-second": second, "9001-first": first }, silentLog)).toEqual([
      "9001-first",
      "9002-second",
    ]);
    expect(await migrate(database, { "9001-first": first, "9002-second": second }, silentLog)).toEqual([]);
  });

  it("runs each migration once when two nodes start at once", async () => {
    let runs = 0;
    const slow: Migration = {
      up: async (db) => {
        runs++;
        await sql`select pg_sleep(0.2)`.execute(db);
        await first.up(db);
      },
    };
    const list = { "9001-slow": slow, "9002-second": second };
    const results = await Promise.all([1, 2, 3].map(() => migrate(database, list, silentLog)));
    expect(runs).toBe(1);
    expect(results.flat().sort()).toEqual(["9001-slow", "9002-second"]);
  });

  it("O31: goes on when the process that migrates is killed in a long statement", async () => {
    const program = `
      import { sql } from "kysely";
      import { openDatabase } from "#platform/db/database";
      import { migrate } from "#platform/db/migrate";
      import { openLog } from "#platform/log";
      const log = openLog({ level: "silent", pretty: false });
      const database = await openDatabase({ databaseUrl: process.argv[1], dataDir: "", mode: "own", holder: "a test", log });
      const up = (db) => sql\`select pg_sleep(3600)\`.execute(db);
      await migrate(database, { "9001-first": { up } }, log);`;
    const args = ["--input-type=module", "--eval", program, database.url];
    const cwd = new URL("../../..", import.meta.url);
    const child = spawn(process.execPath, args, { cwd, stdio: ["ignore", "inherit", "inherit"] });
    const sleeps = async () => {
      const { rows } = await database.pool.query(
        "select 1 from pg_stat_activity where datname = current_database() and wait_event = 'PgSleep'",
      );
      return rows.length;
    };
    await expect.poll(sleeps, { timeout: timeLimit(20) }).toBe(1);
    const waiting = migrate(database, { "9001-first": first }, silentLog);
    child.kill("SIGKILL");
    expect(await waiting).toEqual(["9001-first"]);
    await expect.poll(sleeps, { timeout: timeLimit(20) }).toBe(0);
  });

  it("refuses a database that a newer version used, and names the unknown migrations", async () => {
    const newer = { version: "999.1.0", oldestForSchema: "999.0.0" };
    await migrate(database, { "9001-first": first, "9007-later": second }, silentLog, { release: newer });
    await expect(migrate(database, { "9001-first": first }, silentLog)).rejects.toThrow(
      "This database was last used by a newer Cliffhanger (9007-later). Update the software",
    );
  });

  it("rolls back a failed migration, names it, and continues from there once it is fixed", async () => {
    const broken: Migration = {
      up: async (db) => {
        await second.up(db);
        await sql`insert into no_such_table values (1)`.execute(db);
      },
    };
    const attempt = migrate(database, { "9001-first": first, "9002-broken": broken }, silentLog);
    await expect(attempt).rejects.toThrow(/^The migration 9002-broken failed.*no_such_table/);
    expect([await exists("first_thing"), await exists("second_thing")]).toEqual([true, false]);
    expect(await migrate(database, { "9001-first": first, "9002-broken": second }, silentLog)).toEqual([
      "9002-broken",
    ]);
  });

  it("O29: release N−1 opens the schema of release N, and N−2 is refused", async () => {
    const released = { "9001-first": first };
    await migrate(database, released, silentLog, { release: { version: "0.4.0", oldestForSchema: "0.3.0" } });
    const next = { ...released, "9002-second": second };
    await migrate(database, next, silentLog, { release: { version: "0.5.0", oldestForSchema: "0.4.0" } });
    const former = { version: "0.4.3", oldestForSchema: "0.3.0" };
    expect(await migrate(database, released, silentLog, { release: former })).toEqual([]);
    const tooOld = { version: "0.3.9", oldestForSchema: "0.2.0" };
    await expect(migrate(database, released, silentLog, { release: tooOld })).rejects.toThrow(
      "This database was last used by a newer Cliffhanger (9002-second). Update the software to 0.4.0 or newer, or restore a backup",
    );
    // An older release never lowers what a newer one has set.
    await migrate(database, { ...next, "9003-late": { up: async () => undefined } }, silentLog, {
      release: former,
    });
    await expect(migrate(database, released, silentLog, { release: tooOld })).rejects.toThrow(
      "0.4.0 or newer",
    );
  });

  it("O29: gives way to requests when a table is locked, and tries again", async () => {
    await migrate(database, { "9001-first": first }, silentLog);
    const reader = await database.pool.connect();
    await reader.query("begin");
    await reader.query("select * from first_thing");
    let attempts = 0;
    const change: Migration = {
      up: async (db) => {
        attempts++;
        if (attempts === 2) await reader.query("commit");
        await sql`alter table first_thing add column title text`.execute(db);
      },
    };
    const list = { "9001-first": first, "9002-change": change };
    expect(await migrate(database, list, silentLog)).toEqual(["9002-change"]);
    expect(attempts).toBe(2);
    reader.release();
  });

  it("O29: builds an index while two nodes start, and repeats a step that was interrupted", async () => {
    await migrate(database, { "9001-first": first }, silentLog);
    let runs = 0;
    const index: Migration = {
      isRepeatable: true,
      up: async (db) => {
        runs++;
        await sql`drop index concurrently if exists first_thing_id`.execute(db);
        // Gives the second node the time to wait for the lock.
        await sql`select pg_sleep(0.5)`.execute(db);
        await sql`create index concurrently first_thing_id on first_thing (id)`.execute(db);
        if (runs === 1) throw new Error("interrupted");
      },
    };
    const list = { "9001-first": first, "9002-index": index };
    await expect(migrate(database, list, silentLog)).rejects.toThrow(
      "The migration 9002-index failed, and the next start repeats it: interrupted",
    );
    const results = await Promise.all([1, 2].map(() => migrate(database, list, silentLog)));
    expect(results.flat()).toEqual(["9002-index"]);
    expect(runs).toBe(2);
  });

  it("has no statement timeout", async () => {
    let limit: unknown;
    const asking: Migration = {
      up: async (db) => {
        limit = (await sql`show statement_timeout`.execute(db)).rows[0];
      },
    };
    await migrate(database, { "9001-asking": asking }, silentLog);
    expect(limit).toEqual({ statement_timeout: "0" });
  });
});
