import { tryToken } from "#platform/attempts";
import { type Db, inTransaction } from "#platform/db/database";
import type { Caller, Origin } from "#platform/http/caller";
import { explainedRefusal, invalidField } from "#platform/http/errors";
import { newId } from "#platform/ids";
import { takeToken } from "#platform/throttle";
import { type Accounts, sendMail } from "../accounts.ts";
import { readEmail } from "../register.ts";
import { findVisitor } from "../repository.ts";
import { linkMails, linksFromAddress } from "../throttle/limits.ts";
import { findLinkOwner } from "./repository.ts";

/** The address of the form, and its sender. */
interface LinkInput {
  /** Undefined: the address of what the caller bought as a guest. */
  email: string | undefined;
  caller: Caller | null;
  origin: Origin;
}

/** Emails a link that signs in, to a member or to a guest who bought. Every request gets the same answer after the same work. */
export async function requestLink(
  accounts: Accounts,
  { email: text, caller, origin }: LinkInput,
): Promise<void> {
  const { db, clock, mail } = accounts;
  if (!mail.available) throw explainedRefusal("mail_unavailable");
  const email = text === undefined ? await addressOf(db, caller) : readEmail(text);
  await takeToken(db, clock, linksFromAddress, origin.address);
  await inTransaction(db, async (trx) => {
    const owner = await findLinkOwner(trx, email);
    const allowed = await tryToken(trx, clock, linkMails, email);
    // For an unknown address a mail is queued as well and dropped later, so that the time reveals nothing.
    await sendMail(accounts, trx, "sign-in-link", owner && allowed ? owner.id : newId(clock.now()));
  });
}

/** Returns the address that a guest bought with, or that of the account which has the purchase now. */
async function addressOf(db: Db, caller: Caller | null): Promise<string> {
  const guest = caller?.kind === "guest" ? await findVisitor(db, caller.id) : undefined;
  const claimedBy = guest?.claimed_by ? await findVisitor(db, guest.claimed_by) : undefined;
  const email = guest?.pending_email ?? claimedBy?.email;
  if (!email) throw invalidField("email", "email_invalid");
  return email;
}
