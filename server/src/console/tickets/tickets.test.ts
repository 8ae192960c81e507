import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { defineAccountMails, requestAddressChange } from "#accounts";
import { commandActor } from "#platform/actor";
import { newId } from "#platform/ids";
import type { Outbox, WriteEmail } from "#platform/mail/email";
import { defineTicketMail } from "#site";
import { type TestApp, testApp } from "#test/app";
import { type MadeOperator, makeOperator } from "#test/console";
import { callAs, makeGuest, makeMember, newAddress } from "#test/people";
import { unaudited } from "#test/unaudited";

let app: TestApp;
let support: MadeOperator;
let owner: MadeOperator;
beforeAll(async () => {
  // Nothing listens there: emails stay in the queue.
  app = await testApp({ SMTP_URL: "smtp://127.0.0.1:9", SUPPORT_INBOX: "help@nighttram.example" });
  [support, owner] = await Promise.all([makeOperator(app, "support"), makeOperator(app, "owner")]);
  await query(
    `insert into site_setting (key, value, updated_at) values ('sellerEmail', '"hello@nighttram.example"', now())`,
  );
});
afterAll(() => app.close());

const query = (text: string, values: unknown[] = []) => unaudited(app.database.pool).query(text, values);
const rows = async (text: string, values: unknown[] = []) =>
  (await app.database.pool.query(text, values)).rows;
const requestKey = () => newId(app.clock.now());
let next = 1;

/** Writes a ticket as a guest, in a language, from a new address. */
async function write(language = "de", more: object = {}): Promise<string> {
  app.clock.advance(1);
  const response = await app.http.inject({
    method: "POST",
    url: "/api/contact",
    remoteAddress: `198.51.100.${next++}`,
    headers: { "accept-language": language },
    payload: {
      email: "ana@example.com",
      subject: "Zweimal <i>abgebucht</i>",
      text: "<script>x</script>",
      ...more,
    },
  });
  return response.json().info.ticket;
}

const one = (number: string, operator = support) => operator.call("GET", `/tickets/one?number=${number}`);
const act = (name: string, body: object, operator = support) => {
  app.clock.advance(1);
  return operator.call("POST", `/tickets/${name}`, { requestKey: requestKey(), ...body });
};
const numbers = async (view: string, operator = support) =>
  (await operator.call("GET", `/tickets?view=${view}&size=100`)).data.list.map(
    ({ number }: { number: string }) => number,
  );

/** Returns the email of an answer as it would be sent now. */
async function emailOf(messageId: string, inbox: string | null = "help@nighttram.example") {
  let writer: WriteEmail<{ messageId: string }> | undefined;
  const define: Outbox["define"] = (kind, compose) => {
    if (kind === "ticket-answer") writer = compose as unknown as typeof writer;
  };
  defineTicketMail({ available: true, define, send: async () => undefined }, app.database.db, inbox);
  return writer?.({ messageId });
}

/** Changes the address of a person and proves the new mailbox. */
async function changeAddress(visitorId: string, email: string): Promise<void> {
  const { clock } = app;
  const { db } = app.database;
  await requestAddressChange(app.accounts, { db, clock, by: commandActor() }, { id: visitorId, email });
  let writer: WriteEmail<{ visitorId: string }> | undefined;
  const define: Outbox["define"] = (kind, compose) => {
    if (kind === "address-new") writer = compose as unknown as typeof writer;
  };
  const outbox = { available: true, define, send: async () => undefined };
  defineAccountMails({ outbox, db, clock, origin: "https://watch.example.com" });
  const written = await writer?.({ visitorId });
  const code = new URL(written?.button?.url ?? "").searchParams.get("code");
  const elsewhere = await makeGuest(app);
  expect((await elsewhere.call("POST", "/api/user/link/redeem", { code })).code).toBe(200);
}

