import { strFromU8, unzipSync } from "fflate";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type TestApp, testApp } from "#test/app";
import { type Device, type MadeMember, makeGuest, makeMember } from "#test/people";
import { daysUntilDeletion } from "./deletion.ts";

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
});
afterAll(() => app.close());

/** Requests the export as a browser does and unpacks the ZIP. */
async function exportOf({ cookie }: Device, body: object, language = "en") {
  const response = await app.http.inject({
    method: "POST",
    url: "/api/user/export",
    headers: { cookie: `sid=${cookie}`, "accept-language": language },
    payload: body,
  });
  if (response.headers["content-type"] !== "application/zip") return { response, files: {}, readme: "" };
  const parts = Object.entries(unzipSync(response.rawPayload)).map(([name, data]) => [name, strFromU8(data)]);
  const { "README.txt": readme = "", ...files } = Object.fromEntries(parts) as Record<string, string>;
  return { response, files, readme };
}

/** Signs in on another device. */
async function otherDevice({ email, password }: MadeMember) {
  const device = await makeGuest(app);
  const answer = await device.call("POST", "/api/user/login", { email, password });
  expect(answer.code).toBe(200);
  return device;
}

test("R51: the agreements of a registration are stored with version and time, and listed", async () => {
  const member = await makeMember(app);
  const { data } = await member.call("GET", "/api/user/agreements");
  const at = app.clock.now().toISOString();
  const version = expect.stringMatching(/^\d{4}-\d{2}-\d{2}$/);
  expect(data).toEqual({
    list: [
      { document: "privacyPolicy", version, at },
      { document: "serviceAgreement", version, at },
    ],
    total: 2,
    page: 1,
    pageSize: 2,
    hasMore: false,
  });
});

test("every call about an account asks a guest to sign in", async () => {
  const guest = await makeGuest(app);
  for (const [method, path, body] of [
    ["GET", "/api/user/agreements"],
    ["POST", "/api/user/export", { password: "" }],
    ["POST", "/api/user/delete", { password: "" }],
    ["POST", "/api/user/delete", { undo: true }],
  ] as const)
    expect(await guest.call(method, path, body)).toMatchObject({ code: 401, reason: "sign_in_required" });
});

test("R15: the export is a ZIP of all data about a member, without a single secret", async () => {
  const guest = await makeGuest(app);
  const member = await makeMember(app);
  await guest.call("POST", "/api/user/login", { email: member.email, password: member.password });
  await member.call("POST", "/api/contact", { email: member.email, subject: "Hello", text: "Nice films." });
  const { response, files, readme } = await exportOf(guest, { password: member.password });
  expect(response.headers).toMatchObject({
    "content-disposition": 'attachment; filename="my-data-2026-11-20.zip"',
    "cache-control": "private, no-store",
  });
  const read = (name: string) => JSON.parse(files[`${name}.json`] ?? "null");
  expect(read("account")).toMatchObject({
    id: member.id,
    email: member.email,
    hasPassword: true,
    guestsMerged: [{ id: guest.id }],
  });
  expect(read("sessions")).toHaveLength(2);
  expect(read("agreements")).toHaveLength(2);
  expect(read("messages")).toMatchObject([{ subject: "Hello", text: "Nice films.", state: "open" }]);
  for (const name of Object.keys(files)) expect(readme).toContain(name);
  const { rows } = await app.database.pool.query(
    `select password_hash as secret from visitor where id = $1
     union all select encode(cookie_hash, 'hex') from session where visitor_id = $1
     union all select encode(cookie_hash, 'base64') from session where visitor_id = $1`,
    [member.id],
  );
  const everything = `${Object.values(files).join("\n")}\n${readme}`;
  const secrets = [
    ...rows.map(({ secret }) => secret),
    member.cookie,
    guest.cookie,
    member.password,
    "$argon2",
  ];
  expect(secrets.length).toBeGreaterThan(8);
  for (const secret of secrets) expect(everything).not.toContain(secret);
});

test("R15: an export of megabytes, which is packed on another thread, is complete", async () => {
  const member = await makeMember(app);
  await app.database.pool.query(
    `insert into ticket (id, email, subject, text, language, visitor_id, created_at)
     select 'long-' || n, 'ana@example.com', 'Number ' || n,
       (select string_agg(md5(n::text || part), ' ') from generate_series(1, 150) part), 'en', $1, $2
     from generate_series(1, 600) n`,
    [member.id, app.clock.now()],
  );
  const { files } = await exportOf(member, { password: member.password });
  const messages: { ticket: string }[] = JSON.parse(files["messages.json"] ?? "[]");
  expect(new Set(messages.map(({ ticket }) => ticket)).size).toBe(600);
});

