import type { Db } from "../db/database.ts";
import type { Job, Jobs } from "../jobs.ts";
import type { Log } from "../log.ts";
import { type Meters, noMeters } from "../meters.ts";
import { once } from "../once.ts";
import type { Branding } from "./branding.ts";
import type { Email, Outbox, WriteEmail } from "./email.ts";
import type { SentMail } from "./repository.ts";

/** What the outbox needs. */
export interface OutboxOptions {
  /** Returns the job queue; a process that only answers requests opens it with its first email. */
  jobs: () => Promise<Jobs>;
  /** The mail server; null: none, and `send` does nothing. */
  smtpUrl: string | null;
  /** The sender's address; the name before it is the site's. */
  from: string;
  /** Reads the site's branding, for each email. */
  branding: () => Promise<Branding>;
  log: Log;
  /** Records the outcome of an email. */
  record?: (mail: Omit<SentMail, "at">) => Promise<void>;
  /** Seconds before the first retry; default: 10. */
  retryDelay?: number;
  meters?: Meters;
}

/** The outbox and its worker. */
export interface OpenOutbox extends Outbox {
  /** Delivers queued emails in this process. */
  work(): Promise<void>;
}

/** The name of the queue of emails. */
export const MAIL_QUEUE = "mail";
const JOB = MAIL_QUEUE;

/** The stored form of an email: ids only, no address and no secret. */
type StoredEmail = { kind: string; data: object };

/**
 * Opens the outbox. An email is a job in the caller's transaction and is composed when it is sent. Delivery is at least once:
 * after a worker crashes between delivery and commit, the email is sent again with the same Message-ID.
 */
export function openOutbox({
  jobs,
  smtpUrl,
  from,
  branding,
  log,
  record,
  retryDelay,
  meters = noMeters,
}: OutboxOptions): OpenOutbox {
  const kinds = new Set<string>();
  const measured = measureMail(meters, kinds);
  const writers = new Map<string, WriteEmail<object>>();
  const opened = once(async () => {
    const ready = await jobs();
    // With pauses from seconds to an hour, 31 attempts take about a day.
    await ready.define(JOB, {
      retryLimit: 31,
      retryDelay: retryDelay ?? 10,
      retryDelayMax: 3600,
      expireInSeconds: 300,
    });
    return ready;
  });
  let hasWarned = false;

  async function send(db: Db, kind: string, data: object): Promise<void> {
    if (!writers.has(kind)) throw new Error(`No composer is registered for emails of kind ${kind}`);
    if (smtpUrl !== null)
      return void (await (await opened()).send(db, JOB, { kind, data } satisfies StoredEmail));
    if (!hasWarned) log.warn({ kind }, "Email not sent: SMTP_URL is not set");
    hasWarned = true;
  }

  async function handle({ id, data: { kind, data } }: Job<StoredEmail>): Promise<void> {
    const email = await compose(kind, data).catch((error: unknown) => {
      measured.failed({ class: "composer" });
      throw error;
    });
    if (!email || smtpUrl === null) return;
    // Loaded with the first email, because a process that only answers requests renders none.
    const { DeliveryError, smtpDelivery } = await import("./deliver.ts");
    const { renderEmail } = await import("./layout.ts");
    const shown = await branding();
    const replyTo = email.replyTo ?? shown.seller.email;
    const began = performance.now();
    const note = (state: SentMail["state"], answer: string) =>
      noteSent({ record, log }, { id, kind, data }, { state, answer });
    try {
      const answer = await smtpDelivery(smtpUrl)({
        from: { name: shown.name, address: email.from ?? from },
        bounceTo: from,
        ...threadOf(email, from),
        isPersonal: email.isPersonal ?? false,
        to: email.to,
        ...(replyTo ? { replyTo } : {}),
        ...renderEmail(email, shown),
        messageId: messageIdOf(email.thread?.id ?? id, from),
      });
      measured.sent({ kind });
      await note("accepted", answer);
      log.info({ kind, id, ms: Math.round(performance.now() - began) }, "Email sent");
    } catch (error) {
      const fault = error instanceof DeliveryError ? error : null;
      measured.failed({ class: fault === null ? "other" : fault.permanent ? "refused" : "server" });
      await note(fault?.permanent ? "refused" : "delayed", fault?.message ?? "");
      if (!fault?.permanent) throw error;
      log.warn({ kind, id, reason: fault.message }, "Email refused permanently; will not retry");
    }
  }

  async function compose(kind: string, data: object): Promise<Email | null> {
    const write = writers.get(kind);
    // During an update, another process may support the kind already, so the job is retried.
    if (!write) throw new Error(`This process has no composer for emails of kind ${kind}`);
    return write(data);
  }

  return {
    available: smtpUrl !== null,
    define(kind, write) {
      kinds.add(kind);
      writers.set(kind, write as WriteEmail<object>);
    },
    send,
    async work() {
      if (smtpUrl !== null) await (await opened()).work<StoredEmail>(JOB, handle, { concurrency: 2 });
    },
  };
}

function messageIdOf(id: string, from: string): string {
  return `<${id}@${from.slice(from.lastIndexOf("@") + 1)}>`;
}

/** Returns the headers by which mailboxes show a conversation as one. */
function threadOf({ thread }: Email, from: string) {
  const references = thread?.follows.map((id) => messageIdOf(id, from)) ?? [];
  const inReplyTo = references.at(-1);
  return inReplyTo === undefined ? {} : { inReplyTo, references };
}

/** Records the outcome of an email. A record that cannot be written must not send it again. */
async function noteSent(
  { record, log }: Pick<OutboxOptions, "record" | "log">,
  { id, kind, data }: { id: string; kind: string; data: object },
  { state, answer }: { state: SentMail["state"]; answer: string },
): Promise<void> {
  const [subject] = Object.values(data);
  if (!record || typeof subject !== "string") return;
  const said = answer.replaceAll(/[^\s<>]+@[^\s<>]+/g, "…").slice(0, 200);
  await record({ id, kind, subject_id: subject, state, answer: said || null }).catch((error: unknown) =>
    log.warn({ err: error, kind, id }, "Outcome of an email could not be recorded"),
  );
}

/** `refused`: permanently; `server`: the mail server did not take it now; `composer`: the email could not be made. */
const failures = ["refused", "server", "composer"] as const;

function measureMail(meters: Meters, kinds: ReadonlySet<string>) {
  return {
    sent: meters.counter({
      name: "mail_sent_total",
      help: "Emails that the mail server took, by kind",
      role: "worker",
      labels: { kind: kinds },
    }),
    failed: meters.counter({
      name: "mail_failed_total",
      help: "Attempts to send an email that failed",
      role: "worker",
      labels: { class: new Set([...failures, "other"]) },
    }),
  };
}
