import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { readConfig } from "#platform/config";
import { openDatabase } from "#platform/db/database";
import { migrate } from "#platform/db/migrate";
import { secondNode } from "#test/app";
import { makeDataDir } from "#test/data-dir";
import { makeSeries } from "#test/factories";
import { type TestMoney, testMoney } from "#test/money";
import { makeGuest } from "#test/people";
import { raisedLimits } from "#test/raised-limits";
import { serverProgram } from "#test/serving";
import { silentLog } from "#test/silent-log";
import { timeLimit } from "../../tools/time-limit.ts";
import { migrations } from "../migrations/index.ts";
import { type DemoAccount, demoAccountLines, makeDemoAccounts } from "../src/demo.ts";
import { buyForDemo } from "../src/demo-purchases.ts";

let app: TestMoney;
let dataDir: string;
beforeAll(async () => {
  app = await testMoney();
  await makeSeries(app, { title: { en: "One" }, episodes: 3, free: 2 });
  app.clock.advance(60);
  await makeSeries(app, { title: { en: "Two" }, episodes: 3, free: 1 });
});
afterAll(() => app.close());
beforeEach(async () => {
  await app.database.pool.query("delete from visitor");
  dataDir = await mkdtemp(join(tmpdir(), "cliffhanger-demo-"));
  return () => rm(dataDir, { recursive: true, force: true });
});

const make = () =>
  makeDemoAccounts({ ...app, dataDir, buy: (buyer) => buyForDemo(app.http, silentLog, buyer) });
const hashes = async () =>
  (await app.database.pool.query("select email, password_hash from visitor order by email")).rows;

async function signIn({ email, password }: Pick<DemoAccount, "email" | "password">) {
  const guest = await makeGuest(app);
  const { code } = await guest.call("POST", "/api/user/login", { email, password });
  return Object.assign(guest, { code });
}

test("R46, R47: the demo has three working accounts: a free one, a member, and one with a series unlocked", async () => {
  const accounts = await make();
  expect(accounts.map(({ email }) => email)).toEqual([
    "free@cliffhanger.test",
    "member@cliffhanger.test",
    "unlocked@cliffhanger.test",
  ]);
  for (const account of accounts) {
    expect(account.password).toMatch(/^[a-z]{4}-[a-z]{4}-[a-z]{4}$/);
    const person = await signIn(account);
    expect(person.code).toBe(200);
    const { info } = await person.call("GET", "/api/user");
    const isSubscriber = account.email.startsWith("member@");
    expect(info).toMatchObject({ kind: "member", membership: { state: isSubscriber ? "active" : "free" } });
    const { data: unlocked } = await person.call("GET", "/api/video?scope=unlocked");
    expect(unlocked).toMatchObject({ total: account.email.startsWith("unlocked@") ? 1 : 0 });
    // The demo accounts have no agreements, because no person gave any.
    expect((await person.call("GET", "/api/user/agreements")).data).toMatchObject({ total: 0 });
  }
  expect(new Set(accounts.map(({ password }) => password)).size).toBe(3);
});

test("member@ has a history and a list, of free episodes", async () => {
  const [free, member] = await make();
  const viewer = await signIn(member ?? { email: "", password: "" });
  const { data: history } = await viewer.call("GET", "/api/user/history");
  expect(history).toMatchObject({
    list: [
      { series: { title: "Two" }, episode: { number: 1 }, position: 9, done: false },
      { series: { title: "One" }, episode: { number: 2 }, position: 9, done: false },
    ],
  });
  expect((await viewer.call("GET", "/api/user/favorite")).data).toMatchObject({ total: 2 });
  const other = await signIn(free ?? { email: "", password: "" });
  expect((await other.call("GET", "/api/user/history")).data).toMatchObject({ total: 0 });
});

