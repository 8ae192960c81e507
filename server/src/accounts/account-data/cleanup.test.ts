import { sql } from "kysely";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { asSystem } from "#platform/db/audit";
import { startDue } from "#platform/jobs/due";
import { type TestApp, testApp } from "#test/app";
import { makeSeries } from "#test/factories";
import { makeGuest, makeMember } from "#test/people";
import { AT_ONCE, cleanUp } from "./cleanup.ts";
import { daysUntilDeletion } from "./deletion.ts";
import { cleanupTask } from "./run-cleanup.ts";

const day = 86_400;
let app: TestApp;
let seriesId = "";
let episodeId = "";
beforeAll(async () => {
  app = await testApp();
  const series = await makeSeries(app);
  seriesId = series.id;
  episodeId = series.episodes[0]?.id ?? "";
});
afterAll(() => app.close());
afterEach(() => app.database.pool.query("delete from visitor"));

const ask = async (statement: string, ...values: unknown[]) =>
  (await app.database.pool.query(statement, values)).rows;
const isThere = async (id: string) => (await ask("select from visitor where id = $1", id)).length === 1;

test("a guest without data is deleted two days after the last visit, and one who watched is not", async () => {
  const [passing, watching, early] = [await makeGuest(app), await makeGuest(app), await makeGuest(app)];
  expect((await watching.call("POST", "/api/user/history", { episodeId, position: 5 })).code).toBe(200);
  app.clock.advance(2 * day - 3600);
  await early.call("GET", "/api/user");
  expect(await cleanUp(app.accounts)).toMatchObject({ guests: 0, sessions: 0 });
  app.clock.advance(3601);
  expect(await cleanUp(app.accounts)).toMatchObject({ guests: 1, sessions: 0 });
  expect(await Promise.all([passing, watching, early].map(({ id }) => isThere(id)))).toEqual([
    false,
    true,
    true,
  ]);
  // The deleted guest's browser becomes a new guest, without an error.
  const { code, info } = await passing.call("GET", "/api/user");
  expect({ code, same: info["id"] === passing.id }).toEqual({ code: 200, same: false });
});

test("a guest whose session has ended is deleted with all data, because no secret opens it any more", async () => {
  const guest = await makeGuest(app);
  await guest.call("POST", "/api/user/history", { episodeId, position: 5 });
  app.clock.advance(180 * day + 1);
  expect(await cleanUp(app.accounts)).toMatchObject({ sessions: 1, guests: 1 });
  expect(await ask("select from progress where visitor_id = $1", guest.id)).toEqual([]);
});

test("O22: GUEST_DAYS decides when a guest is deleted with all data; one with an order, a right or an address stays", async () => {
  const guests = await Promise.all([1, 2, 3, 4, 5].map(() => makeGuest(app)));
  const [watching, ordering, entitled, reachable, recent] = guests.map(({ id }) => id);
  for (const guest of guests) await guest.call("POST", "/api/user/history", { episodeId, position: 5 });
  await ask(
    `insert into purchase_order (id, kind, state, title, currency, amount, method, client_token, language, created_at, visitor_id)
     values ('kept', 'unlock', 'cancelled', '{}', 'USD', 699, 'card', 'kept', 'en', now(), $1)`,
    ordering,
  );
  await asSystem(app.database.db, "restore", (trx) =>
    sql`insert into entitlement (id, visitor_id, scope, source_type, source_id, valid_from, created_at)
      values ('kept', ${entitled}, 'membership', 'grant', 'kept', now(), now())`.execute(trx),
  );
  await ask("update visitor set pending_email = 'ana@example.com' where id = $1", reachable);
  app.clock.advance(29 * day);
  await guests[4]?.call("GET", "/api/user");
  app.clock.advance(day + 1);
  expect(await cleanUp(app.accounts)).toMatchObject({ guests: 0 });
  expect(await cleanUp({ ...app.accounts, guestDays: 30 })).toMatchObject({ guests: 1 });
  expect(await isThere(watching ?? "")).toBe(false);
  expect(await ask("select from progress where visitor_id = $1", watching)).toEqual([]);
  for (const id of [ordering, entitled, reachable, recent]) expect(await isThere(id ?? "")).toBe(true);
  await ask("delete from purchase_order where id = 'kept'");
});

