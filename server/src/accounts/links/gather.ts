import type { Trx } from "#platform/db/database";
import type { Caller } from "#platform/http/caller";
import type { Accounts } from "../accounts.ts";
import { newVisitor } from "../guest.ts";
import { insertVisitor, updateVisitor, type VisitorRow } from "../repository.ts";
import { hasSessions, moveSessions } from "../sessions/repository.ts";
import { lockBuyers } from "./repository.ts";

/** An address whose mailbox was proved, its member, and who proved it. */
interface Proof {
  email: string;
  memberId: string;
  caller: Caller | null;
}

/**
 * Moves what guests bought with a proved address to its member, in the transaction of the sign-in. The caller is left out: signing
 * in merges them.
 */
export async function gatherPurchases(trx: Trx, accounts: Accounts, proof: Proof): Promise<void> {
  const buyers = await lockBuyers(trx, proof.email);
  for (const guest of buyers)
    if (guest.id !== proof.memberId && guest.id !== proof.caller?.id)
      await gather(trx, accounts, guest, proof.memberId);
}

async function gather(trx: Trx, accounts: Accounts, guest: VisitorRow, memberId: string): Promise<void> {
  for (const listener of accounts.listeners) await listener.merged?.(trx, { guestId: guest.id, memberId });
  await updateVisitor(trx, guest.id, { merged_into: memberId, pending_email: null, claimed_by: null });
  await replaceGuest(trx, accounts, { guest, memberId });
}

/**
 * Gives the browser of a guest, whose purchases were claimed elsewhere, to a new guest. Its session proves no mailbox, so it opens
 * nothing of the member's; the new guest knows whose account has the purchases, and the browser can say so.
 */
export async function replaceGuest(
  trx: Trx,
  { clock }: Accounts,
  { guest, memberId }: { guest: VisitorRow; memberId: string },
): Promise<void> {
  if (!(await hasSessions(trx, guest.id))) return;
  const next = { ...newVisitor(clock.now()), language: guest.language, claimed_by: memberId };
  await insertVisitor(trx, next);
  await moveSessions(trx, guest.id, next.id);
}
