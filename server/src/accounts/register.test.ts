import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type TestApp, testApp } from "#test/app";
import { type Answer, makeGuest, makeMember, type Person } from "#test/people";
import { countWaiting } from "#test/waiting";

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
});
afterAll(() => app.close());

const password = "a long salt road";
const form = (email: string, more: object = {}) => ({
  email,
  password,
  repeatPassword: password,
  agree: true,
  ...more,
});
const register = (
  person: Person,
  email: string,
  more: object = {},
): Promise<Answer<Record<string, unknown>>> => person.call("POST", "/api/user/register", form(email, more));

test("R65: a guest who registers stays the same visitor, is signed in, and the old secret becomes invalid", async () => {
  const guest = await makeGuest(app);
  const old = { ...guest };
  await guest.call("POST", "/api/user/profile", { language: "pt" });
  const { info } = await register(guest, "  Ana.Lima@Example.com ");
  expect(info).toMatchObject({
    id: guest.id,
    kind: "member",
    email: "ana.lima@example.com",
    language: "pt",
    membership: { state: "free" },
    signIn: { password: true, facebook: false },
    deletesAt: null,
  });
  expect(guest.cookie).not.toBe(old.cookie);
  expect((await guest.call("GET", "/api/user")).info).toEqual(info);
  const revived = await app.http.inject({ url: "/api/user", headers: { cookie: `sid=${old.cookie}` } });
  expect(revived.json().info).toMatchObject({ kind: "guest" });
  expect(revived.json().info.id).not.toBe(guest.id);
});

test("R51: agreements are stored with version and time", async () => {
  const { id } = await makeMember(app);
  const { rows } = await app.database.pool.query(
    "select document, version, at from agreement where visitor_id = $1 order by document",
    [id],
  );
  expect(rows.map(({ document }) => document)).toEqual(["privacyPolicy", "serviceAgreement"]);
  for (const { version, at } of rows) {
    expect(version).toMatch(/^\d{4}-\d\d-\d\d$/);
    expect(at).toEqual(app.clock.now());
  }
});

test("registering works without any session, and by header alone", async () => {
  const answer = await app.http.inject({
    method: "POST",
    url: "/api/user/register",
    payload: form("ben@example.com", { language: "dy" }),
    headers: { "accept-language": "fr" },
  });
  expect(answer.json().info).toMatchObject({ kind: "member", language: "de" });
  expect(answer.headers["set-cookie"]).toContain("HttpOnly");
  const device = await makeGuest(app, { by: "header" });
  const { headers } = await register(device, "cleo@example.com");
  expect(headers["x-user-token"]).toBe(device.token);
  expect((await device.call("GET", "/api/user")).info).toMatchObject({
    email: "cleo@example.com",
    language: "en",
  });
});

test("a caller who is already signed in is refused with that reason", async () => {
  const member = await makeMember(app);
  expect(await register(member, "another@example.com")).toMatchObject({
    status: 200,
    code: 409,
    reason: "already_so",
  });
});

test.each([
  ["email", "email_invalid", { email: "ana" }],
  ["email", "email_invalid", { email: "ana@example.com\r\nBcc: all@example.com" }],
  ["email", "email_invalid", { email: `${"a".repeat(250)}@example.com` }],
  ["password", "password_too_short", { password: "1234567", repeatPassword: "1234567" }],
  ["password", "password_too_long", { password: "x".repeat(129), repeatPassword: "x".repeat(129) }],
  ["password", "password_too_common", { password: "Password1", repeatPassword: "Password1" }],
  ["password", "password_too_common", { password: "dora@example.com", repeatPassword: "dora@example.com" }],
  ["password", "password_too_common", { password: "CliffHanger", repeatPassword: "CliffHanger" }],
  ["repeatPassword", "passwords_differ", { repeatPassword: "a long salt rode" }],
  ["agree", "agreement_required", { agree: false }],
])(
  "R44, R52: an error of the field %s is reported as %s, in the person's language",
  async (field, reason, more) => {
    const response = await app.http.inject({
      method: "POST",
      url: "/api/user/register",
      payload: form("dora@example.com", more),
      headers: { "accept-language": "es" },
    });
    expect(response.statusCode).toBe(400);
    const { message, errors, ...rest } = response.json();
    expect(rest).toEqual({ code: 400, reason });
    expect(errors).toEqual([{ field, message }]);
    expect(message).toMatch(/[áéíóúñ]|correo|acepta/i);
  },
);

