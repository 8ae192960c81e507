import { afterAll, beforeAll, expect, test } from "vitest";
import { type TestApp, testApp } from "#test/app";
import { type Answer, callAs, type Device, makeGuest, makeMember, type Person } from "#test/people";
import { createResetCode } from "./reset-code.ts";

const newPassword = "another salt road";
let app: TestApp;
beforeAll(async () => {
  // Mails stay queued: this app has no worker, and nothing listens on that port.
  app = await testApp({ SMTP_URL: "smtp://127.0.0.1:9" });
});
afterAll(() => app.close());

/** Returns the mails queued since the last call, without the ids of the requests that sent them. */
async function post(): Promise<{ kind: string; data: { visitorId: string } }[]> {
  const { rows } = await app.database.pool.query("delete from jobs.job where name = 'mail' returning data");
  return rows.map(({ data: { kind, data } }) => ({ kind, data }));
}
let lastHost = 0;
/** Returns an unknown device with a new address. */
const unknownDevice = (): Device => ({
  cookie: null,
  token: null,
  address: `2001:db8:0:${(++lastHost).toString(16)}::1`,
});
const signIn = async (email: string, password: string): Promise<Person> => {
  const person = await makeGuest(app);
  await person.call("POST", "/api/user/login", { email, password });
  return person;
};
const kindOf = async (device: Device) =>
  (await callAs<{ kind: string }>(app, { ...device }, "GET", "/api/user")).info.kind;
const reset = (code: string, device = unknownDevice(), password = newPassword): Promise<Answer> =>
  callAs(app, device, "POST", "/api/user/password/reset", { code, password, repeatPassword: password });
const makeCode = (id: string) => createResetCode(app.database.db, app.clock, id);
const forgot = (email: string, device = unknownDevice()): Promise<Answer> =>
  callAs(app, device, "POST", "/api/user/password/forgot", { email });

test("R15: a changed password ends every other session and this one's old secret, and its owner gets a mail", async () => {
  const member = await makeMember(app);
  const other = await signIn(member.email, member.password);
  const old = { ...member };
  await post();
  const answer = await member.call("POST", "/api/user/password", {
    password: member.password,
    newPassword,
    repeatPassword: newPassword,
  });
  expect(answer).toMatchObject({ code: 200, info: {} });
  expect(await post()).toEqual([{ kind: "password-changed", data: { visitorId: member.id } }]);
  expect([await kindOf(member), await kindOf(other), await kindOf(old)]).toEqual([
    "member",
    "guest",
    "guest",
  ]);
  expect(await kindOf(await signIn(member.email, member.password))).toBe("guest");
  expect(await kindOf(await signIn(member.email, newPassword))).toBe("member");
});

test("a program that sends its token in a header gets the new one in a header only", async () => {
  const member = await makeMember(app, { guest: await makeGuest(app, { by: "header" }) });
  const old = member.token;
  const { headers } = await member.call("POST", "/api/user/password", {
    password: member.password,
    newPassword,
    repeatPassword: newPassword,
  });
  expect(headers).not.toHaveProperty("set-cookie");
  expect(member.token).not.toBe(old);
  expect(await kindOf(member)).toBe("member");
});

test.each([
  ["password_wrong", 200, { password: "not the password" }],
  ["password_wrong", 200, { password: "" }],
  ["password_too_short", 400, { newPassword: "short", repeatPassword: "short" }],
  ["password_too_common", 400, { newPassword: "password1", repeatPassword: "password1" }],
  ["passwords_differ", 400, { repeatPassword: "another salt rode" }],
])("a change is refused with %s, and changes nothing", async (reason, status, more) => {
  const member = await makeMember(app);
  const body = { password: member.password, newPassword, repeatPassword: newPassword, ...more };
  expect(await member.call("POST", "/api/user/password", body)).toMatchObject({ status, reason });
  expect(await kindOf(member)).toBe("member");
  expect(await kindOf(await signIn(member.email, member.password))).toBe("member");
});

test("a member with Facebook sign-in only sets a first password without an old one", async () => {
  const member = await makeMember(app);
  await app.database.pool.query("update visitor set password_hash = null where id = $1", [member.id]);
  const body = { password: "", newPassword, repeatPassword: newPassword };
  expect(await member.call("POST", "/api/user/password", body)).toMatchObject({ code: 200 });
  expect(await kindOf(await signIn(member.email, newPassword))).toBe("member");
});

test("a guest has no password to change", async () => {
  const guest = await makeGuest(app);
  const body = { password: "", newPassword, repeatPassword: newPassword };
  expect(await guest.call("POST", "/api/user/password", body)).toMatchObject({ status: 200, code: 401 });
});

test("R18: the code of the mail sets a password once, ends every session, and does not sign in", async () => {
  const member = await makeMember(app);
  const other = await signIn(member.email, member.password);
  const code = await makeCode(member.id);
  expect(code).toMatch(/^[\w-]{43}$/);
  await post();
  const device = unknownDevice();
  expect(await reset(code, device)).toMatchObject({ code: 200, info: {} });
  expect(device).toMatchObject({ cookie: null, token: null });
  expect([await kindOf(member), await kindOf(other)]).toEqual(["guest", "guest"]);
  expect(await post()).toEqual([{ kind: "password-changed", data: { visitorId: member.id } }]);
  expect(await kindOf(await signIn(member.email, newPassword))).toBe("member");
  expect(await reset(code)).toMatchObject({ status: 200, code: 500, reason: "code_invalid" });
});

