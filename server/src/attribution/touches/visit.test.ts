import type { User } from "@cliffhanger/contract";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { type TestApp, testApp } from "#test/app";
import { callAs, headersOf, makeGuest, makeMember, type Person } from "#test/people";
import { aggregateOld } from "../aggregation/aggregate.ts";
import { MAX_TOUCHES } from "./note-touch.ts";
import { listTouches } from "./repository.ts";
import type { Touch } from "./touch.ts";

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
});
afterAll(() => app.close());
beforeEach(() => app.clock.advance(60));

const day = 86_400;

/** Reports a landing like a browser does once at the start. */
async function land(person: Person, landing: string, referrer?: string): Promise<User> {
  app.clock.advance(1);
  const query = new URLSearchParams({ landing, ...(referrer === undefined ? {} : { referrer }) });
  return (await person.call<User>("GET", `/api/user?${query.toString()}`)).info;
}

async function touches(person: Pick<Person, "id">): Promise<Touch[]> {
  const rows = await listTouches(app.database.db, person.id, new Date(0));
  return rows.map(({ record }) => record);
}

const kinds = async (person: Pick<Person, "id">) =>
  (await touches(person)).map(({ kind, value }) => [kind, value]);

/** Returns a visitor's credited touches: the first, and the last one that was not direct. */
async function counted({ id }: Pick<Person, "id">) {
  const { rows } = await app.database.pool.query(
    `select f.kind as first, l.kind as last, l.campaign from touch
     join channel f on f.id = first_channel join channel l on l.id = last_channel
     where visitor_id = $1 order by at desc, touch.id desc limit 1`,
    [id],
  );
  return rows[0];
}

test("R8: the first call of a landing creates the guest and stores how they came, in their language", async () => {
  const landing = "/videos/salt01?ttclid=E.C.P.one&utm_source=tiktok&utm_campaign=Autumn&x=secret";
  const response = await app.http.inject({
    url: `/api/user?landing=${encodeURIComponent(landing)}`,
    headers: { "accept-language": "pt-BR" },
  });
  const { id } = response.json().info;
  expect(await touches({ id })).toEqual([
    {
      kind: "tiktok",
      value: "E.C.P.one",
      token: null,
      landing: "/videos/salt01",
      seriesId: "salt01",
      referrer: null,
      utm: { source: "tiktok", campaign: "Autumn" },
      language: "pt",
      at: app.clock.now().toISOString(),
    },
  ]);
});

test("R36: the value of a TikTok click under FBCLID and TTCLID is a TikTok click, wherever it returns", async () => {
  const guest = await makeGuest(app);
  await land(guest, "/?ttclid=tt1");
  const headers = { ...headersOf(guest), fbclid: "tt1", ttclid: "tt1" };
  await app.http.inject({ url: "/api/user?fbclid=tt1&ttclid=tt1", headers });
  // A client that knows only one of the keys.
  await app.http.inject({ url: "/api/user?fbclid=tt1&ttclid=", headers: headersOf(guest) });
  await land(guest, "/?fbclid=tt1");
  expect(await kinds(guest)).toEqual([["tiktok", "tt1"]]);
});

test("R36, R58: without a landing, the headers give the touch, once", async () => {
  const ask = async (headers: Record<string, string>, query = "") => {
    const { info } = (await app.http.inject({ url: `/api/user${query}`, headers })).json();
    return kinds(info);
  };
  expect(await ask({ fbclid: "tt1", ttclid: "tt1" })).toEqual([["tiktok", "tt1"]]);
  expect(await ask({ fbclid: "fb2", ttclid: "tt1" })).toEqual([["facebook", "fb2"]]);
  expect(await ask({ fbclid: "fb3" })).toEqual([["facebook", "fb3"]]);
  expect(await ask({ "x-user-referer-token": "friend" })).toEqual([["token", "friend"]]);
  expect(await ask({ "x-user-referer-token": "x".repeat(200), fbclid: "é" })).toEqual([]);
  // R60: both keys are in every request, empty if there is nothing.
  expect(await ask({}, "?fbclid=&ttclid=")).toEqual([]);
  expect(await ask({ ttclid: "tt5" }, "?fbclid=&ttclid=")).toEqual([["tiktok", "tt5"]]);
  const guest = await makeGuest(app);
  await land(guest, "/?utm_campaign=Mail");
  await app.http.inject({ url: "/api/user", headers: { ...headersOf(guest), fbclid: "old", ttclid: "" } });
  expect(await kinds(guest)).toEqual([["utm", null]]);
});

test("R8: of several touches the first and the last one that is not direct count, within 90 days", async () => {
  const guest = await makeGuest(app);
  await land(guest, "/", "https://blog.example/");
  app.clock.advance(day);
  await land(guest, "/?fbclid=fb1&utm_campaign=Winter");
  app.clock.advance(day);
  await land(guest, "/");
  expect(await counted(guest)).toEqual({ first: "referral", last: "facebook", campaign: "Winter" });
  app.clock.advance(88 * day);
  await land(guest, "/my");
  expect(await counted(guest)).toEqual({ first: "facebook", last: "facebook", campaign: "Winter" });
  app.clock.advance(5 * day);
  await land(guest, "/my");
  expect(await counted(guest)).toEqual({ first: "direct", last: "direct", campaign: "" });
});

