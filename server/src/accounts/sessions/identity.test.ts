import { parseSetCookie } from "cookie";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type TestApp, testApp } from "#test/app";
import { makeGuest, makeMember } from "#test/people";

const day = 24 * 60 * 60;
let app: TestApp;
beforeAll(async () => {
  app = await testApp();
});
afterAll(() => app.close());

async function ask(headers: Record<string, string> = {}, url = "/api/user") {
  const response = await app.http.inject({ url, headers });
  const { "set-cookie": set, "x-user-token": token } = response.headers;
  return {
    id: response.json().info?.id as string,
    kind: response.json().info?.kind as string,
    cookie: typeof set === "string" ? parseSetCookie(set) : null,
    token: (token ?? null) as string | null,
  };
}

test("R62: a new visitor becomes a guest and gets two secrets, by cookie and by header", async () => {
  const { id, kind, cookie, token } = await ask();
  expect(kind).toBe("guest");
  expect(cookie).toMatchObject({
    name: "sid",
    path: "/",
    httpOnly: true,
    sameSite: "lax",
    maxAge: 400 * day,
  });
  expect(cookie).not.toHaveProperty("secure");
  expect(cookie?.value).toMatch(/^[\w-]{43}$/);
  expect(token).toMatch(/^[\w-]{43}$/);
  expect(token).not.toBe(cookie?.value);
  const byCookie = await ask({ cookie: `sid=${cookie?.value}` });
  expect(byCookie).toEqual({ id, kind, cookie: null, token: null });
  expect(await ask({ "x-user-token": token ?? "" })).toEqual({ id, kind, cookie: null, token: null });
});

test("a browser that reaches the site by https gets its cookie for https only", async () => {
  const secure = await testApp({ PUBLIC_ORIGIN: "https://watch.example.com" });
  try {
    const response = await secure.http.inject({ url: "/api/user", headers: { host: "watch.example.com" } });
    expect(parseSetCookie(String(response.headers["set-cookie"]))).toMatchObject({ secure: true });
  } finally {
    await secure.close();
  }
});

const dead = "A".repeat(43);

test.each([
  ["a stale cookie proves that cookies work", { cookie: `sid=${dead}` }, { cookie: true, header: false }],
  ["a dead header alone", { "x-user-token": dead }, { cookie: true, header: true }],
  [
    "a dead header beside a cookie leaves the cookie alone",
    { "x-user-token": dead, cookie: `sid=${dead}` },
    { cookie: false, header: true },
  ],
  ["an empty header is none", { "x-user-token": "" }, { cookie: true, header: true }],
  ["what is no token", { "x-user-token": `${"x".repeat(5000)}` }, { cookie: true, header: true }],
  ["another cookie", { cookie: "lang=fy" }, { cookie: true, header: true }],
])("R61: how a new guest gets its secret: %s", async (_what, headers, expected) => {
  const { kind, cookie, token } = await ask(headers);
  expect({ kind, cookie: cookie !== null, header: token !== null }).toEqual({
    kind: "guest",
    cookie: expected.cookie,
    header: expected.header,
  });
});

test("the header takes precedence over the cookie, whether or not its token is valid", async () => {
  const [ana, ben] = [await makeMember(app), await makeGuest(app, { by: "header" })];
  const cookie = `sid=${ana.cookie}`;
  expect((await ask({ cookie })).id).toBe(ana.id);
  expect((await ask({ cookie, "x-user-token": ben.token ?? "" })).id).toBe(ben.id);
  const otherPerson = await ask({ cookie, "x-user-token": dead });
  expect(otherPerson.id).not.toBe(ana.id);
  expect(otherPerson.cookie).toBeNull();
  const calls = await app.http.inject({
    url: "/api/user/sessions",
    headers: { cookie, "x-user-token": dead },
  });
  expect(calls.json()).toMatchObject({ code: 401, reason: "sign_in_required" });
});

test("a secret is valid only in the channel it was issued for, and not in query or body", async () => {
  const { id, cookie, token } = await ask();
  expect((await ask({ "x-user-token": cookie?.value ?? "" })).id).not.toBe(id);
  expect((await ask({ cookie: `sid=${token}` })).id).not.toBe(id);
  const query = `sid=${cookie?.value}&token=${token}&x-user-token=${token}&landing=%2F%3Ftoken%3D${token}`;
  expect((await ask({}, `/api/user?${query}`)).id).not.toBe(id);
  const body = { token, sid: cookie?.value, displayName: "Eve" };
  const response = await app.http.inject({ method: "POST", url: "/api/user/profile", payload: body });
  expect(response.json()).toMatchObject({ code: 401 });
});

