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
    await migrate(database, { "9001-first": first, "9007-later": second }, silentLog);
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
