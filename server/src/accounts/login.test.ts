import pino from "pino";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type TestApp, testApp } from "#test/app";
import { type Answer, callAs, makeGuest, makeMember, type Person } from "#test/people";
import { login as signIn } from "./login.ts";

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
});
afterAll(() => app.close());

const login = (person: Person, email: string, password: string): Promise<Answer<Record<string, unknown>>> =>
  person.call("POST", "/api/user/login", { email, password });

test("R63: a guest who signs in becomes the member, is merged into it, and all the guest's secrets become invalid", async () => {
  const member = await makeMember(app);
  const guest = await makeGuest(app);
  const old = { ...guest };
  const { info } = await login(guest, ` ${member.email.toUpperCase()} `, member.password);
  expect(info).toMatchObject({ id: member.id, kind: "member" });
  expect((await guest.call("GET", "/api/user")).info).toEqual(info);
  expect((await member.call("GET", "/api/user")).info).toMatchObject({ id: member.id });
  const { rows } = await app.database.pool.query(
    "select merged_into, (select count(*)::int from session where visitor_id = visitor.id) as sessions from visitor where id = $1",
    [guest.id],
  );
  expect(rows).toEqual([{ merged_into: member.id, sessions: 0 }]);
  expect((await callAs(app, old, "GET", "/api/user/sessions")).code).toBe(401);
});

test("signing in as another member ends the first one's session here and merges no data of it", async () => {
  const [first, second] = [await makeMember(app), await makeMember(app)];
  const old = { ...first };
  expect((await login(first, second.email, second.password)).info).toMatchObject({ id: second.id });
  expect((await callAs(app, old, "GET", "/api/user/sessions")).code).toBe(401);
  const { rows } = await app.database.pool.query("select kind, merged_into from visitor where id = $1", [
    first.id,
  ]);
  expect(rows).toEqual([{ kind: "member", merged_into: null }]);
});

test("an unknown address and a wrong password get identical answers, to the byte", async () => {
  const { email } = await makeMember(app);
  const ask = (address: string, payload: object) =>
    app.http.inject({ method: "POST", url: "/api/user/login", payload, remoteAddress: address });
  const pairs = await Promise.all([
    ask("192.0.2.1", { email, password: "not the password" }),
    ask("192.0.2.1", { email: "nobody@example.com", password: "not the password" }),
  ]);
  const [known, unknown] = pairs.map(({ statusCode, body, headers }) => {
    const { date: _date, "x-request-id": _id, ...rest } = headers;
    return { statusCode, body, rest };
  });
  expect(known).toEqual(unknown);
  expect(known).toMatchObject({ statusCode: 200 });
  expect(pairs[0].json()).toEqual({
    code: 500,
    message: "E-mail or password is wrong.",
    reason: "login_failed",
  });
});

test("an account with Facebook sign-in only has no password, not even an empty one", async () => {
  const member = await makeMember(app);
  await app.database.pool.query("update visitor set password_hash = null, facebook_id = 'f1' where id = $1", [
    member.id,
  ]);
  for (const password of ["", "null", member.password]) {
    const guest = await makeGuest(app, { address: "192.0.2.2" });
    expect(await login(guest, member.email, password)).toMatchObject({ code: 500, reason: "login_failed" });
  }
});

test("a stored hash signs nobody in", async () => {
  const member = await makeMember(app);
  const { rows } = await app.database.pool.query("select password_hash from visitor where id = $1", [
    member.id,
  ]);
  const guest = await makeGuest(app, { address: "192.0.2.3" });
  expect(await login(guest, member.email, rows[0].password_hash)).toMatchObject({ reason: "login_failed" });
});

test("a password hashed at other costs signs in, and is rehashed", async () => {
  const member = await makeMember(app);
  // The reference implementation's hash of "password".
  const old = "$argon2id$v=19$m=65536,t=2,p=1$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc";
  await app.database.pool.query("update visitor set password_hash = $2 where id = $1", [member.id, old]);
  expect(await login(await makeGuest(app), member.email, "password")).toMatchObject({ code: 200 });
  const { rows } = await app.database.pool.query("select password_hash from visitor where id = $1", [
    member.id,
  ]);
  // The cost that the tests' apps hash at; production's cost is tested next to argon2.
  expect(rows[0].password_hash).toContain("m=8,t=1,p=1");
  expect(await login(await makeGuest(app), member.email, "password")).toMatchObject({ code: 200 });
});

test("of two hundred concurrent sign-ins some get Retry-After of two seconds, and none gets a wrong result", async () => {
  const members = await Promise.all(Array.from({ length: 8 }, () => makeMember(app)));
  const answers = await Promise.all(
    Array.from({ length: 200 }, (_, at) => {
      const { email, password } = members[at % 8] ?? { email: "", password: "" };
      const device = { cookie: null, token: null, address: `198.51.100.${at}` };
      return callAs(app, device, "POST", "/api/user/login", { email, password });
    }),
  );
  const busy = answers.filter(({ status }) => status === 429);
  expect(busy.length).toBeGreaterThan(0);
  for (const { reason, headers } of busy) expect([reason, headers["retry-after"]]).toEqual(["busy", "2"]);
  const right = answers.flatMap((answer, at) => (answer.status === 429 ? [] : [{ answer, at }]));
  expect(right.length).toBeGreaterThanOrEqual(33);
  for (const { answer, at } of right) {
    expect(answer).toMatchObject({ code: 200, info: { id: members[at % 8]?.id } });
  }
});

test("T29: sign-ins and password attempts are logged by id, never with address, password or session", async () => {
  const member = await makeMember(app);
  const lines: string[] = [];
  const log = pino({ level: "trace" }, { write: (entry: string) => void lines.push(entry) });
  const origin = {
    address: "192.0.2.77",
    userAgent: "hush-agent",
    region: null,
    secure: true,
    headerToken: "hush-token",
    cookieToken: null,
    facebookCookie: null,
  };
  const attempt = (email: string, password: string) =>
    signIn({ ...app.accounts, log }, { email, password, caller: null, origin });
  const { headers } = await attempt(member.email, member.password);
  await expect(attempt(member.email, "hush password")).rejects.toMatchObject({ reason: "login_failed" });
  await expect(attempt("nobody@example.com", "hush password")).rejects.toMatchObject({ code: 500 });
  expect(lines.map((entry) => JSON.parse(entry))).toMatchObject([
    { visitor: member.id, msg: "Member signed in" },
    { visitor: member.id, msg: "Wrong password" },
    { visitor: null, msg: "Wrong password" },
  ]);
  for (const secret of ["hush", "@", member.password, headers["x-user-token"] ?? "no token", origin.address])
    expect(lines.join("")).not.toContain(secret);
});
