import { spawn } from "node:child_process";
import { once } from "node:events";
import { watch } from "node:fs";
import { chown, copyFile, mkdtemp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type CheckedBackup, checkBackup, writeBackup } from "#backup";
import { openDatabase } from "#platform/db/database";
import { newId } from "#platform/ids";
import { runCommandFile, runCommandHere } from "#test/run-command";
import { silentLog } from "#test/silent-log";
import { timeLimit } from "../../tools/time-limit.ts";
import { main as runBackup } from "../src/backup-command.ts";
import { main as runRestore } from "../src/restore-command.ts";
import { anotherUser } from "./another-user.ts";
import { makeDataDir, type TestDataDir } from "./data-dir.ts";
import { testDatabase, withEmptyDatabase } from "./database.ts";
import { headersOf, type MadeMember } from "./people.ts";
import { makeBuyer, payOrder, type TestShop, testShop } from "./purchases.ts";
import { hasMark, isUnfinished, migrateAt, noConnections, withClient } from "./restored-database.ts";
import { startNode } from "./serving.ts";

let shop: TestShop;
let buyer: MadeMember & { orderId: string };
let folder: string;
let file: string;
let elsewhere: TestDataDir;
let site: { dataDir: string; backup: string }; // what another user made of the backup, and a backup of it
let loadMs: number | null = null; // how long a restore loads rows
beforeAll(async () => {
  shop = await testShop({ atPresent: true });
  folder = await mkdtemp(join(tmpdir(), "cliffhanger-backup-"));
  file = join(folder, "one.cliffhanger");
  elsewhere = makeDataDir();
  buyer = await makeBuyer(shop);
  await payOrder(buyer, buyer.orderId);
  const [first] = shop.series.episodes;
  await buyer.call("POST", "/api/user/history", { episodeId: first?.id, position: 7, duration: 18 });
});
afterAll(async () => {
  await shop.close();
  await elsewhere.remove();
  await rm(folder, { recursive: true, force: true });
});

/** The settings of a command on the app's database. */
const onShop = () => ({ DATABASE_URL: shop.database.url, DATA_DIR: shop.dataDir, BACKUP_DIR: folder });
const onSite = () => ({ DATABASE_URL: "", DATA_DIR: site.dataDir, DEMO: "off" });
/** The settings of a machine that has nothing yet. */
const onNew = () => ({ DATABASE_URL: "", DATA_DIR: elsewhere.path, DEMO: "off" });

/** Runs statements as the owner of the test server. */
async function administer(...statements: string[]): Promise<void> {
  const url = new URL(shop.database.url);
  url.pathname = "/postgres";
  await withClient(url.href, async (client) => {
    for (const statement of statements) await client.query(statement);
  });
}

/** Returns every table with its rows and hash, by a backup of that database. */
async function tablesAt(directUrl: string) {
  const path = join(folder, `${newId(shop.clock.now())}.cliffhanger`);
  const { manifest } = await writeBackup({
    database: { directUrl },
    path,
    version: "test",
    media: null,
    log: silentLog,
  });
  await rm(path);
  return compared(manifest);
}

/** The tables of a backup without those that a restore writes to. */
const compared = ({ tables }: CheckedBackup["manifest"]) =>
  tables.filter(({ name }) => name !== "restored" && name !== "gateway_watermark");

async function countTables(url: string): Promise<number> {
  return withClient(url, async (client) => {
    const { rows } = await client.query<{ count: number }>(
      `select count(*)::int as count from pg_class where relkind = 'r'
         and relnamespace in (select oid from pg_namespace where nspname in ('public', 'jobs'))`,
    );
    return rows[0]?.count ?? -1;
  });
}

test("O1: a backup while others write is one moment: every booking is whole, and its hashes are right", async () => {
  let bookings = 0;
  const stop = new AbortController();
  const writing = (async () => {
    while (!stop.signal.aborted) {
      const id = newId(shop.clock.now());
      await shop.database.pool.query(
        `with txn as (insert into ledger_txn (id, source, at) values ($1, $1, now()) returning id)
         insert into ledger_entry select id, n, account, 'USD', amount from txn,
           (values (1, 'gateway_clearing', 500), (2, 'revenue', -500)) as entry (n, account, amount)`,
        [id],
      );
      bookings += 1;
      await pause(5);
    }
  })();
  while (bookings < 20) await pause(5);
  const before = bookings;
  const { code, output } = await runCommandHere(runBackup, ["--to", file, "--media"], onShop());
  const during = bookings - before;
  stop.abort();
  await writing;
  expect(output).toContain("Verified");
  expect(code).toBe(0);
  expect(during).toBeGreaterThan(1);
  const { manifest } = await checkBackup(file);
  const rowsOf = (name: string) => manifest.tables.find((table) => table.name === name)?.rows ?? -1;
  expect(rowsOf("ledger_txn")).toBeGreaterThanOrEqual(before);
  expect(rowsOf("visitor")).toBeGreaterThan(0);
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  expect(await countTables(shop.database.url)).toBe(manifest.tables.length);
});

