import { spawn } from "node:child_process";
import { once } from "node:events";
import pino from "pino";
import { afterAll, beforeAll, expect, test } from "vitest";
import { testDatabase } from "#test/database";
import { pipeTo, reservePort } from "#test/reserved-port";
import { type TestSandbox, testSandbox } from "#test/sandbox";
import { silentLog } from "#test/silent-log";
import { timeLimit } from "../../../../tools/time-limit.ts";
import { type Database, inTransaction } from "../db/database.ts";
import { type Jobs, openJobs } from "../jobs.ts";
import type { Log } from "../log.ts";
import { once as onlyOnce } from "../once.ts";
import type { Branding } from "./branding.ts";
import type { Email } from "./email.ts";
import { openOutbox } from "./outbox.ts";

const branding: Branding = {
  name: "Cliffhanger",
  accent: "#FF4F64",
  accentEnd: "#FF8A4C",
  accentInk: "#1d040a",
  seller: { name: "Night Window", address: "12 Quay Street\nCork", email: "hello@example.com" },
};
const greeting = (to: string): Email => ({
  to,
  language: "en",
  subject: "Hello",
  preview: "A greeting",
  paragraphs: ["Good to see you."],
});

let sandbox: TestSandbox;
const open: { database: Database; jobs: Jobs }[] = [];
beforeAll(async () => {
  sandbox = await testSandbox();
});
afterAll(async () => {
  await Promise.all(
    open.map(async ({ database, jobs }) => {
      await jobs.stop();
      await database.close();
    }),
  );
  await sandbox.stop();
});

/** An outbox on a database of its own; emails of the kind `greeting` go to the address in their data. */
async function newOutbox(options: { smtpUrl?: string | null; log?: Log } = {}) {
  const database = await testDatabase();
  const jobs = await openJobs(database, silentLog);
  open.push({ database, jobs });
  const outbox = openOutbox({
    jobs: async () => jobs,
    smtpUrl: options.smtpUrl === undefined ? sandbox.smtpUrl : options.smtpUrl,
    from: "no-reply@example.com",
    branding: async () => branding,
    log: options.log ?? silentLog,
    retryDelay: 1,
  });
  outbox.define<{ to: string }>("greeting", async ({ to }) => greeting(to));
  const states = async (kind = "greeting") => {
    const { rows } = await database.pool.query(
      "select state from jobs.job where name = 'mail' and data->>'kind' = $1",
      [kind],
    );
    return rows.map((row) => row.state);
  };
  return { database, outbox, states };
}

/** One outbox, with its worker, for the tests whose emails go the usual way. */
const usualOutbox = onlyOnce(async () => {
  const made = await newOutbox();
  await made.outbox.work();
  return made;
});

function logLines() {
  const lines: string[] = [];
  return { lines, log: pino({ level: "info" }, { write: (line: string) => void lines.push(line) }) };
}

test("a mail goes out when the transaction it belongs to has committed, and never when that is rolled back", async () => {
  const { database, outbox } = await usualOutbox();
  const failing = inTransaction(database.db, async (trx) => {
    await outbox.send(trx, "greeting", { to: "rolled-back@example.com" });
    throw new Error("no");
  });
  await expect(failing).rejects.toThrow("no");
  await inTransaction(database.db, (trx) => outbox.send(trx, "greeting", { to: "committed@example.com" }));
  await expect.poll(() => sandbox.mailsTo("committed@example.com")).toHaveLength(1);
  expect(await sandbox.mailsTo("rolled-back@example.com")).toEqual([]);
});

test("case 64: a mail waits while the mail server is away, and goes out when it is back", async () => {
  const door = await reservePort();
  const { database, outbox, states } = await newOutbox({ smtpUrl: `smtp://127.0.0.1:${door.port}` });
  await outbox.work();
  await outbox.send(database.db, "greeting", { to: "patient@example.com" });
  await expect.poll(() => states()).toEqual(["retry"]);
  door.serve(pipeTo(Number(new URL(sandbox.smtpUrl).port)));
  await expect.poll(() => sandbox.mailsTo("patient@example.com")).toHaveLength(1);
  await door.close();
});

