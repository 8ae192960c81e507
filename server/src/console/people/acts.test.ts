import { unzipSync } from "fflate";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { cleanupTask, defineAccountMails } from "#accounts";
import { newId } from "#platform/ids";
import type { Email, Outbox, WriteEmail } from "#platform/mail/email";
import { type TestApp, testApp } from "#test/app";
import { becomeFresh, consoleOrigin, type MadeOperator, makeOperator } from "#test/console";
import { type MadeMember, makeGuest, makeMember, newAddress } from "#test/people";
import { silentLog } from "#test/silent-log";

let app: TestApp;
let owner: MadeOperator;
let finance: MadeOperator;
let support: MadeOperator;
beforeAll(async () => {
  // Nothing listens there: emails stay in the queue.
  app = await testApp({ SMTP_URL: "smtp://127.0.0.1:9" });
  [owner, finance, support] = await Promise.all([
    makeOperator(app, "owner"),
    makeOperator(app, "finance"),
    makeOperator(app, "support"),
  ]);
});
afterAll(() => app.close());

const rows = async (text: string, values: unknown[] = []) =>
  (await app.database.pool.query(text, values)).rows;
const act = (name: string, body: object, operator = owner) => {
  app.clock.advance(1);
  return operator.call("POST", `/people/${name}`, { requestKey: newId(app.clock.now()), ...body });
};
const logged = (id: string) =>
  rows(
    "select action, before, after, reason from audit where subject_id = $1 and action <> 'person.read' order by id",
    [id],
  );

/** Returns an email about an account as it would be sent now. */
async function emailOf(kind: string, visitorId: string): Promise<Email | null | undefined> {
  const writers = new Map<string, WriteEmail<{ visitorId: string }>>();
  const define: Outbox["define"] = (of, write) => {
    writers.set(of, write as unknown as WriteEmail<{ visitorId: string }>);
  };
  const { db } = app.database;
  const outbox = { available: true, define, send: async () => undefined };
  defineAccountMails({ outbox, db, clock: app.clock, origin: "https://watch.example.com" });
  return writers.get(kind)?.({ visitorId });
}

const codeOf = (email: Email | null | undefined) =>
  new URL(email?.button?.url ?? "https://x.example").searchParams.get("code") ?? "";
const emailNow = async (id: string) =>
  (await rows("select email from visitor where id = $1", [id]))[0]?.email;