test("a member is not deleted however long they are away; their sessions end", async () => {
  const member = await makeMember(app);
  const guest = await makeGuest(app);
  await guest.call("POST", "/api/user/login", { email: member.email, password: member.password });
  app.clock.advance(29 * day);
  await guest.call("GET", "/api/user");
  app.clock.advance(2 * day);
  expect(await cleanUp(app.accounts)).toMatchObject({ sessions: 1, guests: 0, accounts: 0 });
  expect((await guest.call("GET", "/api/user/sessions")).data).toMatchObject({ total: 1 });
  for (let week = 0; week < 9; week++) {
    app.clock.advance(7 * day);
    await guest.call("GET", "/api/user");
  }
  // A session ends ninety days after sign-in, used or not.
  expect(await cleanUp(app.accounts)).toMatchObject({ sessions: 1 });
  // The guest's row stays too: it refers to the member.
  expect([await isThere(member.id), await isThere(guest.id)]).toEqual([true, true]);
});

test("R15: two weeks after its owner's request an account is erased with all data, including the guests that became it", async () => {
  const member = await makeMember(app);
  const guest = await makeGuest(app);
  await guest.call("POST", "/api/user/history", { episodeId, position: 5 });
  await guest.call("POST", "/api/user/login", { email: member.email, password: member.password });
  await member.call("POST", "/api/contact", { email: member.email, subject: "Bye", text: "It was nice." });
  await member.call("POST", "/api/user/delete", { password: member.password });
  const other = await makeMember(app);
  app.clock.advance(daysUntilDeletion * day - 1);
  expect(await cleanUp(app.accounts)).toMatchObject({ accounts: 0 });
  expect(await isThere(member.id)).toBe(true);
  app.clock.advance(1);
  expect(await cleanUp(app.accounts)).toMatchObject({ accounts: 1 });
  expect(await Promise.all([member.id, guest.id, other.id].map(isThere))).toEqual([false, false, true]);
  for (const table of ["session", "agreement", "progress", "history", "ticket"])
    expect(
      await ask(`select from ${table} where visitor_id = any($1)`, [member.id, guest.id]),
      table,
    ).toEqual([]);
  const again = await makeMember(app, { email: member.email });
  expect(again.id).not.toBe(member.id);
});

test("R15: no table contains anything of an erased account: neither its id nor its address", async () => {
  const guest = await makeGuest(app);
  await guest.call("POST", "/api/user/history", { episodeId, position: 5 });
  const member = await makeMember(app, { email: "gone.for.good@example.com" });
  const { email, password } = member;
  await guest.call("POST", "/api/user/login", { email, password });
  await member.call("POST", "/api/user/profile", { displayName: "Gone For Good" });
  await member.call("POST", "/api/contact", { email, subject: "Bye", text: "Gone For Good" });
  await member.call("POST", "/api/user/favorite", { seriesId });
  await member.call("DELETE", "/api/user/history", { seriesId });
  app.clock.advance(1);
  await member.call("POST", "/api/user/history", { episodeId, position: 9 });
  const { id, referrerToken } = (await member.call("GET", "/api/user")).info;
  const traces = [id, guest.id, referrerToken, email, "Gone For Good"].map(String);
  expect((await tablesThatHold(traces)).sort()).toEqual([
    "agreement",
    "counted_play",
    "favorite",
    "history",
    "progress",
    "session",
    "ticket",
    "visitor",
  ]);
  await member.call("POST", "/api/user/delete", { password });
  app.clock.advance(daysUntilDeletion * day);
  expect(await cleanUp(app.accounts)).toMatchObject({ accounts: 1 });
  expect(await tablesThatHold(traces)).toEqual([]);
});

/** Returns every table of the database that contains one of the texts; a partition counts as its table. */
async function tablesThatHold(texts: string[]): Promise<string[]> {
  const tables = await ask(
    `select oid::regclass::text as whole, relname as name from pg_class
     where relkind in ('r', 'p') and not relispartition
       and relnamespace::regnamespace::text not in ('pg_catalog', 'information_schema')`,
  );
  expect(tables.length).toBeGreaterThan(20);
  const found: string[] = [];
  for (const { whole, name } of tables) {
    const rows = await ask(
      `select from ${whole} as held where exists (select from unnest($1::text[]) as text
       where strpos(held::text, text) > 0) limit 1`,
      texts,
    );
    if (rows.length > 0) found.push(name);
  }
  return found;
}

