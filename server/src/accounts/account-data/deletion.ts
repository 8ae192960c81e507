import { inTransaction, type Trx } from "#platform/db/database";
import type { Caller } from "#platform/http/caller";
import { signInRequired } from "#platform/http/errors";
import type { Accounts } from "../accounts.ts";
import { sendMail } from "../accounts.ts";
import { findMember } from "../passwords/prove.ts";
import { lockVisitors, updateVisitor } from "../repository.ts";
import { deleteSessionsOf } from "../sessions/repository.ts";
import { type Confirmation, confirmMember } from "./confirm.ts";

/** Days until a scheduled deletion takes place. */
export const daysUntilDeletion = 14;

const limit = { action: "delete", max: 10, seconds: 3600 };

/**
 * Schedules the deletion of the account in two weeks, ends its other sessions and mails its owner. A repeated request
 * does not change the date. Signing in still works, so that the deletion can be undone.
 */
export async function scheduleDeletion(accounts: Accounts, confirmation: Confirmation): Promise<Date> {
  const { id } = await confirmMember(accounts, confirmation, limit);
  return inTransaction(accounts.db, async (trx) => {
    const [member] = await lockVisitors(trx, [id]);
    return member?.deletes_at ?? schedule(accounts, trx, { id }, confirmation.caller.sessionId);
  });
}

/** Returns when an account that is asked to be deleted now will be erased. */
export function deletionOf(now: Date): Date {
  return new Date(now.getTime() + daysUntilDeletion * 86_400_000);
}

/** Schedules the deletion of a locked account, ends its sessions but one, and mails its owner. */
export async function schedule(
  accounts: Accounts,
  trx: Trx,
  { id }: { id: string },
  exceptSession?: string,
): Promise<Date> {
  const deletesAt = deletionOf(accounts.clock.now());
  await updateVisitor(trx, id, { deletes_at: deletesAt });
  await deleteSessionsOf(trx, id, exceptSession);
  await sendMail(accounts, trx, "deletion-scheduled", id);
  for (const listener of accounts.listeners) await listener.leaves?.(trx, id);
  accounts.log.info({ visitor: id }, "Account deletion scheduled");
  return deletesAt;
}

/** Cancels the deletion. Being signed in is enough. */
export async function undoDeletion(accounts: Accounts, caller: Caller): Promise<void> {
  const { id } = await findMember(accounts, caller);
  await inTransaction(accounts.db, async (trx) => {
    // Once the account is being erased it is too late, and the answer must not claim otherwise.
    if ((await lockVisitors(trx, [id])).length === 0) throw signInRequired();
    await updateVisitor(trx, id, { deletes_at: null });
  });
}
