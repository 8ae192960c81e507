import type { Db } from "#platform/db/database";
import { newId } from "#platform/ids";
import type { Billing } from "../billing.ts";
import { post } from "../ledger/post.ts";
import { findCapture, insertCapture, updateFee } from "./repository.ts";
import type { Settling } from "./settling.ts";

/** Books what a gateway took, and its fee as soon as that is known; what is in the books already stays as it is. */
export async function bookCaptures(
  trx: Db,
  { clock }: Billing,
  { order, payment, snapshot }: Settling,
): Promise<void> {
  const at = clock.now();
  const earned = order.kind === "unlock" ? "revenue" : "deferred_revenue";
  for (const { remoteId, amount, currency, fee } of snapshot.captures) {
    await insertCapture(trx, {
      id: newId(at),
      payment_id: payment.id,
      gateway: payment.gateway,
      remote_id: remoteId,
      currency,
      amount,
      refunded: 0,
      fee: null,
      at,
    });
    await post(trx, {
      source: `capture:${payment.gateway}:${remoteId}`,
      orderId: order.id,
      at,
      entries: [
        { account: "gateway_clearing", currency, amount },
        { account: earned, currency, amount: -amount },
      ],
    });
    const capture = fee === null ? undefined : await findCapture(trx, payment.gateway, remoteId);
    if (fee === null || !capture || capture.fee !== null) continue;
    // A share of what has no decimals may have some: the books count whole units.
    const cost = Math.round(fee);
    await updateFee(trx, capture.id, cost);
    await post(trx, {
      source: `fee:${payment.gateway}:${remoteId}`,
      orderId: order.id,
      at,
      entries: [
        { account: "gateway_fees", currency, amount: cost },
        { account: "gateway_clearing", currency, amount: -cost },
      ],
    });
  }
}