test(
  "O2: a backup becomes a whole site for another user of the system who has only the file",
  async () => {
    const { user, place } = await anotherUser(elsewhere);
    const settings = { DATABASE_URL: "", DATA_DIR: join(place, "data"), DEMO: "off" };
    const given = join(place, "given.cliffhanger");
    await copyFile(file, given);
    if (user.uid !== undefined) await chown(given, user.uid, user.gid ?? 0);
    const run = (command: string, ...args: string[]) =>
      runCommandFile(join(import.meta.dirname, `../src/${command}-command.ts`), args, settings, user);
    const restored = await run("restore", given);
    expect(restored.output).toContain("every table is the same");
    expect(restored.code).toBe(0);
    const copy = join(place, "copy.cliffhanger");
    expect(await run("backup", "--to", copy)).toMatchObject({ code: 0 });
    expect(compared((await checkBackup(copy)).manifest)).toEqual(
      compared((await checkBackup(file)).manifest),
    );
    const node = await startNode({ databaseUrl: "", dataDir: settings.DATA_DIR }, {}, { user });
    try {
      const origin = `http://127.0.0.1:${node.port}`;
      const ask = async (path: string, headers: Record<string, string>, body?: object) => {
        const response = await fetch(`${origin}${path}`, {
          headers: { ...headers, ...(body && { "content-type": "application/json" }) },
          ...(body && { method: "POST", body: JSON.stringify(body) }),
        });
        return { response, ...((await response.json()) as { code: number; info: Record<string, unknown> }) };
      };
      const old = headersOf(buyer);
      expect((await ask("/api/user", old)).info).toMatchObject({ id: buyer.id, kind: "member" });
      const history = await (await fetch(`${origin}/api/user/history`, { headers: old })).text();
      expect(history).toContain(shop.series.id);
      const locked = shop.series.episodes[3]?.id ?? "";
      expect((await ask(`/api/video/episode?id=${locked}`, old)).code).toBe(200);
      expect((await ask(`/api/payment?orderId=${buyer.orderId}`, old)).info["state"]).toBe("paid");
      const signIn = await ask("/api/user/login", {}, { email: buyer.email, password: buyer.password });
      expect(signIn.info).toMatchObject({ id: buyer.id });
      const media = join(settings.DATA_DIR, "media/assets", shop.series.episodes[0]?.assetId ?? "");
      expect((await readdir(media)).length).toBeGreaterThan(3);
    } finally {
      node.child.kill("SIGTERM");
      await node.ended;
    }
    site = { dataDir: settings.DATA_DIR, backup: copy };
  },
  timeLimit(120),
);

test(
  "O5: a role that owns only its database restores the backup, with every key, index and trigger",
  async () => {
    await withEmptyDatabase(async (url) => {
      const restored = await restoreWhole(url);
      loadMs = restored.loadMs;
      expect(restored.output).toContain("every table is the same");
      const shape = (address: string) =>
        withClient(address, async (client) => {
          const { rows } = await client.query(
            `select 'index' as kind, schemaname || '.' || indexname as name, indexdef as definition from pg_indexes
             where schemaname in ('public', 'jobs')
           union all select 'key', conrelid::regclass::text || '.' || conname, pg_get_constraintdef(oid)
             from pg_constraint where contype = 'f'
           union all select 'trigger', tgrelid::regclass::text || '.' || tgname, tgenabled::text from pg_trigger
             where not tgisinternal order by 1, 2, 3`,
          );
          return rows;
        });
      expect(await shape(url)).toEqual(await shape(shop.database.url));
      expect(await tablesAt(url)).toEqual(compared((await checkBackup(file)).manifest));
      const again = await runCommandHere(runRestore, [file, "--into", url], onNew());
      expect(again).toMatchObject({ code: 1, output: expect.stringContaining("not empty") });
    });
  },
  timeLimit(60),
);

