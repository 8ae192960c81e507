import { tryToken } from "#platform/attempts";
import { inTransaction } from "#platform/db/database";
import type { Origin } from "#platform/http/caller";
import { explainedRefusal } from "#platform/http/errors";
import { newId } from "#platform/ids";
import { takeToken } from "#platform/throttle";
import { type Accounts, sendMail } from "../accounts.ts";
import { readEmail } from "../register.ts";
import { linkMails, linksFromAddress } from "../throttle/limits.ts";
import { findLinkOwner } from "./repository.ts";

/** Emails a link that signs in, to a member or to a guest who bought. Every request gets the same answer after the same work. */
export async function requestLink(
  accounts: Accounts,
  { email: text, origin }: { email: string; origin: Origin },
): Promise<void> {
  const { db, clock, mail } = accounts;
  if (!mail.available) throw explainedRefusal("mail_unavailable");
  const email = readEmail(text);
  await takeToken(db, clock, linksFromAddress, origin.address);
  await inTransaction(db, async (trx) => {
    const owner = await findLinkOwner(trx, email);
    const allowed = await tryToken(trx, clock, linkMails, email);
    // For an unknown address a mail is queued as well and dropped later, so that the time reveals nothing.
    await sendMail(accounts, trx, "sign-in-link", owner && allowed ? owner.id : newId(clock.now()));
  });
}
