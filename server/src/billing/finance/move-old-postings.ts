import { type Db, inTransaction } from "#platform/db/database";
import { postAll } from "../accounting/ledger/post.ts";
import { listOldPostings } from "../records/balance/repository.ts";

const BATCH = 500;

/**
 * Moves what the version before posted to the gateways' balances to the receivable, where the lines of the balances then
 * settle it. Nodes of that version may still post during an update, so every reading begins with this.
 */
export async function moveOldPostings(db: Db, at: Date): Promise<number> {
  let moved = 0;
  for (;;) {
    const found = await listOldPostings(db, BATCH);
    if (found.length === 0) return moved;
    moved += await inTransaction(db, (trx) =>
      postAll(
        trx,
        found.map(({ order_id: orderId, currency, amount, last }) => ({
          source: `receivable:${orderId}:${currency}:${last}`,
          orderId,
          at,
          entries: [
            { account: "gateway_receivable", currency, amount },
            { account: "gateway_clearing", currency, amount: -amount },
          ],
        })),
      ),
    );
  }
}