test("a taken address is reported, and changes nothing", async () => {
  const owner = await makeMember(app, { email: "emil@example.com" });
  const guest = await makeGuest(app);
  const answer = await register(guest, "EMIL@example.com", {
    password: "quite another one",
    repeatPassword: "quite another one",
  });
  expect(answer).toMatchObject({ status: 200, code: 500, reason: "register_failed" });
  expect(answer.headers).not.toHaveProperty("set-cookie");
  expect((await guest.call("GET", "/api/user")).info).toMatchObject({
    id: guest.id,
    kind: "guest",
    email: null,
  });
  expect((await owner.call("GET", "/api/user")).info).toMatchObject({ id: owner.id });
});

test("when twenty register one address at once, exactly one becomes its member", async () => {
  const guests = await Promise.all(
    Array.from({ length: 20 }, () => makeGuest(app, { address: "192.0.2.20" })),
  );
  const answers = await Promise.all(guests.map((guest) => register(guest, "fay@example.com")));
  expect(answers.map(({ code }) => code).toSorted((a, b) => a - b)).toEqual([
    200,
    ...Array<number>(19).fill(500),
  ]);
  const { rows } = await app.database.pool.query("select id from visitor where email = 'fay@example.com'");
  expect(rows).toHaveLength(1);
  const kinds = await Promise.all(guests.map((guest) => guest.call("GET", "/api/user")));
  expect(kinds.filter(({ info }) => info["kind"] === "member").map(({ info }) => info["id"])).toEqual([
    rows[0].id,
  ]);
});

test("when a guest registers with three addresses at once, the guest becomes one member", async () => {
  const guest = await makeGuest(app, { address: "192.0.2.21" });
  const { db, pool } = app.database;
  let answers: Promise<{ json(): { code: number } }[]> = Promise.resolve([]);
  await db.transaction().execute(async (trx) => {
    await sql`select from visitor where id = ${guest.id} for update`.execute(trx);
    const device = { ...guest };
    answers = Promise.all(
      Array.from({ length: 3 }, (_, at) =>
        app.http.inject({
          method: "POST",
          url: "/api/user/register",
          payload: form(`gil${at}@example.com`),
          headers: { cookie: `sid=${device.cookie}` },
        }),
      ),
    );
    // Two have checked everything, and only one can go on.
    await expect.poll(() => countWaiting(pool)).toBeGreaterThanOrEqual(2);
  });
  const codes = (await answers).map((answer) => answer.json().code);
  const members = await pool.query("select id from visitor where email like 'gil%'");
  expect(members.rows.filter(({ id }) => id === guest.id)).toHaveLength(1);
  expect(codes).toContain(409);
  // One that is read after the guest's session has ended comes from a new person.
  expect(codes.filter((code) => code === 200)).toHaveLength(members.rows.length);
  expect(codes.filter((code) => code !== 200 && code !== 409)).toEqual([]);
});

test("one network cannot keep probing for taken emails, and an honest person there waits a little", async () => {
  await makeMember(app, { email: "hana@example.com" });
  const address = "192.0.2.30";
  const guest = await makeGuest(app, { address });
  for (let tries = 0; tries < 20; tries++)
    expect(await register(guest, "hana@example.com")).toMatchObject({ reason: "register_failed" });
  const [taken, free] = [await register(guest, "hana@example.com"), await register(guest, "ida@example.com")];
  for (const answer of [taken, free]) {
    expect(answer).toMatchObject({ status: 429, reason: "too_many_requests" });
    expect(answer.headers["retry-after"]).toBe("5");
  }
  const elsewhere = await makeGuest(app, { address: "192.0.2.31" });
  expect(await register(elsewhere, "ida@example.com")).toMatchObject({ code: 200 });
  app.clock.advance(5);
  expect(await register(guest, "jan@example.com")).toMatchObject({ code: 200 });
});
