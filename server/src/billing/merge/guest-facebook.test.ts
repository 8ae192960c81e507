import { createHash, randomBytes } from "node:crypto";
import type { User } from "@cliffhanger/contract";
import { afterAll, beforeAll, expect, test } from "vitest";
import { makeSeries } from "#test/factories";
import { type TestMemberships, testMemberships } from "#test/memberships";
import { headersOf, makeGuest, makeMember, newAddress, type Person } from "#test/people";
import { buyAsGuest, opens, ordersOf } from "#test/purchases";
import { answerDialog, type TestSandbox, testSandbox } from "#test/sandbox";

let shop: TestMemberships;
let sandbox: TestSandbox;
beforeAll(async () => {
  sandbox = await testSandbox();
  shop = await testMemberships(sandbox);
});
afterAll(async () => {
  await shop.close();
  await sandbox.stop();
});

const newSeries = () => makeSeries(shop, { free: 1, episodes: 3 });
const buyer = (email: string, seriesId: string) => buyAsGuest(shop, email, seriesId);

/** Comes back from Facebook as a person with a verified address. */
async function viaFacebook(person: Person, answer: { name: string; email: string }) {
  let fb = "";
  const go = async (url: string) => {
    const { cookie = "" } = headersOf(person);
    const response = await shop.http.inject({ url, headers: { cookie: `${cookie}; fb=${fb}` } });
    for (const { name, value } of response.cookies) {
      if (name === "fb") fb = value;
      else if (name === "sid") person.cookie = value;
    }
    return String(response.headers.location);
  };
  const { pathname, search } = await answerDialog(await go("/api/user/facebook"), answer);
  const path = await go(pathname + search);
  const post = async (url: string, payload: object) => {
    const { cookie = "" } = headersOf(person);
    const headers = { cookie: `${cookie}; fb=${fb}` };
    const response = await shop.http.inject({ method: "POST", url, payload, headers });
    for (const { name, value } of response.cookies) if (name === "sid") person.cookie = value;
    return response.json<{ code: number; info: User }>();
  };
  return { path, post };
}

test("case 99: a first sign-in with Facebook gathers what guests bought with the address that it verified", async () => {
  const person = { name: "Ada Sol", email: newAddress() };
  const series = await newSeries();
  const { guest, orderId } = await buyer(person.email, series.id);
  const other = await buyer(newAddress(), (await newSeries()).id);
  const elsewhere = await makeGuest(shop);
  const { post } = await viaFacebook(elsewhere, person);
  expect(await opens(elsewhere, series.id)).toBe(false);
  expect((await post("/api/user/facebook", { agree: true })).info.kind).toBe("member");
  expect(await ordersOf(elsewhere)).toEqual([orderId]);
  expect((await guest.call<User>("GET", "/api/user")).info.claimed).not.toBeNull();
  expect(await ordersOf(other.guest)).toEqual([other.orderId]);
});

test("case 99: a later sign-in with Facebook gathers them too, unless another member has the address", async () => {
  const person = { name: "Bo Lind", email: newAddress() };
  const first = await makeGuest(shop);
  const { post } = await viaFacebook(first, person);
  expect((await post("/api/user/facebook", { agree: true })).code).toBe(200);
  const { guest, orderId } = await buyer(person.email, (await newSeries()).id);
  const second = await makeGuest(shop);
  await viaFacebook(second, person);
  expect(await ordersOf(second)).toEqual([orderId]);
  expect((await guest.call<User>("GET", "/api/user")).info.claimed).not.toBeNull();

  // The member of this Facebook account has another address by now, which belongs to somebody else.
  const owner = await makeMember(shop);
  const { guest: theirs, orderId: theirOrder } = await buyer(owner.email, (await newSeries()).id);
  await shop.database.pool.query("update visitor set email = $2 where email = $1", [
    person.email,
    newAddress(),
  ]);
  await viaFacebook(await makeGuest(shop), { ...person, email: owner.email });
  expect(await ordersOf(theirs)).toEqual([theirOrder]);
});

test("case 99: connecting Facebook to the account with its address gathers them, and a password alone does not", async () => {
  const member = await makeMember(shop);
  const { orderId } = await buyer(member.email, (await newSeries()).id);
  const credentials = { email: member.email, password: member.password };
  const plain = await makeGuest(shop);
  await plain.call("POST", "/api/user/login", credentials);
  expect(await ordersOf(plain)).toEqual([]);
  const elsewhere = await makeGuest(shop);
  const { path, post } = await viaFacebook(elsewhere, { name: "Cy Moor", email: member.email });
  expect(path).toContain("/login?link=facebook");
  expect((await post("/api/user/login", credentials)).code).toBe(200);
  expect(await ordersOf(elsewhere)).toEqual([orderId]);
});

test("case 99: a password that is reset by mail gathers what guests bought with the member's address", async () => {
  const member = await makeMember(shop);
  const series = await newSeries();
  const { orderId } = await buyer(member.email, series.id);
  const other = await buyer(newAddress(), (await newSeries()).id);
  const code = randomBytes(32).toString("base64url");
  await shop.database.pool.query(
    "insert into password_reset (visitor_id, code_hash, ends_at) values ($1, $2, $3)",
    [member.id, createHash("sha256").update(code).digest(), new Date(shop.clock.now().getTime() + 60_000)],
  );
  const password = "another salt road";
  const reset = { code, password, repeatPassword: password };
  expect((await (await makeGuest(shop)).call("POST", "/api/user/password/reset", reset)).code).toBe(200);
  const device = await makeGuest(shop);
  await device.call("POST", "/api/user/login", { email: member.email, password });
  expect(await ordersOf(device)).toEqual([orderId]);
  expect(await opens(device, series.id)).toBe(true);
  expect(await ordersOf(other.guest)).toEqual([other.orderId]);
});
