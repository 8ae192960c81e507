import type { Trx } from "#platform/db/database";
import { newId } from "#platform/ids";
import { insertTransactions, type NewTransaction } from "../../records/ledger/repository.ts";
import type { LedgerAccount } from "../../records/ledger/tables.ts";

/** One ledger entry; a debit is positive. */
export interface Entry {
  account: LedgerAccount;
  currency: string;
  amount: number;
}

/**
 * A ledger transaction. `source` identifies its cause: each source is posted once, however often it is tried.
 */
export interface Posting {
  source: string;
  orderId: string | null;
  at: Date;
  entries: readonly Entry[];
}

/**
 * Posts to the ledger within the caller's transaction. Throws if the entries do not sum to zero; returns
 * false if the source is already posted.
 */
export async function post(trx: Trx, posting: Posting): Promise<boolean> {
  return (await postAll(trx, [posting])) === 1;
}

/** Posts several ledger transactions as {@link post} does; returns how many were new. */
export async function postAll(trx: Trx, postings: readonly Posting[]): Promise<number> {
  return insertTransactions(
    trx,
    postings.flatMap((posting) => checked(posting) ?? []),
  );
}

/** Returns the rows of a posting; null if it moves nothing. */
function checked({ source, orderId, at, entries }: Posting): NewTransaction | null {
  const nonZero = entries.filter(({ amount }) => amount !== 0);
  if (nonZero.length === 0) return null;
  const sums = new Map<string, number>();
  for (const { currency, amount } of nonZero) {
    if (!Number.isSafeInteger(amount))
      throw new RangeError(`${source}: ${amount} is no amount in minor units`);
    sums.set(currency, (sums.get(currency) ?? 0) + amount);
  }
  if ([...sums.values()].some((sum) => sum !== 0)) throw new RangeError(`${source} does not sum to zero`);
  return {
    id: newId(at),
    source,
    order_id: orderId,
    at,
    entries: nonZero.map((entry, n) => ({ ...entry, n })),
  };
}
