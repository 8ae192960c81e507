import { type Language, languages } from "@cliffhanger/contract";
import { afterAll, beforeAll, expect, test } from "vitest";
import { inTransaction } from "#platform/db/database";
import { newId } from "#platform/ids";
import { type Jobs, openJobs } from "#platform/jobs";
import { type OpenOutbox, openOutbox } from "#platform/mail/outbox";
import { type TestApp, testApp } from "#test/app";
import { type ReceivedMail, type TestSandbox, testSandbox } from "#test/sandbox";
import { silentLog } from "#test/silent-log";
import { newVisitor } from "../guest.ts";
import { notePurchase } from "../links/create-link.ts";
import { insertVisitor, updateVisitor } from "../repository.ts";
import { accountMails, defineAccountMails } from "./define.ts";

const origin = "https://watch.example.com";

let sandbox: TestSandbox;
let app: TestApp;
let jobs: Jobs;
let outbox: OpenOutbox;
beforeAll(async () => {
  sandbox = await testSandbox();
  app = await testApp({}, { smtpUrl: sandbox.smtpUrl });
  const { db } = app.database;
  jobs = await openJobs(app.database, silentLog);
  const seller = { name: "", address: "", email: "" };
  const branding = {
    name: "Cliffhanger",
    accent: "#FF4F64",
    accentEnd: "#FF8A4C",
    accentInk: "#1d040a",
    seller,
  };
  outbox = openOutbox({
    // Each worker takes one email every half second; there are fifty here.
    jobs: async () => ({
      ...jobs,
      work: (name, handler, options) => jobs.work(name, handler, { ...options, concurrency: 12 }),
    }),
    smtpUrl: sandbox.smtpUrl,
    from: "no-reply@watch.example.com",
    branding: async () => branding,
    log: silentLog,
    retryDelay: 1,
  });
  defineAccountMails({ outbox, db, clock: app.clock, origin });
  await outbox.work();
});
afterAll(async () => {
  await jobs.stop();
  await app.close();
  await sandbox.stop();
});

async function newMember(language: Language | null, changes: { deletesAt?: Date; name?: string } = {}) {
  const { db } = app.database;
  const at = app.clock.now();
  const email = `${newId(at)}@example.com`;
  const row = { ...newVisitor(at), kind: "member" as const, email, language, registered_at: at };
  await insertVisitor(db, {
    ...row,
    deletes_at: changes.deletesAt ?? null,
    display_name: changes.name ?? null,
  });
  return { id: row.id, email };
}

async function mailsTo(email: string, count: number): Promise<ReceivedMail[]> {
  await expect.poll(() => sandbox.mailsTo(email)).toHaveLength(count);
  return sandbox.mailsTo(email);
}

const subjects = new Map<string, Set<string>>();