describe("another address", () => {
  test("counts once its mailbox is proved; both mailboxes are written to, and all devices are signed out", async () => {
    const member = await makeMember(app);
    const email = newAddress();
    await becomeFresh(app, owner);
    const asked = await act("mail", { id: member.id, email: ` ${email.toUpperCase()}` });
    expect(asked).toMatchObject({ code: 200, info: { email: member.email, newEmail: email } });
    expect(await emailNow(member.id)).toBe(member.email);
    expect(await emailOf("address-old", member.id)).toMatchObject({ to: member.email });
    const confirmation = await emailOf("address-new", member.id);
    expect(confirmation).toMatchObject({ to: email, button: { label: "Use this address" } });
    expect(JSON.stringify(await logged(member.id))).not.toContain("@");
    const elsewhere = await makeGuest(app);
    const redeemed = await elsewhere.call("POST", "/api/user/link/redeem", { code: codeOf(confirmation) });
    expect(redeemed).toMatchObject({ code: 200, info: { id: member.id, email } });
    expect(await emailNow(member.id)).toBe(email);
    expect((await member.call<{ kind: string }>("GET", "/api/user")).info.kind).toBe("guest");
    expect(await emailOf("address-new", member.id)).toBeNull();
  });

  test("ends a password's reset that the old mailbox was sent: its code takes the account back from nobody", async () => {
    const member = await makeMember(app);
    const email = newAddress();
    await becomeFresh(app, owner);
    await act("mail", { id: member.id, email });
    const stolen = codeOf(await emailOf("password-reset", member.id));
    const confirmation = codeOf(await emailOf("address-new", member.id));
    const owned = await makeGuest(app);
    await owned.call("POST", "/api/user/link/redeem", { code: confirmation });
    const password = "another salt road";
    const reset = { code: stolen, password, repeatPassword: password };
    const thief = await makeGuest(app);
    expect((await thief.call("POST", "/api/user/password/reset", reset)).reason).toBe("code_invalid");
    expect((await owned.call<{ kind: string }>("GET", "/api/user")).info.kind).toBe("member");
  });

  test("is kept by the link in the old mailbox; the one in the new mailbox then changes nothing", async () => {
    const member = await makeMember(app);
    const email = newAddress();
    await becomeFresh(app, owner);
    await act("mail", { id: member.id, email });
    const confirmation = codeOf(await emailOf("address-new", member.id));
    const kept = codeOf(await emailOf("address-old", member.id));
    const redeemed = await member.call("POST", "/api/user/link/redeem", { code: kept });
    expect(redeemed).toMatchObject({ code: 200, info: { id: member.id } });
    const other = await makeGuest(app);
    expect(await other.call("POST", "/api/user/link/redeem", { code: confirmation })).toMatchObject({
      reason: "code_invalid",
    });
    expect(await emailNow(member.id)).toBe(member.email);
  });

  test("of a guest is the one that their receipts go to from then on, and makes them a member", async () => {
    const guest = await makeGuest(app);
    const wrong = newAddress();
    await rows("update visitor set pending_email = $2 where id = $1", [guest.id, wrong]);
    const email = newAddress();
    await becomeFresh(app, owner);
    expect(await act("mail", { id: guest.id, email })).toMatchObject({ code: 200 });
    const code = codeOf(await emailOf("address-new", guest.id));
    const redeemed = await guest.call("POST", "/api/user/link/redeem", { code });
    expect(redeemed).toMatchObject({ code: 200, info: { id: guest.id, kind: "member", email } });
  });

  test("is refused when it is none, theirs already, or another account's; support may not change it", async () => {
    const [member, other] = [await makeMember(app), await makeMember(app)];
    await becomeFresh(app, owner);
    for (const [email, sentence] of [
      ["ana", "That is no mail address."],
      [member.email, "That is their address already."],
      [other.email, "Another account has this address."],
    ] as const)
      expect(await act("mail", { id: member.id, email })).toMatchObject({
        code: 400,
        errors: [{ field: "email", message: sentence }],
      });
    expect(await logged(member.id)).toEqual([]);
    expect(await act("mail", { id: member.id, email: newAddress() }, support)).toMatchObject({
      reason: "not_permitted",
    });
    app.clock.advance(6 * 60);
    expect(await act("mail", { id: member.id, email: newAddress() })).toMatchObject({
      reason: "fresh_required",
    });
  });
});

describe("a deletion", () => {
  const ask = (id: string, more: object, operator = finance) => act("delete", { id, ...more }, operator);

  test("says beforehand what it does, is refused when that has changed, and keeps the days in which its owner can return", async () => {
    const member = await makeMember(app);
    await becomeFresh(app, finance);
    const { info } = await ask(member.id, { dryRun: true });
    expect(info.effect.sentences.join(" ")).toMatch(
      /On \d+ \w+ 2026 the account is erased.*One device is signed out/,
    );
    const body = { requestKey: newId(app.clock.now()), id: member.id, dryRun: true };
    const german = await finance.call("POST", "/people/delete", body, { "accept-language": "de" });
    expect(german.info.effect.sentences.join(" ")).toMatch(
      /wird das Konto gelöscht.*Ein Gerät wird sofort abgemeldet/,
    );
    expect(german.info.effect.hash).toBe(info.effect.hash);
    expect(await logged(member.id)).toEqual([]);
    const again = await ask(member.id, { reason: "Asked for by letter", effect: "0".repeat(64) });
    expect(again).toMatchObject({ reason: "changed_meanwhile" });
    const done = await ask(member.id, { reason: "Asked for by letter", effect: info.effect.hash });
    expect(done).toMatchObject({ code: 200, info: { person: { devices: [] }, effect: null } });
    const days = (Date.parse(done.info.person.deletesAt) - app.clock.now().getTime()) / 86_400_000;
    expect(Math.round(days)).toBe(14);
    expect(await logged(member.id)).toMatchObject([
      { action: "person.delete", reason: "Asked for by letter" },
    ]);
    expect(await emailOf("deletion-scheduled", member.id)).toMatchObject({ to: member.email });
  });

  test("C16: erasing a person leaves the log's rows as they are, and takes notes and records of emails", async () => {
    const member = await makeMember(app);
    await act("note", { id: member.id, text: `Called from ${member.email}.` }, support);
    await rows(
      "insert into mail_sent (id, kind, subject_id, at, state) values ($1, 'receipt', $1, now(), 'accepted')",
      [member.id],
    );
    await becomeFresh(app, finance);
    const { info } = await ask(member.id, { dryRun: true });
    await ask(member.id, { reason: "Asked for by letter", effect: info.effect.hash });
    const before = await logged(member.id);
    await rows("update visitor set deletes_at = $2 where id = $1", [member.id, app.clock.now()]);
    await cleanupTask(app.accounts).run({
      db: app.database.db,
      clock: app.clock,
      log: silentLog,
      signal: new AbortController().signal,
    });
    expect(await rows("select id from visitor where id = $1", [member.id])).toEqual([]);
    expect(await rows("select id from person_note where visitor_id = $1", [member.id])).toEqual([]);
    expect(await rows("select id from mail_sent where subject_id = $1", [member.id])).toEqual([]);
    expect(await logged(member.id)).toEqual(before);
    expect(JSON.stringify(before)).not.toContain("@");
  });
});

