import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { makeDataDir, type TestDataDir } from "#test/data-dir";
import { nothingAcknowledged, type Program, startProgram } from "#test/durability/run";
import { silentLog } from "#test/silent-log";
import { timeLimit } from "../../../../tools/time-limit.ts";
import { type Database, type DatabaseOptions, openDatabase } from "./database.ts";
import { moveClusterAside } from "./embedded.ts";
import { readPostmaster, serverProcesses } from "./postmaster.ts";

let made: TestDataDir;
let folder: TestDataDir;
let dataDir: string;
let data: string;
const opened: Database[] = [];
const programs: Program[] = [];
beforeAll(async () => {
  made = makeDataDir();
  const database = await openDatabase({
    dataDir: made.path,
    mode: "own",
    holder: "npm test",
    log: silentLog,
  });
  await database.close();
});
afterAll(() => made.remove());
beforeEach(() => {
  folder = makeDataDir();
  dataDir = folder.path;
  data = join(dataDir, "postgres", "data");
});
afterEach(async () => {
  for (const program of programs.splice(0)) await program.end("SIGKILL");
  for (const database of opened.splice(0)) await database.close();
  await folder.remove();
});

/** Copies a cluster that was made before, for a test that is not about making one. `cp` preserves its owner and modes. */
function copyMade(): void {
  execFileSync("cp", ["-a", made.path, dataDir]);
}

async function open(options: Partial<DatabaseOptions> = {}): Promise<Database> {
  const database = await openDatabase({
    dataDir,
    mode: "own",
    holder: "npm start",
    log: silentLog,
    ...options,
  });
  opened.push(database);
  return database;
}

/** Opens it in a separate process that can be killed. */
function openElsewhere(): Program {
  const program = startProgram(dataDir, 0, nothingAcknowledged());
  programs.push(program);
  return program;
}

async function ask(database: Database, query: string): Promise<unknown> {
  return (await database.pool.query({ text: query, rowMode: "array" })).rows[0]?.[0];
}

describe("the embedded PostgreSQL", () => {
  it("is created on the first start, stores data, and has it again on the second", async () => {
    const first = await open();
    await first.pool.query("create table kept as select 'still here' as words");
    await opened.pop()?.close();
    expect(existsSync(join(data, "postmaster.pid"))).toBe(false);
    expect(await ask(await open(), "select words from kept")).toBe("still here");
  });

  it("stores Unicode and loses no acknowledged write, whatever the environment says", async () => {
    copyMade();
    const database = await open();
    expect(await ask(database, "show server_encoding")).toBe("UTF8");
    expect(await ask(database, "select upper('žena élan') || lower('ÉTÉ')")).toBe("ŽENA ÉLANété");
    for (const setting of ["fsync", "full_page_writes", "synchronous_commit"]) {
      expect(await ask(database, `show ${setting}`)).toBe("on");
    }
  });

  it("is accessible to this user only: no network, a private socket folder, private files", async () => {
    copyMade();
    const database = await open();
    expect(await ask(database, "show listen_addresses")).toBe("");
    const sockets = String(await ask(database, "show unix_socket_directories"));
    expect(statSync(sockets).mode & 0o777).toBe(0o700);
    expect(statSync(data).mode & 0o777).toBe(0o700);
    expect(statSync(join(dataDir, "postgres", "server.log")).mode & 0o777).toBe(0o600);
  });

  it("writes no values into its log when a query fails", async () => {
    copyMade();
    const database = await open();
    await database.pool.query("create table mail (address text unique)");
    await database.pool.query("insert into mail values ($1)", ["someone@example.com"]);
    await expect(
      database.pool.query("insert into mail values ($1)", ["someone@example.com"]),
    ).rejects.toThrow("duplicate key");
    const log = readFileSync(join(dataDir, "postgres", "server.log"), "utf8");
    expect(log).toContain("duplicate key");
    expect(log).not.toContain("someone@example.com");
  });

  it("starts although its stale process file names an unrelated running process", async () => {
    copyMade();
    await open();
    const socketFolder = readPostmaster(data)?.socketFolder ?? "";
    await opened.pop()?.close();
    const unrelated = spawn("sleep", ["60"]);
    mkdirSync(socketFolder, { recursive: true, mode: 0o700 });
    const file = `${unrelated.pid}\n${data}\n1700000000\n5432\n${socketFolder}\n\n  123 456\nready   \n`;
    writeFileSync(join(data, "postmaster.pid"), file, { mode: 0o600 });
    writeFileSync(join(socketFolder, ".s.PGSQL.5432.lock"), file, { mode: 0o600 });
    expect(await ask(await open(), "select 1")).toBe(1);
    expect(unrelated.exitCode ?? unrelated.signalCode).toBeNull();
    await ended(unrelated);
  });

  it("starts again when its creation was killed half-way", async () => {
    const program = openElsewhere();
    const half = join(dataDir, "postgres", `data.new-${program.child.pid}`);
    await expect.poll(() => existsSync(join(half, "base")), { interval: 5 }).toBe(true);
    await program.end("SIGKILL");
    expect(existsSync(data)).toBe(false);
    expect(await ask(await open(), "select 1")).toBe(1);
    expect(existsSync(half)).toBe(false);
  });

  it.runIf(process.platform === "linux")(
    "starts again although a process that was creating it is still running",
    async () => {
      const program = openElsewhere();
      const half = join(dataDir, "postgres", `data.new-${program.child.pid}`);
      await expect.poll(() => serverProcesses(half).length, { interval: 1 }).toBeGreaterThan(0);
      // A stopped process neither ends with initdb nor finishes before the check.
      const makers = serverProcesses(half);
      for (const pid of makers) process.kill(pid, "SIGSTOP");
      await program.end("SIGKILL");
      expect(serverProcesses(half)).toEqual(makers);
      expect(await ask(await open(), "select 1")).toBe(1);
      for (const pid of makers) expect(() => readlinkSync(`/proc/${pid}/cwd`)).toThrow("ENOENT");
      expect(existsSync(half)).toBe(false);
    },
  );

  it("O10: does not touch a folder of another major version, and names the two commands that move its data", async () => {
    mkdirSync(data, { recursive: true });
    writeFileSync(join(data, "PG_VERSION"), "12\n");
    const error = await open().catch((thrown: Error) => thrown.message);
    expect(error).toContain("was made by PostgreSQL 12, this release ships 18");
    expect(error).toContain("npm run backup -- --to FILE.cliffhanger\n");
    expect(error).toContain("npm run restore -- FILE.cliffhanger --replace");
    expect(readFileSync(join(data, "PG_VERSION"), "utf8")).toBe("12\n");
    expect(readdirSync(data)).toEqual(["PG_VERSION"]);
  });

  it("O4: does not create an empty server in place of one that an interrupted restore moved aside", async () => {
    copyMade();
    const first = await open();
    await first.pool.query("create table kept as select 'still here' as words");
    await opened.pop()?.close();
    const now = new Date("2026-11-23T10:00:00Z");
    const aside = await moveClusterAside(dataDir, { holder: "npm run restore", log: silentLog, now });
    expect(aside).toBe(join(dataDir, "postgres.before-2026-11-23T10-00-00"));
    await expect(open()).rejects.toThrow(`a restore moved it to ${aside}`);
    expect(existsSync(join(dataDir, "postgres"))).toBe(false);
    renameSync(aside ?? "", join(dataDir, "postgres"));
    expect(await ask(await open(), "select words from kept")).toBe("still here");
  });

  it("reports why the server does not start, and releases the folder", async () => {
    copyMade();
    await open();
    await opened.pop()?.close();
    appendFileSync(join(data, "postgresql.conf"), "no_such_setting = 1\n");
    await expect(open()).rejects.toThrow(/PostgreSQL did not start: it ended with 1\..*no_such_setting/s);
    writeFileSync(join(data, "postgresql.conf"), "");
    expect(await ask(await open(), "select 1")).toBe(1);
  });

  it("is restarted when it is killed while the app runs", async () => {
    copyMade();
    const database = await open();
    await database.pool.query("create table kept as select 7 as number");
    const killed = readPostmaster(data)?.pid ?? 0;
    process.kill(killed, "SIGKILL");
    await expect.poll(() => readPostmaster(data)?.pid, { timeout: timeLimit(20) }).not.toBe(killed);
    await expect
      .poll(() => ask(database, "select number from kept").catch(() => "away"), { timeout: timeLimit(20) })
      .toBe(7);
  });
});