test("a mail that the server puts off is sent later, and one that it refuses for good is given up; neither address is logged", async () => {
  const { lines, log } = logLines();
  const { database, outbox, states } = await newOutbox({ log });
  await outbox.work();
  await outbox.send(database.db, "greeting", { to: "refused@example.com" });
  await expect.poll(() => lines.join("")).toContain("refused permanently");
  await expect.poll(() => states()).toEqual(["completed"]);
  await outbox.send(database.db, "greeting", { to: "deferred@example.com" });
  await expect.poll(() => sandbox.mailsTo("deferred@example.com")).toHaveLength(1);
  expect(await sandbox.mailsTo("refused@example.com")).toEqual([]);
  const { rows } = await database.pool.query("select output::text from jobs.job where name = 'mail'");
  expect(JSON.stringify([lines, rows])).not.toContain("@example.com");
});

test("case 64: a worker that dies when the mail server has the mail sends it again, under the same Message-ID", {
  timeout: timeLimit(60),
}, async () => {
  const { database, outbox } = await newOutbox();
  const to = "twice@example.com";
  await outbox.send(database.db, "greeting", { to });
  const worker = startWorker(database.url, sandbox.smtpUrl);
  await once(worker.stdout, "data");
  // While this holds the job's row, the worker cannot note that the mail is out.
  const hold = await database.pool.connect();
  await hold.query("begin");
  await hold.query("select * from jobs.job where name = 'mail' for update");
  worker.stdin.write("go\n");
  await expect.poll(() => sandbox.mailsTo(to)).toHaveLength(1);
  const gone = once(worker, "exit");
  worker.kill("SIGKILL");
  await gone;
  // What the worker had asked for already would still be done once the row is free.
  await hold.query(
    "select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
  );
  await hold.query("rollback");
  hold.release();
  // As if the time had passed after which a worker that gives no sign counts as dead.
  await database.pool.query(
    "update jobs.job set heartbeat_on = heartbeat_on - interval '1 minute' where name = 'mail'",
  );
  await outbox.work();
  await expect.poll(() => sandbox.mailsTo(to), { timeout: timeLimit(40) }).toHaveLength(2);
  const [again, before] = await sandbox.mailsTo(to);
  expect(again?.messageId).toBe(before?.messageId);
  expect(again?.messageId).toMatch(/^<[0-9a-f-]{36}@example\.com>$/);
});

test("without a mail server nothing is kept to be sent, which the log says once", async () => {
  const { lines, log } = logLines();
  const { database, outbox, states } = await newOutbox({ smtpUrl: null, log });
  expect(outbox.available).toBe(false);
  for (let i = 0; i < 3; i++) await outbox.send(database.db, "greeting", { to: "nobody@example.com" });
  await outbox.work();
  expect(await states()).toEqual([]);
  expect(lines.map((line) => JSON.parse(line).msg)).toEqual(["Email not sent: SMTP_URL is not set"]);
});

test("an email that is no longer needed is not sent", async () => {
  const { database, outbox, states } = await usualOutbox();
  outbox.define("gone", async () => null);
  await outbox.send(database.db, "gone", {});
  await expect.poll(() => states("gone")).toEqual(["completed"]);
});

test("a kind that nobody defined is refused at once, and not found out by the worker", async () => {
  const { database, outbox } = await usualOutbox();
  await expect(outbox.send(database.db, "unheard-of", {})).rejects.toThrow("unheard-of");
});

