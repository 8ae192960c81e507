import { inTransaction } from "#platform/db/database";
import { post } from "../accounting/ledger/post.ts";
import type { Billing } from "../records/billing.ts";
import { lockEarned, markRecognised } from "../records/subscriptions/repository.ts";

const BATCH = 100;

/**
 * Recognises ended periods as revenue. Refunded periods count too: the ledger shows their refund separately.
 * Returns how many.
 */
export async function recogniseDue({ db, clock }: Billing): Promise<number> {
  const at = clock.now();
  return inTransaction(db, async (trx) => {
    const periods = await lockEarned(trx, at, BATCH);
    for (const { subscription_id, no, order_id, currency, amount } of periods) {
      await post(trx, {
        source: `period:${subscription_id}:${no}`,
        orderId: order_id,
        at,
        entries: [
          { account: "deferred_revenue", currency, amount },
          { account: "revenue", currency, amount: -amount },
        ],
      });
      await markRecognised(trx, subscription_id, no, at);
    }
    return periods.length;
  });
}