test.each(languages)(
  "every mail about an account exists in %s, with its link as a button and as text",
  async (language) => {
    const deletesAt = new Date("2026-12-04T10:00:00Z");
    const { id, email } = await newMember(language, { deletesAt });
    // The address is to change to the same one, so that both emails of a change arrive in one mailbox.
    await app.database.pool.query(
      "insert into address_change (visitor_id, email, ends_at) values ($1, $2, '2027-01-01')",
      [id, email],
    );
    const kinds = Object.values(accountMails);
    for (const kind of kinds) await outbox.send(app.database.db, kind, { visitorId: id });
    const mails = await mailsTo(email, kinds.length);
    expect(new Set(mails.map(({ subject }) => subject)).size).toBe(kinds.length);
    for (const { subject, html, text } of mails) {
      expect(html).toContain(`<html lang="${language}"`);
      const links = text.match(/https:\/\/\S+/g) ?? [];
      expect(links.length).toBeGreaterThan(0);
      for (const link of links) {
        expect(link).toMatch(
          /^https:\/\/watch\.example\.com\/(login|individual|(claim|retrievePassword)(\?code=[\w-]{43})?)$/,
        );
        expect(html).toContain(link);
      }
      expect(text).not.toMatch(/undefined|\[object|null/);
      subjects.set(subject, (subjects.get(subject) ?? new Set()).add(language));
    }
    // R96: dates in English long form, in every language.
    expect(mails.filter(({ text }) => text.includes("4 December 2026"))).toHaveLength(1);
  },
);

test("no language contains another's text", () => {
  expect(subjects.size).toBe(Object.keys(accountMails).length * languages.length);
  expect([...subjects].filter(([, used]) => used.size > 1)).toEqual([]);
});

test("R18: the link of a forgotten password's mail sets a new one, once; the next mail confirms it", async () => {
  const email = "forgetful@example.com";
  const post = async (url: string, payload: object) =>
    (await app.http.inject({ method: "POST", url, payload })).json();
  const first = "three wooden boats";
  await post("/api/user/register", {
    email,
    password: first,
    repeatPassword: first,
    agree: true,
    language: "fr",
  });
  expect(await post("/api/user/password/forgot", { email })).toMatchObject({ code: 200 });
  const [mail] = await mailsTo(email, 1);
  const code = new URL(/https:\S+code=\S+/.exec(mail?.text ?? "")?.[0] ?? "").searchParams.get("code");
  const password = "seven paper lanterns";
  const reset = { code, password, repeatPassword: password };
  expect(await post("/api/user/password/reset", reset)).toMatchObject({ code: 200 });
  expect(await post("/api/user/password/reset", reset)).toMatchObject({ reason: "code_invalid" });
  expect(await post("/api/user/login", { email, password })).toMatchObject({ code: 200 });
  const [changed] = await mailsTo(email, 2);
  expect(changed?.subject).toBe("Votre mot de passe a été modifié");
});

test("a queued mail contains neither an address nor a code", async () => {
  const { rows } = await app.database.pool.query("select data::text from jobs.job where name = 'mail'");
  expect(rows.length).toBeGreaterThan(20);
  for (const { data } of rows) {
    const { requestId = "", ...mail } = JSON.parse(data);
    expect(mail).toEqual({ kind: expect.any(String), data: { visitorId: expect.any(String) } });
    expect(requestId).toMatch(/^([0-9a-z]{26})?$/);
  }
});

test("a cancelled deletion is not announced, and deleted accounts get no mail", async () => {
  const { db } = app.database;
  const { id, email } = await newMember("en", { deletesAt: new Date("2026-12-04T10:00:00Z") });
  await updateVisitor(db, id, { deletes_at: null });
  await outbox.send(db, accountMails.deletionScheduled, { visitorId: id });
  await outbox.send(db, accountMails.passwordChanged, { visitorId: newId(app.clock.now()) });
  await outbox.send(db, accountMails.passwordChanged, { visitorId: id });
  const mails = await mailsTo(email, 1);
  expect(mails[0]?.subject).toBe("Your password was changed");
});

test("a mail never contains the account's name, and is in English when no language was chosen", async () => {
  const { id, email } = await newMember(null, { name: "WIN at http://evil.example" });
  for (const kind of Object.values(accountMails)) await outbox.send(app.database.db, kind, { visitorId: id });
  // Of a new address and of a deletion there is nothing to write.
  const mails = await mailsTo(email, 4);
  for (const { html, text } of mails) {
    expect(html).toContain('<html lang="en"');
    expect(html + text).not.toContain("evil");
  }
});

test("a guest's link is written in the language that they bought in last", async () => {
  const { db } = app.database;
  const guest = newVisitor(app.clock.now());
  await insertVisitor(db, guest);
  const email = `${guest.id}@example.com`;
  for (const [count, language] of (["pt", "de"] as const).entries()) {
    await inTransaction(db, (trx) => notePurchase(trx, { visitor_id: guest.id, email, language }));
    await outbox.send(db, accountMails.signInLink, { visitorId: guest.id });
    const mails = await mailsTo(email, count + 1);
    expect(mails.filter(({ html }) => html.includes(`<html lang="${language}"`))).toHaveLength(1);
  }
});
