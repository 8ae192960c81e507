import type { Language } from "@cliffhanger/contract";
import { parseAddress } from "#platform/address";
import type { Clock } from "#platform/clock";
import { type Db, inTransaction } from "#platform/db/database";
import { invalidField } from "#platform/http/errors";
import { newId } from "#platform/ids";
import type { Outbox } from "#platform/mail/email";
import { takeToken } from "#platform/throttle";
import { ticketMail } from "./mail.ts";
import { ticketName } from "./number.ts";
import { insertTicket } from "./repository.ts";
import { readText, writtenLines, writtenOneLine } from "./texts.ts";

/** What the contact form needs. */
export interface ContactContext {
  db: Db;
  clock: Clock;
  mail: Outbox;
}

/** The sender of a message. */
export interface Writer {
  /** A member's id; null for guests. */
  memberId: string | null;
  language: Language;
  /** The network address that the limit is counted for. */
  address: string;
}

/** The limit of messages from one address. */
const limit = { action: "contact", max: 5, seconds: 3600 };
const MAX_SUBJECT_LENGTH = 200;
const MAX_TEXT_LENGTH = 5000;

/**
 * Stores a message to the operator (R26) and mails it to the seller's address. Without mail it is stored all the same.
 * @returns the number of the ticket, such as `T-000123`
 */
export async function writeTicket(
  { db, clock, mail }: ContactContext,
  message: { email: string; subject: string; text: string },
  writer: Writer,
): Promise<string> {
  const email = parseAddress(message.email);
  if (!email) throw invalidField("email", "email_invalid");
  const subject = readText("subject", writtenOneLine(message.subject), MAX_SUBJECT_LENGTH);
  const text = readText("text", writtenLines(message.text), MAX_TEXT_LENGTH);
  await takeToken(db, clock, limit, writer.address);
  const at = clock.now();
  return inTransaction(db, async (trx) => {
    const id = newId(at);
    const number = await insertTicket(trx, {
      id,
      email,
      subject,
      text,
      language: writer.language,
      visitor_id: writer.memberId,
      created_at: at,
      waiting_since: at,
    });
    await mail.send(trx, ticketMail, { ticketId: id });
    return ticketName(number);
  });
}
