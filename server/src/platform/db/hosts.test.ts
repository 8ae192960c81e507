import { afterAll, beforeAll, expect, test } from "vitest";
import { testDatabase } from "#test/database";
import { openDatabaseProxy } from "#test/database-proxy";
import { silentLog } from "#test/silent-log";
import { timeLimit } from "../../../../tools/time-limit.ts";
import { type Database, openDatabase } from "./database.ts";
import { addressesOf, faultOfHosts } from "./hosts.ts";

test("an address with several hosts is one for each, with user, database and parameters", () => {
  expect(
    addressesOf("postgres://me:pw%40@a,b:6432/site?target_session_attrs=read-write&sslmode=require"),
  ).toEqual([
    "postgres://me:pw%40@a/site?sslmode=require",
    "postgres://me:pw%40@b:6432/site?sslmode=require",
  ]);
  for (const one of ["postgres://a/site", "postgresql://me@[::1]:5432/a,b", "postgres://u:a,b@host/db"])
    expect(addressesOf(one)).toEqual([one]);
});

test("several hosts need the wish for the one that takes writes", () => {
  expect(faultOfHosts("postgres://a/site")).toBeNull();
  expect(faultOfHosts("postgres://a,b/site?target_session_attrs=read-write")).toBeNull();
  expect(faultOfHosts("postgres://a,b/site")).toContain("target_session_attrs=read-write");
  expect(faultOfHosts("postgres://a,b/site?target_session_attrs=any")).toContain("read-write");
  expect(faultOfHosts("postgres://a,b:x/site?target_session_attrs=read-write")).toContain("cannot be read");
});

let database: Database;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.close());

test(
  "O33: hosts that are down or never answer are passed over, and connections follow to another host",
  async () => {
    const proxies = [];
    for (let count = 0; count < 3; count++) proxies.push(await openDatabaseProxy(database.url));
    const [a, b, c] = proxies;
    if (!a || !b || !c) throw new Error("three hosts");
    const { pathname, username, host } = new URL(a.url);
    const hosts = [host, ...[b, c].map(({ url }) => new URL(url).host)].join(",");
    a.cut();
    b.block();
    const several = await openDatabase({
      databaseUrl: `postgresql://${username}@${hosts}${pathname}?target_session_attrs=read-write`,
      dataDir: "",
      mode: "own",
      holder: "npm test",
      log: silentLog,
    });
    try {
      await several.pool.query("create table written (a int)");
      c.cut();
      a.heal();
      await expect
        .poll(() => several.pool.query("insert into written values (1)").catch(() => null), {
          timeout: timeLimit(15),
        })
        .toMatchObject({ rowCount: 1 });
    } finally {
      for (const each of proxies) each.heal();
      await several.close();
      for (const each of proxies) await each.close();
    }
  },
  timeLimit(40),
);
