import { type Db, inTransaction } from "#platform/db/database";
import type { Billing } from "../billing.ts";
import type { GatewayName, RemoteDispute } from "../gateway.ts";
import { post } from "../ledger/post.ts";
import { hasSource } from "../ledger/repository.ts";
import { noteMove } from "../log.ts";
import { lockOrder, type OrderRow } from "../orders/repository.ts";
import { findPaymentByRemote, lockPayments, type PaymentRow } from "../payments/repository.ts";
import { endByRefund } from "../subscriptions/end.ts";
import { moveOrder } from "./moves.ts";
import { revokeRights, stopRenewal, suspendRights } from "./repository.ts";

/**
 * Brings our books to what a gateway says of a dispute: what was bought is closed while a bank asks, open again when it is
 * won, and lost with it. Saying the same again changes nothing.
 */
export async function settleDispute(
  billing: Billing,
  gateway: GatewayName,
  paymentRemoteId: string,
  dispute: RemoteDispute,
): Promise<void> {
  const known = await findPaymentByRemote(billing.db, gateway, paymentRemoteId);
  if (!known) return;
  await inTransaction(billing.db, async (trx) => {
    const order = await lockOrder(trx, known.order_id);
    if (!order) return;
    const payments = await lockPayments(trx, order.id);
    await book(trx, billing, gateway, order, dispute);
    await act(trx, billing, { order, payments }, dispute);
  });
}

async function act(
  trx: Db,
  billing: Billing,
  { order, payments }: { order: OrderRow; payments: readonly PaymentRow[] },
  { state, remoteId }: RemoteDispute,
): Promise<void> {
  const now = billing.clock.now();
  const move = { cause: "dispute", detail: { remoteId, state } };
  const paid = order.state === "paid" || order.state === "partially_refunded";
  if (state === "opened" || state === "warning") {
    if (!paid) return;
    await suspendRights(trx, order.id, now);
    if (order.subscription_id !== null) await stopRenewal(trx, order.subscription_id);
    await noteMove(trx, billing, {
      subject: "entitlement",
      subjectId: order.id,
      from: null,
      to: "suspended",
      ...move,
    });
    await moveOrder(trx, billing, order, { to: "disputed", ...move });
    return;
  }
  if (state === "won") {
    if (order.state !== "disputed") return;
    await suspendRights(trx, order.id, null);
    const refunded = payments.some((payment) => payment.refunded > 0);
    await moveOrder(trx, billing, order, { to: refunded ? "partially_refunded" : "paid", ...move });
    return;
  }
  // That it was open may never have been heard.
  if (order.state !== "disputed" && !paid) return;
  await revokeRights(trx, order.id, now);
  await endByRefund(trx, billing, order);
  await moveOrder(trx, billing, order, { to: "refunded", ...move });
}

/** A dispute holds the money; won, it comes back; lost, it is gone. A warning moves none. */
async function book(
  trx: Db,
  { clock }: Billing,
  gateway: GatewayName,
  { id: orderId }: OrderRow,
  { remoteId, state, amount, currency, fee, feeReturned }: RemoteDispute,
): Promise<void> {
  if (state === "warning") return;
  const at = clock.now();
  const source = `dispute:${gateway}:${remoteId}`;
  const pay = (
    from: "dispute_hold" | "gateway_clearing",
    to: "dispute_hold" | "gateway_clearing" | "refunds",
  ) => [
    { account: to, currency, amount },
    { account: from, currency, amount: -amount },
  ];
  const held = { source: `${source}:opened`, orderId, at, entries: pay("gateway_clearing", "dispute_hold") };
  if (state === "opened" || state === "lost") await post(trx, held);
  // Posted apart: what is zero is not in the books at all.
  for (const [step, charged] of [
    ["fee", fee],
    ["fee-returned", -feeReturned],
  ] as const)
    await post(trx, {
      source: `${source}:${step}`,
      orderId,
      at,
      entries: [
        { account: "gateway_fees", currency, amount: charged },
        { account: "gateway_clearing", currency, amount: -charged },
      ],
    });
  if (state === "lost")
    await post(trx, { source: `${source}:lost`, orderId, at, entries: pay("dispute_hold", "refunds") });
  if (state === "won" && (await hasSource(trx, held.source)))
    await post(trx, {
      source: `${source}:won`,
      orderId,
      at,
      entries: pay("dispute_hold", "gateway_clearing"),
    });
}