test("O5: a restore refuses a database that Cliffhanger uses, and --replace on a server of its own", async () => {
  const used = await runCommandHere(runRestore, [file, "--into", shop.database.url], onNew());
  expect(used).toMatchObject({ code: 1, output: expect.stringContaining("Stop it first") });
  const replace = await runCommandHere(runRestore, [file, "--replace"], onShop());
  expect(replace).toMatchObject({ code: 1, output: expect.stringContaining("--into") });
});

/** Tenths of the time that a load takes, after which a restore is killed. */
const KILLS = process.env["ALL_TESTS"] ? [8, 6, 4, 2, 0] : [7, 3, 0];

test(
  "O4: a restore that is killed leaves the database empty or whole, and the next one finishes it",
  async () => {
    const wanted = compared((await checkBackup(file)).manifest);
    await withEmptyDatabase(async (url) => {
      // The test before has measured it; this one may run alone.
      const wholeMs = loadMs ?? (await restoreWhole(url)).loadMs;
      let interrupted = 0;
      for (const point of KILLS) {
        await emptyAgain(url);
        const { child, ended } = startRestore(url);
        await begins(url, () => child.exitCode !== null);
        await Promise.race([pause((wholeMs * point) / 10), ended]);
        child.kill("SIGKILL");
        await ended;
        await noConnections(url);
        const isCut = await isUnfinished(url);
        if (isCut) interrupted += 1;
        const found = isCut
          ? await migrateAt(url).catch((error: unknown) => /npm run restore/.exec(String(error))?.[0])
          : await tablesAt(url);
        expect(found, isCut ? "unfinished" : "whole").toEqual(isCut ? "npm run restore" : wanted);
      }
      expect(interrupted).toBeGreaterThan(1);
      // The last one was killed as soon as it began to change the database.
      await restoreWhole(url);
      expect(await tablesAt(url)).toEqual(wanted);
      expect(await migrateAt(url)).toEqual([]);
    });
  },
  timeLimit(240),
);

/** Restores, and returns how long the load took. */
async function restoreWhole(url: string): Promise<{ loadMs: number; output: string }> {
  let isOver = false;
  const restored = runCommandHere(runRestore, [file, "--into", url], onNew()).finally(() => {
    isOver = true;
  });
  await begins(url, () => isOver);
  const begunAt = performance.now();
  const { code, output } = await restored;
  expect(code).toBe(0);
  return { loadMs: performance.now() - begunAt, output };
}

/** Starts the command as a program that can be killed. */
function startRestore(url: string) {
  const command = join(import.meta.dirname, "../src/restore-command.ts");
  const child = spawn(process.execPath, [command, file, "--into", url], {
    env: { ...process.env, ...onNew() },
    stdio: "ignore",
  });
  const ended = once(child, "close").then(([code]) => code as number | null);
  return { child, ended };
}

/** Waits until a restore has begun to change the database, or is over. */
const begins = (url: string, isOver: () => boolean) =>
  // By one connection: a new one for each question would take more of the machine than the command itself.
  withClient(url, async (client) => {
    while (!isOver() && !(await hasMark(client))) await pause(10);
  });

async function emptyAgain(url: string): Promise<void> {
  const name = new URL(url).pathname.slice(1);
  await administer(`drop database ${name} with (force)`, `create database ${name} owner ${name}`);
}

test(
  "O4: a backup that is killed leaves no file with a backup's name",
  async () => {
    const begunAt = performance.now();
    const whole = { ...onShop(), BACKUP_DIR: join(folder, newId(shop.clock.now())) };
    expect(await runCommandHere(runBackup, [], whole)).toMatchObject({ code: 0 });
    const writeMs = performance.now() - begunAt;
    let interrupted = 0;
    for (const tenth of process.env["ALL_TESTS"] ? [9, 5, 0] : [6, 0]) {
      const { target, child, begun, ended } = await startBackup();
      await Promise.race([begun, ended]);
      await Promise.race([pause((writeMs * tenth) / 10), ended]);
      child.kill("SIGKILL");
      if ((await ended) === null) interrupted += 1;
      const names = (await readdir(target)).filter((name) => name.endsWith(".cliffhanger"));
      for (const name of names)
        await expect(checkBackup(join(target, name))).resolves.toMatchObject({ manifest: { format: 1 } });
    }
    // The last one was killed as soon as it began to write.
    expect(interrupted).toBeGreaterThan(0);
  },
  timeLimit(60),
);