describe("two processes and one DATA_DIR", () => {
  it("the second is told which process holds it", async () => {
    copyMade();
    const program = openElsewhere();
    await program.ready;
    await expect(open()).rejects.toThrow(
      new RegExp(
        `^DATA_DIR ${dataDir} is in use by "durability program", process ${program.child.pid}, since 20.* UTC\\.`,
      ),
    );
  });

  it("a command uses the running server and leaves it running", async () => {
    copyMade();
    const program = openElsewhere();
    await program.ready;
    const pid = readPostmaster(data)?.pid;
    const joined = await open({ mode: "attach-or-own", holder: "npm run ingest" });
    expect(await ask(joined, "select count(*) from entry")).toBe(0);
    await opened.pop()?.close();
    expect(readPostmaster(data)).toMatchObject({ pid, ready: true });
  });

  it("a command waits for a server that is still starting", async () => {
    const program = openElsewhere();
    await expect.poll(() => existsSync(join(dataDir, "lock.json")), { interval: 2 }).toBe(true);
    expect(await ask(await open({ mode: "attach-or-own", holder: "npm run ingest" }), "select 1")).toBe(1);
    await program.ready;
  });

  it("a command starts the server when none runs, and locks the folder meanwhile", async () => {
    copyMade();
    const command = await open({ mode: "attach-or-own", holder: "npm run ingest" });
    expect(await ask(command, "select 1")).toBe(1);
    await expect(open()).rejects.toThrow('is in use by "npm run ingest"');
  });

  it("after a kill -9 the next start waits for the old server to end, and continues", async () => {
    copyMade();
    const program = openElsewhere();
    await program.ready;
    const old = readPostmaster(data)?.pid;
    await program.end("SIGKILL");
    expect(await ask(await open(), "select count(*) from entry")).toBe(0);
    expect(readPostmaster(data)?.pid).not.toBe(old);
  });

  it("the server does not outlive a killed app", async () => {
    copyMade();
    const program = openElsewhere();
    await program.ready;
    await program.end("SIGKILL");
    await expect.poll(() => existsSync(join(data, "postmaster.pid"))).toBe(false);
  });
});

async function ended(child: ChildProcess): Promise<void> {
  const gone = once(child, "exit");
  child.kill();
  await gone;
}
