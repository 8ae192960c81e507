import { spawn } from "node:child_process";
import { once } from "node:events";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { testDatabase } from "#test/database";
import { openLogLines } from "#test/log-lines";
import { silentLog } from "#test/silent-log";
import { timeLimit } from "../../../tools/time-limit.ts";
import { type Database, inTransaction } from "./db/database.ts";
import { type Job, type Jobs, openJobs, TABLES_VERSION } from "./jobs.ts";

let database: Database;
let jobs: Jobs;
beforeAll(async () => {
  database = await testDatabase();
  jobs = await openJobs(database, silentLog);
});
afterAll(async () => {
  await jobs.stop();
  await database.close();
});

async function waiting(name: string): Promise<number> {
  const { rows } = await database.pool.query(
    "select count(*) as n from jobs.job where name = $1 and state = 'created'",
    [name],
  );
  return rows[0].n;
}

describe("jobs", () => {
  it("are created with the transaction that sends them, or not at all", async () => {
    await jobs.define("mail");
    const failing = inTransaction(database.db, async (trx) => {
      expect(await jobs.send(trx, "mail", { to: "nobody" })).toEqual(expect.any(String));
      throw new Error("rolled back");
    });
    await expect(failing).rejects.toThrow("rolled back");
    expect(await waiting("mail")).toBe(0);
    await inTransaction(database.db, (trx) => jobs.send(trx, "mail", { to: "somebody" }));
    await jobs.send(database.db, "mail", { to: "somebody else" });
    expect(await waiting("mail")).toBe(2);
  });

  it("wait once per key, and any number of times without one", async () => {
    await jobs.define("tidy");
    const ids = [];
    for (const key of ["a", "a", "b"])
      ids.push(await jobs.send(database.db, "tidy", {}, { singletonKey: key }));
    expect(ids).toEqual([expect.any(String), null, expect.any(String)]);
    for (let i = 0; i < 3; i++) await jobs.send(database.db, "tidy", {});
    expect(await waiting("tidy")).toBe(5);
  });

  it("reach a worker in another process than the one that sent them, higher priority first", async () => {
    await jobs.define("count");
    await jobs.send(database.db, "count", { number: 1 });
    await jobs.send(database.db, "count", { number: 2 }, { priority: 5 });
    const worker = await openJobs(database, silentLog);
    const seen: number[] = [];
    await worker.work<{ number: number }>("count", async ({ data }) => void seen.push(data.number));
    await expect.poll(() => seen, { timeout: timeLimit(15) }).toEqual([2, 1]);
    await worker.stop();
  });

  it("are retried when their handler throws", async () => {
    await jobs.define("flaky", { retryDelay: 1 });
    await jobs.send(database.db, "flaky", { word: "hello" });
    const seen: Pick<Job<{ word: string }>, "attempt" | "data">[] = [];
    await jobs.work<{ word: string }>("flaky", async ({ attempt, data }) => {
      seen.push({ attempt, data });
      if (attempt === 1) throw new Error("the first try fails");
    });
    await expect
      .poll(() => seen, { timeout: timeLimit(20) })
      .toEqual([
        { attempt: 1, data: { word: "hello" } },
        { attempt: 2, data: { word: "hello" } },
      ]);
  });

  it("are released when their process stops, after being aborted", async () => {
    await jobs.define("long", { retryDelay: 1 });
    await jobs.send(database.db, "long", {});
    const worker = await openJobs(database, silentLog);
    const started = Promise.withResolvers<void>();
    await worker.work("long", async ({ signal }) => {
      started.resolve();
      await once(signal, "abort");
      throw signal.reason;
    });
    await started.promise;
    await worker.stop();
    const { rows } = await database.pool.query("select state from jobs.job where name = 'long'");
    expect(rows).toEqual([{ state: "retry" }]);
  });

  it("go to another worker within half a minute when theirs is killed", {
    timeout: timeLimit(90),
  }, async () => {
    await jobs.define("transcode");
    const id = await jobs.send(database.db, "transcode", { episode: 3 });
    await killWorkerOf("transcode");
    // Until its worker counts as dead; then it is found by the next look, and waits for its retry.
    const { rows } = await database.pool.query(
      "update jobs.job set heartbeat_on = heartbeat_on - interval '15 seconds' where id = $1 returning heartbeat_seconds",
      [id],
    );
    expect(rows).toEqual([{ heartbeat_seconds: 15 }]);
    const taken = Promise.withResolvers<Job<object>>();
    await jobs.work("transcode", async (job) => taken.resolve(job));
    const job = await taken.promise;
    expect(job).toMatchObject({ id, attempt: 2, data: { episode: 3 } });
  });

  it("are sent by a release that finds the tables of a newer one, which its log says", async () => {
    const { log, lines } = openLogLines();
    const warnings = () => lines.filter(({ level }) => level >= 40);
    await (await openJobs(database, log)).stop();
    expect(warnings()).toEqual([]);
    const { rows } = await database.pool.query(
      "update jobs.version set version = version + 1 returning version - 1 as now",
    );
    try {
      const former = await openJobs(database, log);
      expect(warnings()).toMatchObject([{ version: TABLES_VERSION + 1, known: TABLES_VERSION }]);
      await former.define("later");
      expect(await former.send(database.db, "later", {})).toEqual(expect.any(String));
      await former.stop();
    } finally {
      await database.pool.query("update jobs.version set version = version - 1");
    }
    // What this version declares is what its library makes.
    expect(rows).toEqual([{ now: TABLES_VERSION }]);
  });
});

/** Starts a worker process that takes a job of this name and is killed while it runs. */
async function killWorkerOf(name: string): Promise<void> {
  const program = `
    const { openDatabase } = await import("#platform/db/database");
    const { openJobs } = await import("#platform/jobs");
    const { silentLog: log } = await import("#test/silent-log");
    const [databaseUrl, name] = process.argv.slice(1);
    const database = await openDatabase({ databaseUrl, dataDir: "", mode: "own", holder: "worker", log });
    const jobs = await openJobs(database, log);
    await jobs.work(name, () => new Promise(() => console.log("taken")));`;
  const args = ["--input-type=module", "--eval", program, database.url, name];
  const child = spawn(process.execPath, args, {
    cwd: new URL("../..", import.meta.url),
    stdio: ["ignore", "pipe", "inherit"],
  });
  await once(child.stdout, "data");
  const gone = once(child, "exit");
  child.kill("SIGKILL");
  await gone;
}