test("what strangers wrote reaches neither the head nor the markup of a mail, and every script is kept", async () => {
  const mail = await sendAndRead({
    ...greeting("hostile@example.com"),
    language: "de",
    subject: "Grüße aus 東京\r\nBcc: victim@example.com\u2028<b>",
    preview: `<script>alert("1")</script>`,
    paragraphs: [`<script>alert('2')</script> & "Zoë"`, `" onmouseover="alert(3)`],
    button: { label: "<i>Los</i>", url: `https://example.com/?a=1&b="><script>4</script>` },
    small: ["</td></tr></table><h1>5</h1>"],
    replyTo: "answers@example.com",
  });
  expect(mail.subject).toBe("Grüße aus 東京 Bcc: victim@example.com <b>");
  expect(mail.envelope.to).toEqual(["hostile@example.com"]);
  expect(mail.headers.map(({ name }) => name)).not.toContain("Bcc");
  expect(mail.html).not.toMatch(/<script|<b>|<i>|<h1>5|" onmouseover/);
  expect(mail.html).toContain("&lt;script&gt;alert(&#39;2&#39;)&lt;/script&gt; &amp; &quot;Zoë&quot;");
  expect(mail.html).toContain(
    'href="https://example.com/?a=1&amp;b=&quot;&gt;&lt;script&gt;4&lt;/script&gt;"',
  );
  expect(mail.html).toMatch(/<html lang="de"/);
  expect(mail.text).toContain(`<script>alert('2')</script> & "Zoë"`);
  expect(mail.headers).toContainEqual({ name: "Reply-To", value: "answers@example.com" });
  expect(mail.headers).toContainEqual({ name: "Auto-Submitted", value: "auto-generated" });
});

test("a mail carries the site's own face, its seller and the plain address of its button, and loads nothing from anywhere", async () => {
  const mail = await sendAndRead({
    ...greeting("face@example.com"),
    button: { label: "Open", url: "https://watch.example.com/login" },
  });
  expect(mail.from).toBe("Cliffhanger <no-reply@example.com>");
  expect(mail.headers).toContainEqual({ name: "Reply-To", value: "hello@example.com" });
  for (const part of [mail.text, mail.html]) {
    expect(part).toContain("Night Window, 12 Quay Street, Cork");
    expect(part).toContain("https://watch.example.com/login");
  }
  expect(mail.html).toContain("#FF4F64");
  expect(mail.html).not.toMatch(/<img|<link|<script|url\(|src=/);
});

test("a button that leads anywhere but to the web is a fault of ours, and is not sent", async () => {
  const { database, outbox, states } = await usualOutbox();
  outbox.define("odd", async () => ({
    ...greeting("odd@example.com"),
    button: { label: "Run", url: "javascript:alert(1)" },
  }));
  await outbox.send(database.db, "odd", {});
  await expect.poll(() => states("odd")).toEqual(["retry"]);
  expect(await sandbox.mailsTo("odd@example.com")).toEqual([]);
});

async function sendAndRead(email: Email) {
  const { database, outbox } = await usualOutbox();
  outbox.define(email.to, async () => email);
  await outbox.send(database.db, email.to, {});
  await expect.poll(() => sandbox.mailsTo(email.to)).toHaveLength(1);
  const [mail] = await sandbox.mailsTo(email.to);
  if (!mail) throw new Error("The mail went away");
  return mail;
}

/** A worker in a process of its own: says when it has an email to compose, and composes it on demand. */
function startWorker(databaseUrl: string, smtpUrl: string) {
  const program = `
    const { once } = await import("node:events");
    const { openDatabase } = await import("#platform/db/database");
    const { openJobs } = await import("#platform/jobs");
    const { openOutbox } = await import("#platform/mail/outbox");
    const { silentLog: log } = await import("#test/silent-log");
    const [databaseUrl, smtpUrl, branding] = process.argv.slice(1);
    const database = await openDatabase({ databaseUrl, dataDir: "", mode: "own", holder: "worker", log });
    const jobs = await openJobs(database, log);
    const outbox = openOutbox({
      jobs: async () => jobs, smtpUrl, from: "no-reply@example.com", branding: async () => JSON.parse(branding), log, retryDelay: 1,
    });
    outbox.define("greeting", async ({ to }) => {
      console.log("writing");
      await once(process.stdin, "data");
      return { to, language: "en", subject: "Hello", preview: "", paragraphs: [] };
    });
    await outbox.work();`;
  const args = ["--input-type=module", "--eval", program, databaseUrl, smtpUrl, JSON.stringify(branding)];
  return spawn(process.execPath, args, {
    cwd: new URL("../../..", import.meta.url),
    stdio: ["pipe", "pipe", "inherit"],
  });
}