describe("C59: a ticket", () => {
  test("is shown as text, answered in its writer's language from the seller's address, and threads", async () => {
    const number = await write();
    const shown = await one(number);
    expect(shown.info).toMatchObject({
      number,
      subject: "Zweimal <i>abgebucht</i>",
      text: "<script>x</script>",
      language: "de",
      messages: [],
      answersTo: "help@nighttram.example",
      hasInbox: true,
      mail: true,
    });
    const answered = await act("answer", { number, text: "Hallo Ana,\n\nwir sehen nach.", seen: 0 });
    expect(answered).toMatchObject({
      code: 200,
      info: { waitingSince: null, messages: [{ kind: "answer", by: support.email }] },
    });
    const again = await act("answer", { number, text: "Erledigt.", seen: 1 });
    const [first, second] = again.info.messages;
    expect(await emailOf(first.id)).toMatchObject({
      to: "ana@example.com",
      from: "hello@nighttram.example",
      replyTo: "help@nighttram.example",
      language: "de",
      subject: `Re: ${number}: Zweimal <i>abgebucht</i>`,
      paragraphs: ["Hallo Ana,", "wir sehen nach."],
      thread: { id: first.id, follows: [] },
      isPersonal: true,
      small: [expect.stringContaining(`Lass ${number} im Betreff`)],
    });
    expect(await emailOf(second.id, null)).toMatchObject({
      replyTo: "hello@nighttram.example",
      thread: { id: second.id, follows: [first.id] },
    });
    const jobs = await rows(
      "select data from jobs.job where name = 'mail' and data ->> 'kind' = 'ticket-answer'",
    );
    expect(new Set(jobs.map(({ data }) => data.data.messageId))).toEqual(new Set([first.id, second.id]));
  });

  test("is answered once for its key, and not after another operator's answer", async () => {
    const number = await write();
    const body = { number, text: "Once.", seen: 0, requestKey: requestKey() };
    const [one_, two] = await Promise.all([
      support.call("POST", "/tickets/answer", body),
      support.call("POST", "/tickets/answer", body),
    ]);
    expect([one_.code, two.code]).toEqual([200, 200]);
    expect((await one(number)).info.messages).toHaveLength(1);
    expect(await act("answer", { number, text: "Unseen.", seen: 0 }, owner)).toMatchObject({
      reason: "changed_meanwhile",
      info: { current: { messages: 1 } },
    });
  });

  test("is not answered with what nobody filled in, nor with nothing", async () => {
    const number = await write();
    expect(await act("answer", { number, text: "Your order {{order}}.", seen: 0 })).toMatchObject({
      code: 400,
      errors: [{ field: "text", message: "Fill in {{order}} first, or remove it." }],
    });
    expect(await act("answer", { number, text: "  \n ", seen: 0 })).toMatchObject({ code: 400 });
    expect(await act("answer", { number: "T-999999", text: "Hello", seen: 0 })).toMatchObject({ code: 404 });
    const { info } = await one(number);
    expect(info.snippets.length).toBeGreaterThan(3);
    for (const { text } of info.snippets)
      expect(Object.keys(text).toSorted()).toEqual(["de", "en", "es", "fr", "pt"]);
  });

  test("without a mail server is not answered, with a sentence that says what to do; a note is still written", async () => {
    const silent = await testApp();
    try {
      const operator = await makeOperator(silent, "support");
      const response = await silent.http.inject({
        method: "POST",
        url: "/api/contact",
        payload: { email: "ana@example.com", subject: "Sound", text: "None" },
      });
      const number = response.json().info.ticket;
      const key = () => newId(silent.clock.now());
      const answer = { number, text: "Hello", seen: 0, requestKey: key() };
      expect(await operator.call("POST", "/tickets/answer", answer)).toMatchObject({
        code: 400,
        errors: [{ field: "text", message: expect.stringContaining("Set SMTP_URL") }],
      });
      const note = { number, text: "Call her.", kind: "note", requestKey: key() };
      expect(await operator.call("POST", "/tickets/note", note)).toMatchObject({
        info: { mail: false, answersTo: null, messages: [{ kind: "note", mail: null }] },
      });
    } finally {
      await silent.close();
    }
  });
});