describe("an export", () => {
  test("holds all data as the person would get it, with the team's notes, and leaves its row", async () => {
    const member = await makeMember(app);
    await act("note", { id: member.id, text: "Prefers mail." }, support);
    await becomeFresh(app, finance);
    const response = await app.http.inject({
      method: "POST",
      url: "/api/console/people/export",
      remoteAddress: finance.address,
      headers: { host: "localhost:3000", origin: consoleOrigin, cookie: `console=${finance.cookie}` },
      payload: { id: member.id, requestKey: newId(app.clock.now()) },
    });
    expect(response.headers["content-type"]).toBe("application/zip");
    const files = unzipSync(new Uint8Array(response.rawPayload));
    const read = (name: string) => JSON.parse(Buffer.from(files[name] ?? []).toString());
    expect(read("account.json")).toMatchObject({ id: member.id, email: member.email });
    expect(read("notes.json")).toMatchObject([{ text: "Prefers mail." }]);
    expect((await logged(member.id)).map(({ action }) => action)).toEqual(["person.note", "person.export"]);
    expect(await act("export", { id: member.id }, support)).toMatchObject({ reason: "not_permitted" });
  });
});

describe("what is written", () => {
  let member: MadeMember;
  beforeAll(async () => {
    member = await makeMember(app);
  });

  test("as a note stands in the timeline once, and the log has no text", async () => {
    const body = { id: member.id, text: "<b>Kind</b>", requestKey: newId(app.clock.now()) };
    await support.call("POST", "/people/note", body);
    await support.call("POST", "/people/note", body);
    const { info } = await support.call("GET", `/people/timeline?id=${member.id}&group=support`);
    expect(info.list).toMatchObject([{ kind: "note", text: "<b>Kind</b>", by: support.email }]);
    expect(JSON.stringify(await logged(member.id))).not.toContain("Kind");
  });

  test("to a person is a ticket from our side, which waits for them and is whoever's who wrote", async () => {
    const message = { id: member.id, subject: "Your refund", text: "It is on its way." };
    const { info } = await act("write", message, support);
    expect(info.ticket).toMatch(/^T-\d{6}$/);
    const ticket = (await support.call("GET", `/tickets/one?number=${info.ticket}`)).info;
    expect(ticket).toMatchObject({
      subject: "Your refund",
      email: member.email,
      personId: member.id,
      begunBy: support.email,
      waitingSince: null,
      assignedTo: { id: support.id },
      messages: [{ kind: "answer", text: "It is on its way." }],
    });
    expect((await logged(member.id)).at(-1)).toMatchObject({
      action: "person.write",
      after: { ticket: info.ticket },
    });
    const guest = await makeGuest(app);
    expect(await act("write", { ...message, id: guest.id }, support)).toMatchObject({ code: 400 });
  });
});
