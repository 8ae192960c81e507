import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Outbox, WriteEmail } from "#platform/mail/email";
import { type TestApp, testApp } from "#test/app";
import { makeGuest, makeMember, type Person } from "#test/people";
import { runCommandFile, runCommandHere } from "#test/run-command";
import { actingOn, unaudited } from "#test/unaudited";
import { setSettings } from "../settings.ts";
import { main } from "../tickets-command.ts";
import { defineTicketMail } from "./mail.ts";

let app: TestApp;
let dataDir: string;
beforeAll(async () => {
  app = await testApp();
  dataDir = await mkdtemp(join(tmpdir(), "cliffhanger-tickets-"));
});
afterAll(async () => {
  await app.close();
  await rm(dataDir, { recursive: true, force: true });
});

const message = { email: "Ana@Example.com", subject: "The second episode", text: "It has no sound.\n\nAna" };
let next = 1;

/** Writes from a new address. */
async function write(body: object, address = `198.51.100.${next++}`) {
  const response = await app.http.inject({
    method: "POST",
    url: "/api/contact",
    remoteAddress: address,
    headers: { "accept-language": "de" },
    payload: body,
  });
  return { status: response.statusCode, headers: response.headers, ...response.json() };
}

/** Returns the command's settings: on the app's database. */
const settings = () => ({ DATA_DIR: dataDir, DATABASE_URL: app.database.url });
const tickets = (...args: string[]) => runCommandHere(main, args, settings());

test("npm run tickets runs as a program", async () => {
  const { code } = await runCommandFile(join(import.meta.dirname, "../tickets-command.ts"), [], settings());
  expect(code).toBe(0);
});

/** Returns the mail of a ticket as it would be sent now. */
async function emailOf(ticket: string) {
  let writer: WriteEmail<{ ticketId: string }> | undefined;
  const define: Outbox["define"] = (kind, write) => {
    if (kind === "ticket") writer = write as unknown as typeof writer;
  };
  defineTicketMail({ available: true, define, send: async () => undefined }, app.database.db, null);
  const { rows } = await app.database.pool.query("select id from ticket where number = $1", [
    Number(ticket.slice(2)),
  ]);
  return writer?.({ ticketId: rows[0].id });
}

test("R26: the contact form stores a ticket and returns its number", async () => {
  const answer = await write(message);
  expect(answer).toMatchObject({ code: 200, info: { ticket: expect.stringMatching(/^T-\d{6}$/) } });
  const { rows } = await app.database.pool.query("select * from ticket order by number desc limit 1");
  expect(rows[0]).toMatchObject({
    email: "ana@example.com",
    subject: "The second episode",
    text: "It has no sound.\n\nAna",
    language: "de",
    visitor_id: null,
    state: "open",
    created_at: app.clock.now(),
  });
});

test.each([
  [{ ...message, email: "ana" }, "email", "email_invalid"],
  [{ ...message, email: "ana@example.com\r\nBcc: all@example.com" }, "email", "email_invalid"],
  [{ ...message, subject: " \n " }, "subject", "text_missing"],
  [{ ...message, subject: "x".repeat(201) }, "subject", "text_too_long"],
  [{ ...message, text: "" }, "text", "text_missing"],
  [{ ...message, text: "é".repeat(5001) }, "text", "text_too_long"],
])("R26: a message such as %o is refused at its %s, with the reason %s", async (body, field, reason) => {
  expect(await write(body)).toMatchObject({
    status: 400,
    code: 400,
    reason,
    errors: [{ field, message: expect.stringMatching(/\w/) }],
  });
});

test("R26: the longest subject and text are stored completely, and nothing in them breaks out of a mail header", async () => {
  const { info } = await write({ ...message, subject: "é".repeat(200), text: "🎬".repeat(5000) });
  const { rows } = await app.database.pool.query(
    "select char_length(text) as length from ticket where number = $1",
    [Number(info.ticket.slice(2))],
  );
  expect(rows[0].length).toBe(5000);
  const hostile = await write({
    ...message,
    subject: "Hello\r\nBcc: all@example.com\u0000",
    text: "a\u0000b\ud800c",
  });
  expect(hostile.code).toBe(200);
  const email = await setSeller().then(() => emailOf(hostile.info.ticket));
  expect(email?.subject).toBe(`${hostile.info.ticket}: Hello Bcc: all@example.com`);
});

function setSeller() {
  return setSettings({ ...actingOn(app), store: app.store }, [["sellerEmail", "hello@nighttram.example"]]);
}

