import type { Session } from "@cliffhanger/contract";
import { afterAll, beforeAll, expect, test } from "vitest";
import { describeDevice } from "#platform/device";
import { type TestApp, testApp } from "#test/app";
import { type MadeMember, makeGuest, makeMember, type Person } from "#test/people";

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
});
afterAll(() => app.close());

const listOf = async (person: Person) =>
  ((await person.call("GET", "/api/user/sessions")).data as { list: Session[]; total: number } | undefined)
    ?.list ?? [];
async function signIn({ email, password }: MadeMember, by: "cookie" | "header" = "cookie"): Promise<Person> {
  const person = await makeGuest(app, { by });
  await person.call("POST", "/api/user/login", { email, password });
  return person;
}

test("R15: a member sees the devices that are signed in, the newest first, and which one this is", async () => {
  const member = await makeMember(app);
  app.clock.advance(60);
  const phone = await signIn(member, "header");
  app.clock.advance(60);
  await signIn(member);
  const list = await listOf(phone);
  expect(list.map(({ current }) => current)).toEqual([false, true, false]);
  const times = list.map(({ createdAt }) => createdAt);
  expect(times).toEqual(times.toSorted().toReversed());
  expect(new Set(list.map(({ id }) => id)).size).toBe(3);
});

test("a member ends one device, or all others, and each is signed out at once", async () => {
  const member = await makeMember(app);
  const [phone, tablet, television] = [
    await signIn(member, "header"),
    await signIn(member),
    await signIn(member),
  ];
  const current = (await listOf(tablet)).find((session) => session.current);
  expect(await member.call("DELETE", "/api/user/sessions", { id: current?.id })).toMatchObject({
    code: 200,
    info: {},
  });
  expect(await listOf(tablet)).toEqual([]);
  expect(await listOf(member)).toHaveLength(3);
  expect(await phone.call("DELETE", "/api/user/sessions?others=true")).toMatchObject({ code: 200 });
  expect((await listOf(phone)).map((session) => session.current)).toEqual([true]);
  expect((await member.call("GET", "/api/user/sessions")).code).toBe(401);
  expect((await television.call("GET", "/api/user/sessions")).code).toBe(401);
});

test("ending this device signs it out and deletes its cookie", async () => {
  const member = await makeMember(app);
  const [own] = await listOf(member);
  const { headers, code } = await member.call("DELETE", "/api/user/sessions", { id: own?.id });
  expect(code).toBe(200);
  expect(headers["set-cookie"]).toMatch(/^sid=; Max-Age=0/i);
  expect(member.cookie).toBeNull();
});

test("another member's session cannot be ended", async () => {
  const [ana, ben] = [await makeMember(app), await makeMember(app)];
  const [session] = await listOf(ben);
  const answer = await ana.call("DELETE", "/api/user/sessions", { id: session?.id });
  const unknown = await ana.call("DELETE", "/api/user/sessions", { id: "01arz3ndektsv4rrffq69g5fav" });
  expect(answer).toMatchObject({ status: 200, code: 404 });
  expect({ ...answer, headers: null }).toEqual({ ...unknown, headers: null });
  expect(await listOf(ben)).toHaveLength(1);
});

test("a guest has no list of devices, and no device is recorded", async () => {
  const guest = await makeGuest(app);
  expect((await guest.call("GET", "/api/user/sessions")).code).toBe(401);
  const { rows } = await app.database.pool.query("select device from session where visitor_id = $1", [
    guest.id,
  ]);
  expect(rows).toEqual([{ device: "" }]);
});

test.each([
  [
    "Mozilla/5.0 (Linux; Android 14; Pixel 7) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Mobile Safari/537.36",
    "Chrome, Android",
  ],
  [
    "Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1",
    "Safari, iOS",
  ],
  ["Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0", "Firefox, Linux"],
  ["", ""],
  ["x".repeat(500), expect.stringMatching(/^.{0,100}$/)],
])("a device that says %j is shown as %j", async (userAgent, words) => {
  expect(await describeDevice(userAgent)).toEqual(words);
});
