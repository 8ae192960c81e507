import type { Db } from "../db/database.ts";
import type { Job, Jobs } from "../jobs.ts";
import type { Log } from "../log.ts";
import { once } from "../once.ts";
import type { Branding } from "./branding.ts";
import { DeliveryError, smtpDelivery } from "./deliver.ts";
import type { Email, Outbox, WriteEmail } from "./email.ts";
import { renderLetter } from "./layout.ts";

/** What the outbox needs. */
export interface OutboxOptions {
  /** The background jobs, opened when first asked for: a process that only answers opens them with its first mail. */
  jobs: () => Promise<Jobs>;
  /** Where mail goes out; null: nowhere, and `send` does nothing. */
  smtpUrl: string | null;
  /** The address that mail comes from; the name before it is the site's. */
  from: string;
  /** How the site looks, asked for with every mail. */
  face: () => Promise<Branding>;
  log: Log;
  /** Seconds before the first retry: 10 where it is not said. */
  retryDelay?: number;
}

/** The outbox, and the worker that empties it. */
export interface OpenOutbox extends Outbox {
  /** Sends, in this process, what lies in the outbox. */
  work(): Promise<void>;
}

const JOB = "mail";

/** What lies in the database of a mail: never an address, never a secret. */
type Order = { kind: string; data: object };

/**
 * Opens the outbox. A mail is a job that comes into being with the caller's transaction and is composed when it is sent. It
 * goes out at least once: a worker that dies after the mail server said yes sends it again, under the same Message-ID.
 */
export function openOutbox({ jobs, smtpUrl, from, face, log, retryDelay }: OutboxOptions): OpenOutbox {
  const writers = new Map<string, WriteEmail<object>>();
  const deliver = smtpUrl === null ? null : smtpDelivery(smtpUrl);
  const opened = once(async () => {
    const ready = await jobs();
    // With pauses from seconds to an hour, 31 tries are about a day.
    await ready.define(JOB, {
      retryLimit: 31,
      retryDelay: retryDelay ?? 10,
      retryDelayMax: 3600,
      expireInSeconds: 300,
    });
    return ready;
  });
  let toldOff = false;

  async function send(db: Db, kind: string, data: object): Promise<void> {
    if (!writers.has(kind)) throw new Error(`Nobody said how a mail of the kind ${kind} is written`);
    if (deliver) return void (await (await opened()).send(db, JOB, { kind, data } satisfies Order));
    if (!toldOff) log.warn({ kind }, "A mail was not sent: SMTP_URL is not set");
    toldOff = true;
  }

  async function handle({ id, data: { kind, data } }: Job<Order>): Promise<void> {
    const letter = await compose(kind, data);
    if (!letter || !deliver) return;
    const shown = await face();
    const replyTo = letter.replyTo ?? shown.seller.email;
    try {
      await deliver({
        from: { name: shown.name, address: from },
        to: letter.to,
        ...(replyTo ? { replyTo } : {}),
        ...renderLetter(letter, shown),
        messageId: `<${id}@${from.slice(from.lastIndexOf("@") + 1)}>`,
      });
    } catch (error) {
      if (!(error instanceof DeliveryError) || !error.permanent) throw error;
      log.warn({ kind, id, reason: error.message }, "A mail was refused for good and is given up");
    }
  }

  async function compose(kind: string, data: object): Promise<Email | null> {
    const write = writers.get(kind);
    // During an update another process may know it already.
    if (!write) throw new Error(`This process cannot write a mail of the kind ${kind}`);
    return write(data);
  }

  return {
    available: deliver !== null,
    define: (kind, write) => void writers.set(kind, write as WriteEmail<object>),
    send,
    async work() {
      if (deliver) await (await opened()).work<Order>(JOB, handle, { concurrency: 2 });
    },
  };
}