test("neither secret is stored in plain text, and the referrer token differs from both", async () => {
  const { cookie, token } = await ask();
  const { rows } = await app.database.pool.query(
    "select row_to_json(session)::text as session, row_to_json(visitor)::text as visitor from session, visitor",
  );
  const text = JSON.stringify(rows);
  expect(text).not.toContain(cookie?.value);
  expect(text).not.toContain(token);
  const { info } = await (await makeGuest(app)).call<{ referrerToken: string }>("GET", "/api/user");
  expect(info.referrerToken).toMatch(/^[\w-]{16}$/);
  expect((await ask({ "x-user-token": info.referrerToken })).kind).toBe("guest");
});

test("R61: signing in or registering answers in the channel of the request only", async () => {
  const browser = await makeGuest(app);
  const [first, second] = [await makeMember(app), await makeGuest(app, { by: "header" })];
  const credentials = { email: first.email, password: first.password };
  const byCookie = await browser.call("POST", "/api/user/login", credentials);
  expect(byCookie.headers["set-cookie"]).toMatch(
    /^sid=[\w-]{43}; Max-Age=7776000; Path=\/; HttpOnly; SameSite=Lax$/i,
  );
  expect(byCookie.headers).not.toHaveProperty("x-user-token");
  const byHeader = await second.call("POST", "/api/user/login", credentials);
  expect(byHeader.headers["x-user-token"]).toMatch(/^[\w-]{43}$/);
  expect(byHeader.headers).not.toHaveProperty("set-cookie");
  const third = await makeMember(app, { guest: await makeGuest(app, { by: "header" }) });
  expect(third.cookie).toBeNull();
  expect((await third.call("GET", "/api/user")).info).toMatchObject({ id: third.id, kind: "member" });
});

test("R64: signing out ends both secrets, deletes the cookie and may be repeated", async () => {
  const { id, cookie, token } = await ask();
  const logout = (headers: Record<string, string>) =>
    app.http.inject({ method: "POST", url: "/api/user/logout", headers });
  const sid = `sid=${cookie?.value}`;
  const answer = await logout({ cookie: sid });
  expect(answer.json()).toEqual({ code: 200, message: "", info: {} });
  expect(answer.headers["set-cookie"]).toMatch(/^sid=; Max-Age=0; Path=\//i);
  expect((await ask({ cookie: sid })).id).not.toBe(id);
  expect((await ask({ "x-user-token": token ?? "" })).id).not.toBe(id);
  expect((await logout({ cookie: sid })).json()).toMatchObject({ code: 200 });
  const nobody = await logout({});
  expect(nobody.json()).toMatchObject({ code: 200 });
  expect(nobody.headers).not.toHaveProperty("set-cookie");
});

test.each([
  ["guest", 180, 400],
  ["member", 30, 90],
])(
  "a %s's session ends %i days after its last use, and after %i days in any case",
  async (kind, idle, whole) => {
    const make = () => (kind === "guest" ? makeGuest(app) : makeMember(app));
    const isAlive = async (person: { id: string; cookie: string | null }) =>
      (await ask({ cookie: `sid=${person.cookie}` })).id === person.id;
    const unused = await make();
    app.clock.advance(idle * day - 1);
    const used = await make();
    expect(await isAlive(unused)).toBe(true); // this counts as a use: its time starts again
    app.clock.advance(idle * day - 1);
    expect(await isAlive(unused)).toBe(true);
    app.clock.advance(1);
    expect(await isAlive(used)).toBe(false);
    const steady = await make();
    for (let gone = 0; gone + 20 < whole; gone += 20) {
      app.clock.advance(20 * day);
      expect(await isAlive(steady)).toBe(true);
    }
    app.clock.advance(20 * day);
    expect(await isAlive(steady)).toBe(false);
  },
);

test("the last use of a session is recorded at most every ten minutes", async () => {
  const guest = await makeGuest(app);
  const seen = async () =>
    (await app.database.pool.query("select last_seen_at from session where visitor_id = $1", [guest.id]))
      .rows[0].last_seen_at as Date;
  const opened = await seen();
  app.clock.advance(599);
  await guest.call("GET", "/api/user");
  expect(await seen()).toEqual(opened);
  app.clock.advance(1);
  await guest.call("GET", "/api/user");
  expect(await seen()).toEqual(app.clock.now());
});
