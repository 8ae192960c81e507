import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { testDatabase } from "#test/database";
import { silentLog } from "#test/silent-log";
import { afterCommit, type Database, inTransaction, openDatabase } from "./database.ts";
import { isDatabaseUnavailable } from "./errors.ts";

let database: Database;
beforeAll(async () => {
  database = await testDatabase();
  await sql`create table counter (name text primary key, value bigint not null)`.execute(database.db);
});
afterAll(() => database.close());

describe("values", () => {
  it("reads large counts as numbers, moments as Date and days as text", async () => {
    const { rows } = await database.pool.query(
      `select count(*) as count, 9007199254740991::int8 as largest,
        timestamptz '2026-11-20 10:00+02' as moment, date '2026-11-20' as day`,
    );
    expect(rows[0]).toEqual({
      count: 1,
      largest: Number.MAX_SAFE_INTEGER,
      moment: new Date("2026-11-20T08:00:00Z"),
      day: "2026-11-20",
    });
  });

  it("refuses a number that would lose digits instead of rounding it", async () => {
    await expect(database.pool.query("select 9007199254740993::int8")).rejects.toThrow(
      "9007199254740993 is too large",
    );
    const { rows } = await database.pool.query("select 1 as one");
    expect(rows).toEqual([{ one: 1 }]);
  });
});

describe("transactions", () => {
  const tables = () => database.db.withTables<{ counter: { name: string; value: number } }>();

  it("rolls back a transaction that throws", async () => {
    const failing = inTransaction(database.db, async (trx) => {
      await sql`insert into counter values ('thrown', 1)`.execute(trx);
      throw new Error("changed my mind");
    });
    await expect(failing).rejects.toThrow("changed my mind");
    expect(await tables().selectFrom("counter").selectAll().where("name", "=", "thrown").execute()).toEqual(
      [],
    );
  });

  it("retries after a deadlock, so that both sides succeed", async () => {
    await sql`delete from counter where name in ('a', 'b')`.execute(database.db); // of an earlier try
    await sql`insert into counter values ('a', 0), ('b', 0)`.execute(database.db);
    let runs = 0;
    let locked = 0;
    const both = Promise.withResolvers<void>();
    const either = Promise.withResolvers<void>();
    const addTo = (first: string, second: string) =>
      inTransaction(database.db, async (trx) => {
        // The second try would meet the other once more, if it took its first lock before that one took its second.
        if (++runs > 2) await either.promise;
        await sql`update counter set value = value + 1 where name = ${first}`.execute(trx);
        if (++locked === 2) both.resolve();
        await both.promise; // each waits for the other's lock
        await sql`update counter set value = value + 1 where name = ${second}`.execute(trx);
      }).then(either.resolve);
    await Promise.all([addTo("a", "b"), addTo("b", "a")]);
    expect(runs).toBe(3);
    const rows = await tables()
      .selectFrom("counter")
      .select("value")
      .where("name", "in", ["a", "b"])
      .execute();
    expect(rows).toEqual([{ value: 2 }, { value: 2 }]);
  });

  it("gives up on a transaction that always fails", async () => {
    let runs = 0;
    const failing = inTransaction(database.db, async (trx) => {
      runs++;
      await sql`do $$ begin raise exception 'again' using errcode = '40001'; end $$`.execute(trx);
    });
    await expect(failing).rejects.toMatchObject({ code: "40001" });
    expect(runs).toBe(3);
  });

  it("joins the transaction it is called in", async () => {
    const outer = inTransaction(database.db, async (trx) => {
      await inTransaction(trx, (inner) => sql`insert into counter values ('inner', 1)`.execute(inner));
      throw new Error("outer failed");
    });
    await expect(outer).rejects.toThrow("outer failed");
    expect(await tables().selectFrom("counter").selectAll().where("name", "=", "inner").execute()).toEqual(
      [],
    );
  });
});

describe("servers", () => {
  const open = (options: string) => {
    const url = new URL(database.url);
    url.searchParams.set("options", options);
    return openDatabase({ databaseUrl: url.href, dataDir: "", mode: "own", holder: "test", log: silentLog });
  };

  it("refuses a server that could lose acknowledged writes in a crash", async () => {
    await expect(open("-c synchronous_commit=off")).rejects.toThrow(
      /has synchronous_commit turned off.*Set synchronous_commit = on/,
    );
  });

  it("stops a statement that runs for too long, and the connection stays usable", async () => {
    const impatient = await openDatabase({
      databaseUrl: database.url,
      dataDir: "",
      mode: "own",
      holder: "test",
      log: silentLog,
      poolSize: 1,
      statementTimeoutMs: 1_000,
    });
    await expect(impatient.pool.query("select pg_sleep(20)")).rejects.toMatchObject({ code: "57014" });
    expect((await impatient.pool.query("select 1 as one")).rows).toEqual([{ one: 1 }]);
    await impatient.close();
  });

  it("survives connections that the server ends, and reports them as unavailable", async () => {
    const running = database.pool.query("select pg_sleep(20)").catch((error: unknown) => error);
    const kill =
      "select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()";
    await expect
      .poll(
        async () =>
          (
            await database.pool.query<{ n: number }>(
              "select count(*) as n from pg_stat_activity where query = 'select pg_sleep(20)'",
            )
          ).rows[0]?.n,
      )
      .toBe(1);
    await database.pool.query(kill);
    expect(isDatabaseUnavailable(await running)).toBe(true);
    expect((await database.pool.query("select 1 as one")).rows).toEqual([{ one: 1 }]);
  });

  it("survives the loss of a connection between two statements of a transaction", async () => {
    const broken = inTransaction(database.db, async (trx) => {
      const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(trx);
      await database.pool.query("select pg_terminate_backend($1, 5000)", [rows[0]?.pid]);
      await sql`select 1`.execute(trx);
    });
    expect(isDatabaseUnavailable(await broken.catch((error: unknown) => error))).toBe(true);
  });

  it("does not report a faulty query as unavailable", async () => {
    const error = await database.pool.query("select * from nothing_here").catch((e: unknown) => e);
    expect(isDatabaseUnavailable(error)).toBe(false);
  });
});

it("O17: work after a commit runs once for a retried transaction, and never after a failed one", async () => {
  const done: string[] = [];
  let attempts = 0;
  await inTransaction(database.db, async (trx) => {
    attempts += 1;
    afterCommit(trx, () => done.push(`try ${attempts}`));
    expect(done).toEqual([]);
    if (attempts === 1) throw Object.assign(new Error("serialization"), { code: "40001" });
    await inTransaction(trx, async (inner) => afterCommit(inner, () => done.push("joined")));
  });
  expect(done).toEqual(["try 2", "joined"]);
  const failing = inTransaction(database.db, async (trx) => {
    afterCommit(trx, () => done.push("failed"));
    throw new Error("no");
  });
  await expect(failing).rejects.toThrow("no");
  afterCommit(database.db, () => done.push("at once"));
  expect(done).toEqual(["try 2", "joined", "at once"]);
});