test.each([
  ["en", "Your data at Cliffhanger, on 20 November 2026"],
  ["es", "Tus datos en Cliffhanger"],
  ["fr", "Vos données sur Cliffhanger"],
  ["de", "Deine Daten bei Cliffhanger"],
  ["pt", "Seus dados em Cliffhanger"],
])(
  "the export's README is in the person's language, and says what each file is: %s",
  async (language, title) => {
    const member = await makeMember(app);
    await member.call("POST", "/api/user/profile", { language });
    const { files, readme } = await exportOf(member, { password: member.password }, "en");
    expect(readme.split("\r\n")[0]).toContain(title);
    for (const name of Object.keys(files)) expect(readme).toMatch(new RegExp(`^${name} +\\S.{10,}\r$`, "m"));
  },
);

test("the export asks for the password, and not more often than ten times an hour", async () => {
  const member = await makeMember(app);
  const wrong = await exportOf(member, { password: "not this one" });
  expect(wrong.response.json()).toMatchObject({ code: 500, reason: "password_wrong" });
  for (let count = 1; count < 10; count++)
    expect((await exportOf(member, { password: member.password })).response.statusCode).toBe(200);
  const refused = await exportOf(member, { password: member.password });
  expect(refused.response.statusCode).toBe(429);
  expect(refused.response.headers["retry-after"]).toBe("3600");
});

test("R15: an account is deleted two weeks after its owner requests it, and other devices are signed out at once", async () => {
  const member = await makeMember(app);
  const other = await otherDevice(member);
  expect(await member.call("POST", "/api/user/delete", { password: "not this one" })).toMatchObject({
    code: 500,
    reason: "password_wrong",
  });
  expect((await other.call("GET", "/api/user/sessions")).code).toBe(200);
  const { info } = await member.call("POST", "/api/user/delete", { password: member.password });
  const deletesAt = new Date(app.clock.now().getTime() + daysUntilDeletion * 86_400_000).toISOString();
  expect(info).toEqual({ deletesAt });
  expect((await other.call("GET", "/api/user/sessions")).code).toBe(401);
  expect((await member.call("GET", "/api/user")).info).toMatchObject({ id: member.id, deletesAt });
  app.clock.advance(3600);
  const again = await member.call("POST", "/api/user/delete", { password: member.password });
  expect(again.info).toEqual({ deletesAt });
  const back = await otherDevice(member);
  expect((await back.call("GET", "/api/user")).info).toMatchObject({ deletesAt });
  expect((await back.call("POST", "/api/user/delete", { undo: true })).info).toEqual({ deletesAt: null });
  expect((await member.call("GET", "/api/user")).info).toMatchObject({ deletesAt: null });
});

test("R15: undoing the deletion while the account is being erased does not report success", async () => {
  const member = await makeMember(app);
  await member.call("POST", "/api/user/delete", { password: member.password });
  const eraser = await app.database.pool.connect();
  await eraser.query("begin");
  await eraser.query("select from visitor where id = $1 for update", [member.id]);
  const undone = member.call("POST", "/api/user/delete", { undo: true });
  const isWaiting = async () =>
    (await app.database.pool.query("select from pg_locks where not granted")).rows.length > 0;
  await expect.poll(isWaiting).toBe(true);
  await eraser.query("delete from visitor where id = $1", [member.id]);
  await eraser.query("commit");
  eraser.release();
  expect(await undone).toMatchObject({ code: 401, reason: "sign_in_required" });
});

test("an account without a password is exported and deleted without one", async () => {
  const member = await makeMember(app);
  await app.database.pool.query("update visitor set password_hash = null, facebook_id = $1 where id = $1", [
    member.id,
  ]);
  const { files } = await exportOf(member, { password: "" });
  expect(JSON.parse(files["account.json"] ?? "")).toMatchObject({
    hasPassword: false,
    facebookId: member.id,
  });
  const { info } = await member.call("POST", "/api/user/delete", { password: "" });
  expect(info).toEqual({ deletesAt: expect.any(String) });
});

test("R15: the owner receives one mail about the deletion, however often it is requested", async () => {
  const other = await testApp({ SMTP_URL: "smtp://127.0.0.1:9" });
  const member = await makeMember(other);
  for (let count = 0; count < 2; count++)
    await member.call("POST", "/api/user/delete", { password: member.password });
  const { rows } = await other.database.pool.query("select data from jobs.job where name = 'mail'");
  expect(rows).toMatchObject([{ data: { kind: "deletion-scheduled", data: { visitorId: member.id } } }]);
  await other.close();
});
