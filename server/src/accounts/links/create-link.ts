import type { Clock } from "#platform/clock";
import type { Db, Trx } from "#platform/db/database";
import { findVisitor } from "../repository.ts";
import { after } from "../sessions/lives.ts";
import { hashOf, newToken } from "../sessions/tokens.ts";
import { replaceLink, setPendingEmail } from "./repository.ts";

const DAY = 24 * 60 * 60;
/** How long each link works, in seconds. */
export const linkLifetimes = {
  purchase: 7 * DAY,
  sign_in: 15 * 60,
  new_address: 2 * DAY,
  keep_address: 2 * DAY,
} as const;

/** Creates the code of a link while its email is written; only its hash is stored, and only the newest counts. */
export async function createLink(
  db: Db,
  clock: Clock,
  { email, purpose }: { email: string; purpose: keyof typeof linkLifetimes },
): Promise<string> {
  const code = newToken();
  const endsAt = after(clock.now(), linkLifetimes[purpose]);
  await replaceLink(db, { email, purpose, code_hash: hashOf(code), ends_at: endsAt });
  return code;
}

/**
 * Returns the code of the link, in an email to this address, that makes a guest's purchases theirs on every device; null for a member.
 * It depends on the buyer alone, not on whether the address has an account. Null as well when the guest has named another address since:
 * the code proves a mailbox, so it goes to no other one.
 */
export async function createPurchaseLink(
  db: Db,
  clock: Clock,
  { visitorId, to }: { visitorId: string; to: string },
): Promise<string | null> {
  const email = await findPurchaseAddress(db, visitorId);
  return email === null || email !== to ? null : createLink(db, clock, { email, purpose: "purchase" });
}

/** Returns the address that a guest bought with; null for a member, and for a guest who bought nothing. */
export async function findPurchaseAddress(db: Db, visitorId: string): Promise<string | null> {
  const buyer = await findVisitor(db, visitorId);
  return buyer?.kind === "guest" && buyer.merged_into === null ? buyer.pending_email : null;
}

/** What accounts read of a paid order. */
export interface Purchase {
  visitor_id: string | null;
  email: string | null;
  /** The language that was bought in. */
  language: string;
}

/**
 * Notes the address of a paid order, whose mailbox proves who owns what its guest bought, and its language: a guest is written to in
 * that of the page on which they bought last, unless they choose another one.
 */
export async function notePurchase(trx: Trx, { visitor_id, email, language }: Purchase): Promise<void> {
  if (visitor_id !== null && email !== null) await setPendingEmail(trx, visitor_id, { email, language });
}
