import { inTransaction } from "#platform/db/database";
import type { Accounts } from "../accounts.ts";
import { lockVisitors } from "../repository.ts";
import { deleteVisitors, listMergedGuests } from "./repository.ts";

/**
 * Erases an account that is due at a time, with the guests that became it, in one transaction: first the data of each domain,
 * then the rows. Returns false when its owner cancelled in the meantime.
 */
export async function eraseDue({ db, listeners }: Accounts, memberId: string, at: Date): Promise<boolean> {
  return inTransaction(db, async (trx) => {
    const [member] = await lockVisitors(trx, [memberId]);
    if (!member?.deletes_at || member.deletes_at > at) return false;
    const guests = await listMergedGuests(trx, memberId);
    const ids = [...guests, member].map(({ id }) => id);
    for (const listener of listeners) await listener.erased?.(trx, ids);
    await deleteVisitors(trx, [memberId]);
    return true;
  });
}
