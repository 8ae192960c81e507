import type { Snapshot } from "../records/gateway.ts";
import type { OrderRow } from "../records/orders/repository.ts";
import type { PaymentRow } from "../records/payments/repository.ts";

/** Returns what of a remote object does not match our records; empty if everything does. */
export function mismatchesOf(
  { payment, order, live }: { payment: PaymentRow; order: OrderRow; live: boolean },
  snapshot: Snapshot,
): string[] {
  const faults: [boolean, string][] = [
    // A declined single-step charge created no remote object.
    [snapshot.remoteId !== (payment.remote_id ?? ""), "remote id"],
    [snapshot.paymentId !== (payment.second_of ?? payment.id), "payment id"],
    [snapshot.orderId !== order.id, "order id"],
    [snapshot.live !== live, "livemode"],
    [snapshot.currency !== payment.currency, "currency"],
    [snapshot.amount !== payment.amount, "amount"],
    [payment.amount !== order.amount || payment.currency !== order.currency, "price of the order"],
    [snapshot.state === "succeeded" && !isWhole(payment, snapshot), "captured amount"],
  ];
  return faults.flatMap(([wrong, what]) => (wrong ? [what] : []));
}

/** Returns whether money may have moved for a remote object. */
export function hasMovedMoney({ state, captures }: Snapshot): boolean {
  return state === "succeeded" || state === "pending" || captures.length > 0;
}

/** Returns whether everything captured was refunded: an operator handled it at the gateway. */
export function isFullyRefunded({ captures, refunds }: Snapshot): boolean {
  const taken = captures.reduce((sum, { amount }) => sum + amount, 0);
  const back = refunds.reduce((sum, { amount, state }) => (state === "done" ? sum + amount : sum), 0);
  return taken > 0 && back >= taken;
}

function isWhole({ amount, currency }: PaymentRow, { captures }: Snapshot): boolean {
  const captured = captures.reduce((sum, capture) => sum + capture.amount, 0);
  return captured === amount && captures.every((capture) => capture.currency === currency);
}
