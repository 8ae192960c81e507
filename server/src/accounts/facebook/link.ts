import type { Trx } from "#platform/db/database";
import type { Origin } from "#platform/http/caller";
import type { Accounts } from "../accounts.ts";
import { gatherPurchases } from "../links/gather.ts";
import type { VisitorRow } from "../repository.ts";
import { hashOf, isToken } from "../sessions/tokens.ts";
import { linkMember, takePending } from "./repository.ts";

/**
 * Links the Facebook sign-in that waits in this browser to the member who has just signed in by password, in that
 * transaction: only when it waits for this very account (R5). Returns the updated member.
 */
export async function linkFacebook(
  trx: Trx,
  accounts: Accounts,
  member: VisitorRow,
  { facebookCookie }: Origin,
): Promise<VisitorRow> {
  const { clock, log } = accounts;
  if (facebookCookie === null || !isToken(facebookCookie)) return member;
  const pending = await takePending(trx, hashOf(facebookCookie), member.id, clock.now());
  if (!pending || !(await linkMember(trx, member.id, pending.facebook_id))) return member;
  // Facebook has verified the address, which proves the mailbox as the link of an email does.
  await gatherPurchases(trx, accounts, { email: pending.email, memberId: member.id, caller: null });
  log.info({ visitor: member.id }, "Account linked to Facebook");
  return { ...member, facebook_id: pending.facebook_id };
}