/** Starts the command as a program, into a folder of its own. `begun` resolves when it has begun to write. */
async function startBackup() {
  const target = await mkdtemp(join(folder, "killed-"));
  const watcher = watch(target);
  const child = spawn(process.execPath, [join(import.meta.dirname, "../src/backup-command.ts")], {
    env: { ...process.env, ...onShop(), BACKUP_DIR: target },
    stdio: "ignore",
  });
  const ended = once(child, "close").then(([code]) => code as number | null);
  void ended.finally(() => watcher.close());
  const begun = once(watcher, "change");
  return { target, child, ended, begun };
}

test(
  "O10: after another major version is found, both commands that the start names move the data",
  async () => {
    const { dataDir, backup: moved } = site;
    const data = join(dataDir, "postgres/data");
    const version = join(data, "PG_VERSION");
    const used = await runCommandHere(runRestore, [file], onSite());
    expect(used).toMatchObject({ code: 1, output: expect.stringContaining("--replace") });
    const checked = await runCommandHere(runRestore, [file, "--check-media"], onSite());
    expect(checked).toMatchObject({ code: 0, output: expect.stringContaining("are there") });
    const ours = await readFile(version, "utf8");
    const before = (await readdir(data)).toSorted();
    await writeFile(version, "17\n");
    const refused = await runCommandHere(runBackup, ["--to", join(folder, "no.cliffhanger")], onSite());
    expect(refused.code).toBe(1);
    expect(refused.output).toContain("was made by PostgreSQL 17, this release ships");
    expect(refused.output).toContain("npm run restore -- FILE.cliffhanger --replace");
    expect((await readdir(data)).toSorted()).toEqual(before);
    const wanted = compared((await checkBackup(moved)).manifest);
    expect(wanted.find(isSessions)?.rows).toBeGreaterThan(0);
    const restored = await runCommandHere(runRestore, [moved, "--replace", "--end-sessions"], onSite());
    expect(restored).toMatchObject({ code: 0, output: expect.stringContaining("every table is the same") });
    expect(restored.output).toContain("postgres.before-");
    const names = await readdir(dataDir);
    expect(names.filter((name) => name.startsWith("postgres.before-"))).toHaveLength(1);
    expect(await readFile(version, "utf8")).toBe(ours);
    const database = await openDatabase({ dataDir, mode: "own", holder: "npm test", log: silentLog });
    try {
      const found = await tablesAt(database.url);
      expect(found.find(isSessions)?.rows).toBe(0);
      expect(found.filter((table) => !isSessions(table))).toEqual(
        wanted.filter((table) => !isSessions(table)),
      );
    } finally {
      await database.close();
    }
  },
  timeLimit(120),
);

const isSessions = ({ name }: { name: string }) => name === "session";

test("O4: of two backups at once the second says who is writing the first", async () => {
  const lock = 7_205_411_884;
  await withClient(shop.database.url, async (client) => {
    await client.query("set application_name = 'cliffhanger backup, process 7'");
    await client.query("select pg_advisory_lock($1)", [lock]);
    const { code, output } = await runCommandHere(
      runBackup,
      ["--to", join(folder, "two.cliffhanger")],
      onShop(),
    );
    expect(output).toContain("cliffhanger backup, process 7");
    expect(code).toBe(1);
  });
});

test(
  "O1: a drill restores the newest backup into a temporary server, and the listing says so",
  async () => {
    const written = await runCommandHere(runBackup, [], { ...onShop(), BACKUP_COMMAND: "/bin/false" });
    expect(written).toMatchObject({
      code: 1,
      output: expect.stringContaining("BACKUP_COMMAND /bin/false failed"),
    });
    // Another installation that shares the folder has written a newer one.
    const other = await testDatabase();
    try {
      await other.pool.query("alter table installation disable trigger installation_stays");
      await other.pool.query("update installation set code = 'ZZZZ9'");
      const path = join(folder, "cliffhanger-of-another.cliffhanger");
      await writeBackup({ database: other, path, version: "test", media: null, log: silentLog });
    } finally {
      await other.close();
    }
    const drilled = await runCommandHere(runBackup, ["--drill"], onShop());
    expect(drilled.output).toContain("every table is the same");
    expect(drilled.output).not.toContain("of-another");
    expect(drilled.code).toBe(0);
    const { output } = await runCommandHere(runBackup, ["--list"], onShop());
    expect(output).toMatch(/restored by a drill {2}BACKUP_COMMAND: exit code 1/);
  },
  timeLimit(60),
);