test("member@ gets its membership where PUBLIC_ORIGIN refuses other hosts", async () => {
  const origin = "https://watch.example.com";
  const settings = { ...raisedLimits, PUBLIC_ORIGIN: origin, DATA_DIR: app.dataDir, LOG_LEVEL: "silent" };
  const { stripe, paypal } = app.gateways;
  const site = await secondNode(app, { ...readConfig(settings, app.dataDir), stripe, paypal });
  try {
    expect((await site.http.inject("/api/plan")).statusCode).toBe(421);
    await makeDemoAccounts({
      ...app,
      dataDir,
      buy: (buyer) => buyForDemo(site.http, silentLog, { ...buyer, origin }),
    });
    const { rows } = await app.database.pool.query(
      "select purchase_order.state from purchase_order join visitor on visitor.id = visitor_id",
    );
    expect(rows).toEqual([{ state: "paid" }, { state: "paid" }]);
  } finally {
    await site.stop(0);
  }
});

test("they are created once: a later start changes nothing and prints the same", async () => {
  const first = await make();
  const before = await hashes();
  expect(await make()).toEqual(first);
  expect(await hashes()).toEqual(before);
});

test("the passwords are stored in the data folder, readable by its owner only, and differ between folders", async () => {
  const first = await make();
  const path = join(dataDir, "demo-accounts.json");
  expect((await stat(path)).mode & 0o777).toBe(0o600);
  expect(JSON.parse(await readFile(path, "utf8"))).toMatchObject(first);
  await app.database.pool.query("delete from visitor");
  // A database created again gets the passwords that are already stored.
  expect(await make()).toEqual(first);
  await app.database.pool.query("delete from visitor");
  await writeFile(path, "[]");
  const others = await make();
  for (const [at, { password }] of others.entries()) expect(password).not.toBe(first[at]?.password);
});

test("a password that was changed is no longer printed, nor is one created elsewhere", async () => {
  const [free] = await make();
  const person = await signIn(free ?? { email: "", password: "" });
  const { code } = await person.call("POST", "/api/user/password", {
    password: free?.password,
    newPassword: "another salt road",
    repeatPassword: "another salt road",
  });
  expect(code).toBe(200);
  const [changed, unchanged] = await make();
  expect(changed?.password).toBeNull();
  expect(unchanged?.password).toMatch(/-/);
  await rm(join(dataDir, "demo-accounts.json"));
  const printed = await make();
  expect(printed.map(({ password }) => password)).toEqual([null, null, null]);
  expect(demoAccountLines(printed)[0]).toBe("free@cliffhanger.test       (password not known here)");
});

test("two nodes that start together agree on one set", async () => {
  const results = await Promise.all([make(), make()]);
  const rows = await hashes();
  expect(rows).toHaveLength(3);
  for (const account of rows.keys()) {
    const known = results.flatMap((printed) => printed[account]?.password ?? []);
    expect(known).toHaveLength(1);
    const email = results[0][account]?.email ?? "";
    expect((await signIn({ email, password: known[0] ?? "" })).code).toBe(200);
  }
});

test(
  "O27: a start that lacks the settings of a real site does not begin the demo on its database",
  async () => {
    const folder = makeDataDir();
    try {
      const options = { dataDir: folder.path, mode: "own", holder: "a test", log: silentLog } as const;
      const database = await openDatabase(options);
      await migrate(database, migrations, silentLog);
      await database.pool.query(
        `insert into visitor (id, kind, email, referrer_token, created_at) values ('m', 'member', 'm@example.com', 'm', now())`,
      );
      await database.close();
      const { DATABASE_URL: _url, DEMO: _demo, PUBLIC_ORIGIN: _origin, ...rest } = process.env;
      const env = { ...rest, DATA_DIR: folder.path, PORT: "0", LOG_LEVEL: "info", DRAIN_SECONDS: "0" };
      const child = spawn(process.execPath, [serverProgram], { env, stdio: ["ignore", "pipe", "pipe"] });
      let output = "";
      for (const stream of [child.stdout, child.stderr])
        stream.setEncoding("utf8").on("data", (text: string) => {
          output += text;
          if (output.includes("Cliffhanger is at")) child.kill("SIGTERM");
        });
      await once(child, "close");
      expect(output).toContain("This database is that of a site without the demo");
      expect(output).not.toContain("Demo catalogue added");
    } finally {
      await folder.remove();
    }
  },
  timeLimit(90),
);
