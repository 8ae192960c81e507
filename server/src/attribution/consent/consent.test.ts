import { type Consent, consentVersion } from "@cliffhanger/contract";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { type TestApp, testApp } from "#test/app";
import { callAs, makeGuest, makeMember, type Person } from "#test/people";
import { networkOf } from "./consent.ts";

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
});
afterAll(() => app.close());
beforeEach(() => app.clock.advance(60));

const version = consentVersion;
const allowed = async (person: Person) => (await person.call<Consent>("GET", "/api/user/consent")).info;
const choose = (person: Person, choice: object) =>
  person.call<Consent>("POST", "/api/user/consent", { version, ...choice });

async function proofs({ id }: Pick<Person, "id">) {
  const { rows } = await app.database.pool.query(
    "select ads, analytics, version, network, language from consent where visitor_id = $1 order by at, id",
    [id],
  );
  return rows;
}

test("R86: no one allows anything before being asked", async () => {
  expect(await allowed(await makeGuest(app))).toEqual({ ads: false, analytics: false, version, at: null });
});

test("R86: a choice is answered from then on, and every change is stored as proof", async () => {
  const guest = await makeGuest(app, { address: "203.0.113.77" });
  const first = await choose(guest, { ads: true, analytics: false });
  const at = app.clock.now().toISOString();
  expect(first.info).toEqual({ ads: true, analytics: false, version, at });
  expect(await allowed(guest)).toEqual(first.info);
  app.clock.advance(60);
  // The same choice again adds nothing: the first proof counts.
  expect((await choose(guest, { ads: true, analytics: false })).info.at).toBe(at);
  await choose(guest, { ads: false, analytics: false });
  expect(await allowed(guest)).toMatchObject({ ads: false, analytics: false });
  const proof = { version, network: "203.0.113.0/24", language: "en" };
  expect(await proofs(guest)).toEqual([
    { ads: true, analytics: false, ...proof },
    { ads: false, analytics: false, ...proof },
  ]);
});

test("R86: a choice requires a visitor, and names the version of the text", async () => {
  const nobody = { cookie: null, token: null };
  expect((await callAs(app, nobody, "GET", "/api/user/consent")).code).toBe(401);
  expect(
    (await callAs(app, nobody, "POST", "/api/user/consent", { ads: true, analytics: true, version })).code,
  ).toBe(401);
  const guest = await makeGuest(app);
  for (const wrong of [
    {},
    { ads: "yes", analytics: false },
    { ads: true, analytics: true, version: "" },
    { ads: true, analytics: true, version: "<b>" },
    { ads: true, analytics: true, version: "x".repeat(41) },
  ])
    expect((await choose(guest, wrong)).status).toBe(400);
  expect(await proofs(guest)).toEqual([]);
});

test("R86, T13: a visitor who changes the choice all the time is stopped", async () => {
  const guest = await makeGuest(app);
  const statuses = [];
  for (let time = 0; time < 32; time++) {
    app.clock.advance(1);
    statuses.push((await choose(guest, { ads: time % 2 === 0, analytics: false })).status);
  }
  expect(statuses.slice(28, 31)).toEqual([200, 200, 429]);
});

test("R86, R39: a choice survives registration, and after signing in the newest of guest and member counts", async () => {
  const guest = await makeGuest(app);
  await choose(guest, { ads: true, analytics: true });
  const member = await makeMember(app, { guest });
  expect(await allowed(member)).toMatchObject({ ads: true, analytics: true });
  const older = await makeGuest(app);
  await choose(older, { ads: true, analytics: false });
  app.clock.advance(60);
  await choose(member, { ads: false, analytics: true });
  app.clock.advance(60);
  const newer = await makeGuest(app);
  await choose(newer, { ads: false, analytics: false });
  const signIn = { email: member.email, password: member.password };
  app.clock.advance(60);
  await older.call("POST", "/api/user/login", signIn);
  expect(await allowed(older)).toMatchObject({ ads: false, analytics: true });
  await newer.call("POST", "/api/user/login", signIn);
  expect(await allowed(member)).toMatchObject({ ads: false, analytics: false });
  expect(await proofs(member)).toHaveLength(4);
});

test("R86: a proof is never changed, not even by the server", async () => {
  const guest = await makeGuest(app);
  await choose(guest, { ads: false, analytics: false });
  const change = app.database.pool.query("update consent set ads = true where visitor_id = $1", [guest.id]);
  await expect(change).rejects.toThrow("a consent is never changed");
});

test("R86: of an IP address only the network is stored", () => {
  expect(networkOf("198.51.100.9")).toBe("198.51.100.0/24");
  expect(networkOf("2001:db8:aa:bb::/64")).toBe("2001:db8:aa::/48");
  expect(networkOf("2001:db8::/64")).toBe("2001:db8::/48");
  expect(networkOf("unknown")).toBe("");
});