test("R8: reloading a click is one touch, and direct visits are one per day", async () => {
  const guest = await makeGuest(app);
  await Promise.all(Array.from({ length: 12 }, () => land(guest, "/?fbclid=fb1")));
  for (let time = 0; time < 3; time++) await land(guest, "/");
  expect(await kinds(guest)).toEqual([["facebook", "fb1"]]);
  app.clock.advance(day);
  for (let time = 0; time < 3; time++) await land(guest, "/");
  expect(await kinds(guest)).toEqual([
    ["facebook", "fb1"],
    ["direct", null],
  ]);
});

test("R8, T13: the touches of a visitor are limited: beyond that only the first and the last are stored", async () => {
  const guest = await makeGuest(app);
  for (let click = 0; click <= MAX_TOUCHES; click++) await land(guest, `/?fbclid=fb${click}`);
  expect(await kinds(guest)).toEqual([
    ["facebook", "fb0"],
    ["facebook", `fb${MAX_TOUCHES - 1}`],
    ["facebook", `fb${MAX_TOUCHES}`],
  ]);
  expect(await counted(guest)).toMatchObject({ first: "facebook", last: "facebook" });
});

test("R35, T17: opening one's own link credits no one, neither as a guest nor as the member they become", async () => {
  const guest = await makeGuest(app);
  const { referrerToken } = await land(guest, "/");
  await land(guest, `/?token=${referrerToken}`);
  await land(guest, `/?token=${referrerToken}&fbclid=fb1`);
  expect((await touches(guest)).map(({ kind, token }) => [kind, token])).toEqual([
    ["direct", null],
    ["facebook", null],
  ]);
  const member = await makeMember(app);
  const own = await land(member, "/");
  const another = await makeGuest(app);
  await land(another, `/videos/salt01?token=${own.referrerToken}`);
  expect(await counted(another)).toMatchObject({ last: "token" });
  app.clock.advance(60);
  await another.call("POST", "/api/user/login", { email: member.email, password: member.password });
  expect((await touches(member)).map(({ kind, token }) => [kind, token])).toEqual([
    ["direct", null],
    ["direct", null],
  ]);
  expect(await counted(member)).toMatchObject({ first: "direct", last: "direct" });
  app.clock.advance(day);
  const old = (
    await app.database.pool.query("select referrer_token from visitor where id = $1", [another.id])
  ).rows[0];
  await land(member, `/?token=${old.referrer_token}`);
  expect((await touches(member)).at(-1)).toMatchObject({ kind: "direct", token: null });
});

test("R35, T17: an unknown token is stored as it is, opens nothing and credits no one", async () => {
  const guest = await makeGuest(app);
  await land(guest, "/?token=nobody-knows-it");
  expect(await kinds(guest)).toEqual([["token", "nobody-knows-it"]]);
  const { info } = await callAs<User>(
    app,
    { cookie: null, token: null },
    "GET",
    "/api/user?landing=/?token=nobody",
  );
  expect(info.kind).toBe("guest");
});

test("R39: a guest's touches are the member's after registering and signing in, each click once", async () => {
  const guest = await makeGuest(app);
  await land(guest, "/?fbclid=fb1");
  const member = await makeMember(app, { guest });
  expect(await kinds(member)).toEqual([["facebook", "fb1"]]);
  app.clock.advance(day);
  const later = await makeGuest(app);
  await land(later, "/?fbclid=fb1");
  await land(later, "/?ttclid=tt1");
  await later.call("POST", "/api/user/login", { email: member.email, password: member.password });
  expect(await kinds(member)).toEqual([
    ["facebook", "fb1"],
    ["tiktok", "tt1"],
  ]);
});

test("R8, R24: malformed or oversized landings exclude no visitor", async () => {
  for (const query of [
    `landing=${"%2F".padEnd(6000, "a")}`,
    "landing=%00%ff&referrer=%00",
    "landing=/&landing=/&referrer=a&referrer=b",
    "landing=javascript:alert(1)",
    `landing=/?utm_campaign=${"%F0%9F%98%80".repeat(200)}`,
  ]) {
    const response = await app.http.inject(`/api/user?${query}`);
    expect(response.statusCode, query.slice(0, 40)).toBe(200);
    expect(response.json().info.kind).toBe("guest");
  }
});

test("R8: touches are deleted after 90 days, and their click in later headers does not count again", async () => {
  const guest = await makeGuest(app);
  await land(guest, "/?fbclid=fb1");
  app.clock.advance(91 * day);
  await aggregateOld(app.attribution);
  await app.http.inject({ url: "/api/user", headers: { ...headersOf(guest), fbclid: "fb1" } });
  expect(await touches(guest)).toEqual([]);
});