test("R26: a ticket is mailed to the seller only, and a reply goes to its writer", async () => {
  await setSeller();
  const { info } = await write(message);
  expect(await emailOf(info.ticket)).toMatchObject({
    to: "hello@nighttram.example",
    replyTo: "ana@example.com",
    subject: `${info.ticket}: The second episode`,
    paragraphs: [expect.stringContaining("ana@example.com"), "It has no sound.", "Ana"],
  });
  await unaudited(app.database.pool).query("delete from site_setting where key = 'sellerEmail'");
  expect(await emailOf(info.ticket)).toBeNull();
});

test("R26: the sixth message of an hour from one address is refused for a while", async () => {
  const address = "203.0.113.9";
  for (let count = 0; count < 5; count++) expect((await write(message, address)).code).toBe(200);
  const refused = await write(message, address);
  expect(refused).toMatchObject({ status: 429, reason: "too_many_requests" });
  expect(Number(refused.headers["retry-after"])).toBe(3600);
  expect((await write(message, "203.0.113.10")).code).toBe(200);
  app.clock.advance(3600);
  expect((await write(message, address)).code).toBe(200);
});

test("npm run tickets lists open tickets, shows one and closes it", async () => {
  await app.database.pool.query("update ticket set state = 'closed', closed_at = $1", [app.clock.now()]);
  expect((await tickets()).output).toBe("There are no open tickets.\n");
  const { info } = await write(message);
  app.clock.advance(60);
  const later = await write({ ...message, email: "bea.long.name@example.com", subject: "Another" });
  expect((await tickets()).output).toBe(
    `${info.ticket}  2026-11-20 13:00 UTC  ana@example.com            The second episode\n` +
      `${later.info.ticket}  2026-11-20 13:01 UTC  bea.long.name@example.com  Another\n`,
  );
  expect((await tickets("show", info.ticket.toLowerCase())).output).toBe(
    `${info.ticket}  The second episode\nana@example.com, 2026-11-20 13:00 UTC, de\n\nIt has no sound.\n\nAna\n`,
  );
  expect(await tickets("close", info.ticket)).toEqual({ code: 0, output: `${info.ticket} is closed.\n` });
  expect((await tickets("close", info.ticket)).output).toBe(`${info.ticket} was closed already.\n`);
  expect((await tickets("list")).output).not.toContain(info.ticket);
  expect((await tickets("list", "--closed")).output).toContain(info.ticket);
  expect(await tickets("show", "T-999999")).toEqual({ code: 1, output: "There is no ticket T-999999.\n" });
  expect(await tickets("show", "seven")).toEqual({
    code: 1,
    output: '"seven" is not a ticket number. Write one such as T-000123.\n',
  });
});

test("a visitor's text never controls the operator's terminal", async () => {
  const { info } = await write({
    email: "eve@example.com",
    subject: "\u001b]0;owned\u0007 \u202eevil",
    text: "line one\r\u001b[2J\u009b31mline\ttwo\u2066\nline three",
  });
  for (const { output } of [await tickets(), await tickets("show", info.ticket)]) {
    expect(output).toContain("owned");
    expect(output.replaceAll("\n", "").replaceAll("\t", "")).not.toMatch(/[\p{Cc}\u202e\u2066]/u);
  }
});

test("a member's message belongs to the member, and a guest's to no account", async () => {
  const ownerOf = async (person: Person) => {
    const { info } = await person.call<{ ticket: string }>("POST", "/api/contact", message);
    const { rows } = await app.database.pool.query("select visitor_id from ticket where number = $1", [
      Number(info.ticket.slice(2)),
    ]);
    return rows[0].visitor_id;
  };
  const member = await makeMember(app);
  expect(await ownerOf(member)).toBe(member.id);
  expect(await ownerOf(await makeGuest(app))).toBeNull();
});

test("with mail on, a ticket and its mail are created together, and the queued mail contains none of its text", async () => {
  const other = await testApp({ SMTP_URL: "smtp://127.0.0.1:9" });
  const response = await other.http.inject({ method: "POST", url: "/api/contact", payload: message });
  expect(response.json().code).toBe(200);
  const {
    rows: [ticket],
  } = await other.database.pool.query("select id from ticket");
  const { rows } = await other.database.pool.query("select data from jobs.job where name = 'mail'");
  const requestId = response.headers["x-request-id"];
  expect(rows).toEqual([{ data: { kind: "ticket", data: { ticketId: ticket.id }, requestId } }]);
  await other.close();
});
