import type { User } from "@cliffhanger/contract";
import { afterAll, beforeAll, expect, test } from "vitest";
import { secondNode, type TestApp, testApp } from "#test/app";
import { type MadeSeries, makeSeries } from "#test/factories";
import { type Answer, callAs, type Device, makeMember } from "#test/people";

let app: TestApp;
let series: MadeSeries;
beforeAll(async () => {
  app = await testApp({ LIMIT_GUESTS: "3" });
  series = await makeSeries(app);
});
afterAll(() => app.close());

let networks = 0;

/** Fills the limit of new guests of one network; returns a function that gives further devices of it. */
async function crowd(): Promise<() => Device> {
  networks += 1;
  const address = `2001:db8:0:${networks}::1`;
  const device = (): Device => ({ cookie: null, token: null, address });
  for (let count = 0; count < 3; count++)
    expect(await rowsOf((await ask(device())).info.id)).toEqual({ visitors: 1, sessions: 1 });
  return device;
}

const ask = (device: Device): Promise<Answer<User>> => callAs<User>(app, device, "GET", "/api/user");

async function rowsOf(id: string): Promise<{ visitors: number; sessions: number }> {
  const { rows } = await app.database.pool.query(
    "select (select count(*)::int from visitor where id = $1) visitors, (select count(*)::int from session where visitor_id = $1) sessions",
    [id],
  );
  return rows[0];
}

const report = (device: Device, at = 1) =>
  callAs(app, device, "POST", "/api/user/history", { episodeId: series.episodes[at - 1]?.id, position: 5 });

test("T05, R39: everyone in a crowd behind one address is served and can play, with one id and without a row", async () => {
  const device = (await crowd())();
  const first = await ask(device);
  expect(first).toMatchObject({ status: 200, code: 200, info: { kind: "guest", email: null } });
  expect(device.cookie).not.toBeNull();
  expect(device.token).not.toBeNull();
  expect(device.token).not.toBe(device.cookie);
  expect((await ask(device)).info).toEqual(first.info);
  const played = await callAs(app, device, "GET", `/api/video/episode?id=${series.episodes[0]?.id}`);
  expect(played).toMatchObject({
    code: 200,
    info: { playback: { hls: expect.stringContaining("/media/") } },
  });
  const history = await callAs(app, device, "GET", "/api/user/history");
  expect(history).toMatchObject({ code: 200, data: { total: 0 } });
  expect(await callAs(app, device, "GET", "/api/user/consent")).toMatchObject({ code: 200 });
  expect(await rowsOf(first.info.id)).toEqual({ visitors: 0, sessions: 0 });
});

test("T05: the networks of one IPv6 /64 are counted together, another one is not", async () => {
  const device = (await crowd())();
  const neighbour = { ...device, address: device.address?.replace("::1", "::ffff:1") as string };
  const elsewhere = { ...device, address: "2001:db8:ffff::1" };
  expect(await rowsOf((await ask(neighbour)).info.id)).toMatchObject({ visitors: 0 });
  expect(await rowsOf((await ask(elsewhere)).info.id)).toMatchObject({ visitors: 1 });
});

test.each(["cookie", "token"] as const)(
  "T05, R39: the first data to store creates the row of the same guest, by %s",
  async (by) => {
    const device = (await crowd())();
    const { info } = await ask(device);
    device[by === "cookie" ? "token" : "cookie"] = null;
    const both = await Promise.all([report(device, 1), report(device, 2)]);
    expect(both).toMatchObject([{ code: 200 }, { code: 200 }]);
    expect(await rowsOf(info.id)).toEqual({ visitors: 1, sessions: 1 });
    expect((await ask(device)).info).toMatchObject({ id: info.id, referrerToken: info.referrerToken });
    const history = await callAs(app, device, "GET", "/api/user/history");
    expect(history).toMatchObject({ data: { total: 1 } });
  },
);

test("T05: of the first data that many guests store, several at once each, nothing is refused", async () => {
  const next = await crowd();
  for (let round = 0; round < 12; round++) {
    const device = next();
    await ask(device);
    const all = await Promise.all([1, 2, 1, 2].map((position) => report(device, position)));
    expect(all.map(({ code }) => code)).toEqual([200, 200, 200, 200]);
  }
});