test("T29: an abandoned Facebook sign-in is deleted, with its name and address", async () => {
  const at = app.clock.now();
  const ends = new Date(at.getTime() + 600_000);
  await ask(
    `insert into facebook_pending (token_hash, facebook_id, email, display_name, ends_at)
     values ('a', '1', 'ana@example.com', 'Ana', $1)`,
    ends,
  );
  await ask("insert into facebook_return (secret_hash, ends_at) values ('b', $1)", ends);
  expect(await cleanUp(app.accounts)).toMatchObject({ facebook: 0 });
  app.clock.advance(600);
  expect(await cleanUp(app.accounts)).toMatchObject({ facebook: 1 });
  expect(await ask("select from facebook_pending union all select from facebook_return")).toEqual([]);
});

test("an account whose deletion was undone is not erased", async () => {
  const member = await makeMember(app);
  await member.call("POST", "/api/user/delete", { password: member.password });
  await member.call("POST", "/api/user/delete", { undo: true });
  app.clock.advance(20 * day);
  expect(await cleanUp(app.accounts)).toMatchObject({ accounts: 0 });
  expect(await isThere(member.id)).toBe(true);
});

test("old reset codes and counts are deleted, and those of today are not", async () => {
  const member = await makeMember(app);
  const at = app.clock.now();
  await ask("delete from throttle");
  await ask(
    "insert into password_reset (visitor_id, code_hash, ends_at) values ($1, 'a', $2)",
    member.id,
    new Date(at.getTime() + 1000),
  );
  await ask("insert into throttle (key, count, since) values ('old', 3, $1)", at);
  await ask(
    "insert into throttle (key, count, since, blocked_until) values ('blocked', 3, $1, $2)",
    at,
    new Date(at.getTime() + 3 * day * 1000),
  );
  app.clock.advance(1);
  expect(await cleanUp(app.accounts)).toMatchObject({ codes: 1, throttles: 0 });
  app.clock.advance(2 * day);
  await ask("insert into throttle (key, count, since) values ('new', 3, $1)", app.clock.now());
  expect(await cleanUp(app.accounts)).toMatchObject({ codes: 0, throttles: 1 });
  expect(await ask("select convert_from(key, 'utf8') as key from throttle order by key")).toEqual([
    { key: "blocked" },
    { key: "new" },
  ]);
});

test("more guests than one batch are all deleted in one round, with what a domain stores about each", async () => {
  await ask(
    `with guest as (
       insert into visitor (id, kind, referrer_token, created_at)
       select 'guest-' || n, 'guest', 'token-' || n, $1 from generate_series(1, ${AT_ONCE + 1}) n
       returning id
     )
     insert into mail_sent (id, kind, subject_id, at, state) select id, 'a-mail', id, $1, 'accepted' from guest`,
    app.clock.now(),
  );
  expect(await cleanUp(app.accounts)).toMatchObject({ guests: AT_ONCE + 1 });
  expect(await ask("select from visitor")).toEqual([]);
  expect(await ask("select from mail_sent where kind = 'a-mail'")).toEqual([]);
});

test("the cleanup runs every hour of the clock, and stops with the app", async () => {
  const runs = startDue({ ...app.accounts, upkeep: app.database.upkeep, pollMs: 10 }, [
    cleanupTask(app.accounts),
  ]);
  const first = await makeGuest(app);
  await expect.poll(async () => (await ask("select from throttle")).length).toBeGreaterThan(0);
  app.clock.advance(3 * day);
  await expect.poll(() => isThere(first.id)).toBe(false);
  await runs.stop();
  const second = await makeGuest(app);
  app.clock.advance(3 * day);
  await new Promise((resolve) => setTimeout(resolve, 100));
  expect(await isThere(second.id)).toBe(true);
});

test("an account that cannot be erased stays complete, and the others are erased all the same", async () => {
  const [stuck, free] = [await makeMember(app), await makeMember(app)];
  for (const member of [stuck, free])
    await member.call("POST", "/api/user/delete", { password: member.password });
  app.clock.advance(daysUntilDeletion * day);
  const failing = {
    erased: async (_trx: unknown, ids: readonly string[]) => {
      if (ids.includes(stuck.id)) throw new Error("the ledger is closed");
    },
  };
  const accounts = { ...app.accounts, listeners: [...app.accounts.listeners, failing] };
  expect(await cleanUp(accounts)).toMatchObject({ accounts: 1 });
  expect([await isThere(stuck.id), await isThere(free.id)]).toEqual([true, false]);
  expect(await ask("select from agreement where visitor_id = $1", stuck.id)).toHaveLength(2);
  expect(await cleanUp(app.accounts)).toMatchObject({ accounts: 1 });
});
