import type { Trx } from "#platform/db/database";
import { newId } from "#platform/ids";
import { post } from "../accounting/ledger/post.ts";
import { settleLines } from "../accounting/lines/settle-lines.ts";
import type { Billing } from "../records/billing.ts";
import { nextInspection } from "../records/payments/inspection-schedule.ts";
import {
  findCapture,
  insertCapture,
  recordSettlement,
  settlementColumns,
} from "../records/settlement/repository.ts";
import type { Settling } from "./settling.ts";

/**
 * Posts what a gateway captured as a receivable in the customer's currency, which the line of the gateway's balance
 * settles once it is known. Existing postings stay as they are. Returns when to look for a missing line; null if none
 * is missing.
 */
export async function bookCaptures(
  trx: Trx,
  { clock }: Billing,
  { order, payment, snapshot }: Settling,
): Promise<Date | null> {
  const at = clock.now();
  const earned = order.kind === "unlock" ? "revenue" : "deferred_revenue";
  let missing = false;
  for (const { remoteId, amount, currency, settled, line } of snapshot.captures) {
    const isNew = await insertCapture(trx, {
      id: newId(at),
      payment_id: payment.id,
      gateway: payment.gateway,
      remote_id: remoteId,
      currency,
      amount,
      refunded: 0,
      ...settlementColumns(settled),
      balance_line_id: null,
      at,
    });
    await post(trx, {
      source: `capture:${payment.gateway}:${remoteId}`,
      orderId: order.id,
      at,
      entries: [
        { account: "gateway_receivable", currency, amount },
        { account: earned, currency, amount: -amount },
      ],
    });
    if (settled && !isNew) await recordSettlement(trx, payment.gateway, remoteId, settled);
    if (line) await settleLines(trx, payment.gateway, [line], at);
    if (!settled) missing ||= (await findCapture(trx, payment.gateway, remoteId))?.settled_fee === null;
  }
  return missing ? nextInspection("succeeded", 0, at) : null;
}
