import type { Trx } from "#platform/db/database";
import { newId } from "#platform/ids";
import { post } from "../accounting/ledger/post.ts";
import type { Billing } from "../records/billing.ts";
import type { RemoteSettlement } from "../records/gateway.ts";
import { nextInspection } from "../records/payments/inspection-schedule.ts";
import { findCapture, insertCapture, updateSettlement } from "../records/settlement/repository.ts";
import type { Settling } from "./settling.ts";

/**
 * Posts what a gateway captured, and the fee once its balance line is known, in the currency of that line.
 * Existing postings stay as they are. Returns when to look for a missing balance line; null if none is
 * missing.
 */
export async function bookCaptures(
  trx: Trx,
  { clock }: Billing,
  { order, payment, snapshot }: Settling,
): Promise<Date | null> {
  const at = clock.now();
  const earned = order.kind === "unlock" ? "revenue" : "deferred_revenue";
  let missing = false;
  for (const { remoteId, amount, currency, settled } of snapshot.captures) {
    await insertCapture(trx, {
      id: newId(at),
      payment_id: payment.id,
      gateway: payment.gateway,
      remote_id: remoteId,
      currency,
      amount,
      refunded: 0,
      settled_currency: null,
      settled_amount: null,
      settled_fee: null,
      settled_rate: null,
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
    const known = (await findCapture(trx, payment.gateway, remoteId))?.settled_fee !== null;
    if (!known && settled) await bookFee(trx, { payment, order, at, remoteId, settled });
    missing ||= !known && !settled;
  }
  return missing ? nextInspection("succeeded", 0, at) : null;
}

async function bookFee(
  trx: Trx,
  {
    payment,
    order,
    at,
    remoteId,
    settled,
  }: Pick<Settling, "payment" | "order"> & { at: Date; remoteId: string; settled: RemoteSettlement },
): Promise<void> {
  const { currency, rate } = settled;
  // A converted share may have a fraction of a minor unit; the ledger holds whole ones.
  const [amount, fee] = [Math.round(settled.amount), Math.round(settled.fee)];
  await updateSettlement(trx, payment.gateway, remoteId, { currency, amount, fee, rate });
  await post(trx, {
    source: `fee:${payment.gateway}:${remoteId}`,
    orderId: order.id,
    at,
    entries: [
      { account: "gateway_fees", currency, amount: fee },
      { account: "gateway_clearing", currency, amount: -fee },
    ],
  });
}