test("T05: both secrets of a guest who was saved by one of them identify the same guest", async () => {
  const device = (await crowd())();
  const { info } = await ask(device);
  await report({ ...device, token: null });
  expect((await ask({ ...device, cookie: null })).info.id).toBe(info.id);
  expect((await ask({ ...device, token: null })).info.id).toBe(info.id);
  expect(await rowsOf(info.id)).toEqual({ visitors: 1, sessions: 1 });
});

test("T05: consent, a name and registration save the guest; a refused request does not", async () => {
  const next = await crowd();
  const keeping: [path: string, body: object, good: boolean][] = [
    ["/api/user/consent", { ads: true, analytics: false, version: "2026-01-01" }, true],
    ["/api/user/profile", { displayName: "Ana" }, true],
    ["/api/user/profile", { displayName: 5 }, false],
    ["/api/user/history", { list: "none" }, false],
    ["/api/payment/order", { kind: "subscribe" }, false],
  ];
  for (const [path, body, good] of keeping) {
    const device = next();
    const { info } = await ask(device);
    const answer = await callAs(app, device, "POST", path, body);
    expect([path, answer.code === 200]).toEqual([path, good]);
    expect([path, await rowsOf(info.id)]).toMatchObject([path, { visitors: good ? 1 : 0 }]);
  }
  const device = next();
  const { info } = await ask(device);
  const registration = {
    email: "crowd@example.com",
    password: "a long salt road",
    repeatPassword: "a long salt road",
    agree: true,
  };
  expect(await callAs(app, device, "POST", "/api/user/register", registration)).toMatchObject({ code: 200 });
  expect((await ask(device)).info).toMatchObject({ id: info.id, kind: "member" });
});

test("T03: a secret of a guest without a row cannot be forged, changed, used in the other channel, or used after two days", async () => {
  const device = (await crowd())();
  const { info } = await ask(device);
  const { cookie, token } = device;
  const other = await ask({ cookie: null, token: null, address: device.address });
  const swapped = String(cookie).replace(info.id, other.info.id);
  for (const wrong of [
    { cookie: token, token: null },
    { cookie: null, token: cookie },
    { cookie: swapped, token: null },
    { cookie: `${cookie}x`, token: null },
    { cookie: String(cookie).replace(/.$/, (last) => (last === "A" ? "E" : "A")), token: null },
  ])
    expect((await callAs(app, { ...wrong }, "GET", "/api/user/history")).code).toBe(401);
  const good = { cookie, token: null };
  expect((await callAs(app, { ...good }, "GET", "/api/user/history")).code).toBe(200);
  app.clock.advance(2 * 86_400 + 1);
  expect((await callAs(app, { ...good }, "GET", "/api/user/history")).code).toBe(401);
});

test("R63, T03: a guest that was saved and signed in stays merged: its old secrets open nothing again", async () => {
  const member = await makeMember(app, { email: "merge@example.com" });
  const device = (await crowd())();
  const { info } = await ask(device);
  await report(device);
  const old = { ...device };
  const { email, password } = member;
  const login = await callAs(app, device, "POST", "/api/user/login", { email, password });
  expect(login).toMatchObject({ code: 200, info: { id: member.id } });
  expect((await callAs(app, { ...old, token: null }, "GET", "/api/user/history")).code).toBe(401);
  expect((await callAs(app, { ...old, cookie: null }, "GET", "/api/user/history")).code).toBe(401);
  expect((await ask({ ...old })).info.id).not.toBe(info.id);
});

test("T05: another node recognises a guest without a row too", async () => {
  const device = (await crowd())();
  const { info } = await ask(device);
  const node = await secondNode(app);
  expect((await callAs<User>(node, device, "GET", "/api/user")).info.id).toBe(info.id);
  await node.stop();
});

test("R8: a guest who is saved later is credited to the click that its requests carry", async () => {
  const device = (await crowd())();
  const { info } = await ask(device);
  const answer = await app.http.inject({
    method: "POST",
    url: "/api/user/history",
    headers: { cookie: `sid=${device.cookie}`, "content-type": "application/json", fbclid: "IwAR0campaign" },
    payload: JSON.stringify({ episodeId: series.episodes[0]?.id, position: 5 }),
  });
  expect(answer.json().code).toBe(200);
  const { rows } = await app.database.pool.query("select t::text from touch t where visitor_id = $1", [
    info.id,
  ]);
  expect(JSON.stringify(rows)).toContain("IwAR0campaign");
});