test("R18: only the newest code is valid, for thirty minutes, and only its hash is stored", async () => {
  const member = await makeMember(app);
  const older = await makeCode(member.id);
  const newer = await makeCode(member.id);
  expect(await reset(older)).toMatchObject({ reason: "code_invalid" });
  const { rows } = await app.database.pool.query(
    "select row_to_json(password_reset)::text as row from password_reset",
  );
  expect(JSON.stringify(rows)).not.toContain(newer);
  app.clock.advance(30 * 60);
  expect(await reset(newer)).toMatchObject({ reason: "code_invalid" });
  const last = await makeCode(member.id);
  app.clock.advance(30 * 60 - 1);
  expect(await reset(last)).toMatchObject({ code: 200 });
});

test("when one code is used ten times at once, one use sets the password", async () => {
  const member = await makeMember(app);
  const code = await makeCode(member.id);
  const passwords = Array.from({ length: 10 }, (_, at) => `another salt road ${at}`);
  const answers = await Promise.all(passwords.map((password) => reset(code, unknownDevice(), password)));
  const done = answers.flatMap((answer, at) => (answer.code === 200 ? [at] : []));
  expect(done).toHaveLength(1);
  expect(await kindOf(await signIn(member.email, `another salt road ${done[0]}`))).toBe("member");
});

test("a rejected password does not use up the code", async () => {
  const member = await makeMember(app);
  const code = await makeCode(member.id);
  for (const password of ["short", "password1", member.email])
    expect(await reset(code, unknownDevice(), password)).toMatchObject({ status: 400 });
  expect(await reset(code)).toMatchObject({ code: 200 });
});

test("changing the password makes a mailed code worthless, and a reset clears the throttle of earlier guesses", async () => {
  const member = await makeMember(app);
  const code = await makeCode(member.id);
  await member.call("POST", "/api/user/password", {
    password: member.password,
    newPassword,
    repeatPassword: newPassword,
  });
  expect(await reset(code)).toMatchObject({ reason: "code_invalid" });
  const here = unknownDevice();
  const login = (password: string) =>
    callAs(app, { ...here }, "POST", "/api/user/login", { email: member.email, password });
  for (let tries = 0; tries < 6; tries++) await login("not the password");
  expect(await login(newPassword)).toMatchObject({ status: 429 });
  expect(await reset(await makeCode(member.id), { ...here }, "a third salt road")).toMatchObject({
    code: 200,
  });
  expect(await login("a third salt road")).toMatchObject({ code: 200 });
});

test("guessing codes from one address is throttled", async () => {
  const device = unknownDevice();
  const guess = (at: number) => reset(`${"x".repeat(40)}${100 + at}`, { ...device });
  for (let at = 0; at < 30; at++) expect(await guess(at)).toMatchObject({ reason: "code_invalid" });
  expect(await guess(30)).toMatchObject({ status: 429 });
  expect(await reset("x".repeat(43))).toMatchObject({ reason: "code_invalid" });
});

test("R18: every request for a reset mail gets the same answer after the same work; only a known account is mailed", async () => {
  const { id, email } = await makeMember(app);
  await post();
  const known = await forgot(` ${email.toUpperCase()} `);
  const [mail] = await post();
  const unknown = await forgot("nobody@example.com");
  const [nothing] = await post();
  const bare = ({ headers: _headers, ...rest }: Answer) => rest;
  expect(bare(known)).toEqual(bare(unknown));
  expect(known).toMatchObject({ code: 200, info: {} });
  expect(mail).toEqual({ kind: "password-reset", data: { visitorId: id } });
  expect(nothing).toMatchObject({ kind: "password-reset" });
  const { rowCount } = await app.database.pool.query("select from visitor where id = $1", [
    nothing?.data.visitorId,
  ]);
  expect(rowCount).toBe(0);
});

test("an account gets three reset mails an hour without the answer revealing it; one address may ask thirty times an hour", async () => {
  const { id, email } = await makeMember(app);
  await post();
  for (let asked = 0; asked < 6; asked++) expect(await forgot(email)).toMatchObject({ code: 200 });
  const named = async () => (await post()).filter(({ data }) => data.visitorId === id).length;
  expect(await named()).toBe(3);
  app.clock.advance(3600);
  await forgot(email);
  expect(await named()).toBe(1);
  const device = unknownDevice();
  for (let asked = 0; asked < 30; asked++)
    expect(await forgot(`nobody${asked}@example.com`, { ...device })).toMatchObject({ code: 200 });
  expect(await forgot("nobody30@example.com", { ...device })).toMatchObject({ status: 429 });
});

test("the owner of an address that someone tries to register is mailed once a day", async () => {
  const owner = await makeMember(app);
  const form = { email: owner.email, password: newPassword, repeatPassword: newPassword, agree: true };
  await post();
  for (let tries = 0; tries < 3; tries++)
    expect(await callAs(app, unknownDevice(), "POST", "/api/user/register", form)).toMatchObject({
      reason: "register_failed",
    });
  expect(await post()).toEqual([{ kind: "address-taken", data: { visitorId: owner.id } }]);
  app.clock.advance(24 * 3600);
  await callAs(app, unknownDevice(), "POST", "/api/user/register", form);
  expect(await post()).toHaveLength(1);
});

test("without mail everyone who forgot a password is referred to the operator", async () => {
  const mute = await testApp();
  try {
    const { email } = await makeMember(mute);
    for (const address of [email, "nobody@example.com"]) {
      const answer = await callAs(mute, unknownDevice(), "POST", "/api/user/password/forgot", {
        email: address,
      });
      expect(answer).toMatchObject({ status: 200, code: 500, reason: "mail_unavailable" });
    }
  } finally {
    await mute.close();
  }
});