describe("tickets", () => {
  test("lie in open, mine, waiting and closed, the longest waiting first, with a mark after 24 hours", async () => {
    const [first, second, third] = [await write(), await write(), await write()];
    expect((await numbers("open")).slice(-3)).toEqual([first, second, third]);
    expect(await act("assign", { number: second, from: null, to: newId(app.clock.now()) })).toMatchObject({
      code: 404,
    });
    await act("assign", { number: second, from: null, to: support.id });
    expect(await numbers("mine")).toEqual([second]);
    expect(await numbers("mine", owner)).toEqual([]);
    expect(await act("assign", { number: second, from: null, to: owner.id })).toMatchObject({
      reason: "changed_meanwhile",
    });
    await act("answer", { number: first, text: "Answered.", seen: 0 });
    expect((await numbers("waiting"))[0]).toBe(first);
    expect(await numbers("open")).not.toContain(first);
    await act("note", { number: first, text: "It plays again, thank you.", kind: "theirs" });
    expect((await numbers("open")).at(-1)).toBe(first);
    await act("close", { number: first });
    expect((await numbers("closed"))[0]).toBe(first);
    expect((await one(first)).info).toMatchObject({ state: "closed", waitingSince: null, isLate: false });
    await act("reopen", { number: first });
    expect(await numbers("open")).toContain(first);
    const read = async () => (await one(third)).info;
    expect(await read()).toMatchObject({ isLate: false });
    const due = new Date((await read()).dueAt).getTime();
    expect(due - new Date((await read()).createdAt).getTime()).toBe(24 * 3_600_000);
    await query("update ticket set waiting_since = waiting_since - interval '25 hours' where number = $1", [
      Number(third.slice(2)),
    ]);
    expect(await read()).toMatchObject({ isLate: true });
  });

  test("are read by pages, each once", async () => {
    for (let count = 0; count < 5; count++) await write();
    for (const view of ["open", "waiting", "closed"]) {
      const whole = await numbers(view);
      const seen: string[] = [];
      let after = "";
      do {
        const { data } = await support.call("GET", `/tickets?view=${view}&size=2&after=${after}`);
        expect(data.count.value).toBe(whole.length);
        seen.push(...data.list.map(({ number }: { number: string }) => number));
        after = data.next ?? "";
      } while (after !== "");
      expect(seen, view).toEqual(whole);
    }
  });

  test("C11, C16, C17: each act leaves one row of the log that names neither address nor text", async () => {
    const number = await write("en", { email: "carla.long@example.com" });
    await act("answer", { number, text: "A secret sentence.", seen: 0 });
    await act("note", { number, text: "Another secret sentence.", kind: "note" });
    await act("assign", { number, from: null, to: owner.id });
    await act("close", { number });
    await act("reopen", { number });
    const logged = await rows(
      "select action, before, after, reason from audit where subject_id = $1 order by id",
      [number],
    );
    expect(logged.map(({ action }) => action)).toEqual([
      "ticket.answer",
      "ticket.note",
      "ticket.assign",
      "ticket.close",
      "ticket.reopen",
    ]);
    expect(JSON.stringify(logged)).not.toMatch(/secret|@/);
  });

  test("belong to the member with their address, whose last orders stand beside them, and go with the account", async () => {
    const member = await makeMember(app);
    const anonymous = { cookie: null, token: null, address: "203.0.113.77" };
    const { info } = await callAs<{ ticket: string }>(app, anonymous, "POST", "/api/contact", {
      email: member.email,
      subject: "Hello",
      text: "From another browser",
    });
    expect((await one(info.ticket)).info).toMatchObject({ personId: member.id, orders: [], watched: [] });
    app.clock.advance(1);
    const own = await member.call<{ ticket: string }>("POST", "/api/contact", {
      email: member.email,
      subject: "Mine",
      text: "Signed in",
    });
    await act("answer", { number: own.info.ticket, text: "An answer.", seen: 0 });
    await act("note", { number: own.info.ticket, text: "Of the team.", kind: "note" });
    const exported = await app.database.db.connection().execute(async (db) => {
      const { memberTickets } = await import("#site");
      return memberTickets.exported(db, member.id);
    });
    expect(JSON.stringify(exported)).toContain("An answer.");
    expect(JSON.stringify(exported)).not.toContain("Of the team.");
    const kinds = (await owner.call("GET", `/people/timeline?id=${member.id}&group=support`)).info.list;
    expect(kinds.map(({ number }: { number: string }) => number)).toEqual([own.info.ticket, info.ticket]);
    const { memberTickets } = await import("#site");
    await memberTickets.erased(app.database.db, [member.id]);
    expect(await rows("select id from ticket_message where text = 'An answer.'")).toEqual([]);
  });

  test("whose writer writes again before the answer still waits since the first time", async () => {
    const number = await write();
    const { waitingSince, dueAt } = (await one(number)).info;
    app.clock.advance(600);
    await act("note", { number, text: "Are you there?", kind: "theirs" });
    expect((await one(number)).info).toMatchObject({ waitingSince, dueAt });
    await act("answer", { number, text: "Yes.", seen: 1 });
    await act("note", { number, text: "Thank you. One more thing:", kind: "theirs" });
    expect((await one(number)).info.waitingSince).toBe(app.clock.now().toISOString());
  });

  test("of a member is answered at the address that they have by then, and not in the mailbox before", async () => {
    const member = await makeMember(app);
    const { info } = await member.call<{ ticket: string }>("POST", "/api/contact", {
      email: member.email,
      subject: "Mine",
      text: "Signed in",
    });
    const other = await member.call<{ ticket: string }>("POST", "/api/contact", {
      email: "work@example.com",
      subject: "Mine",
      text: "Please answer at work",
    });
    const email = newAddress();
    await changeAddress(member.id, email);
    for (const [number, to] of [
      [info.ticket, email],
      [other.info.ticket, "work@example.com"],
    ] as const) {
      expect((await act("answer", { number, text: "An answer.", seen: 0 })).code).toBe(200);
      const [answer] = (await one(number)).info.messages;
      expect(await emailOf(answer.id)).toMatchObject({ to });
    }
  });
});
