import { parseAddress } from "#platform/address";
import type { Trx } from "#platform/db/database";
import { newId } from "#platform/ids";
import { issueReceipt } from "../accounting/receipts/issue.ts";
import type { Billing } from "../records/billing.ts";
import { removeSameCard } from "../records/instruments/repository.ts";
import { type OrderRow, updateOrder } from "../records/orders/repository.ts";
import { finishAttempt } from "../records/payments/attempts.ts";
import {
  allowOffSession,
  findAttempt,
  findInstrument,
  refreshInstrument,
  saveInstrument,
  updatePayment,
} from "../records/payments/repository.ts";
import { moveOrder, movePayment } from "../records/transitions.ts";
import { usedMethodOf } from "../records/used-method.ts";
import { setRenewalInstrument } from "../subscriptions/fulfil.ts";
import { acceptPayment } from "./accept-payment.ts";
import { bookCaptures } from "./book.ts";
import { fulfil } from "./fulfil-order.ts";
import type { Settling } from "./settling.ts";

/** Settles a captured payment: posts it and fulfils the order, unless the money came too late or twice. */
export async function succeed(trx: Trx, billing: Billing, settling: Settling): Promise<OrderRow> {
  const { order, payment, snapshot, cause } = settling;
  const now = billing.clock.now();
  const lateLine = await bookCaptures(trx, billing, settling);
  if (payment.state === "succeeded") {
    // Resets the inspection count, so that an inspection in progress does not schedule another one.
    if (lateLine === null && payment.next_inspect_at !== null)
      await updatePayment(trx, payment.id, { next_inspect_at: null, inspections: 0 });
    await saveWhenReusable(trx, billing, settling);
    return order;
  }
  const attempt = await findAttempt(trx, payment.id);
  const instrumentId = await saveUsed(trx, billing, settling, attempt?.instrument_id ?? null);
  const wanted = await acceptPayment(trx, billing, settling);
  const captured = snapshot.captures.reduce((sum, { amount }) => sum + amount, 0);
  await movePayment(trx, billing, payment, {
    to: "succeeded",
    cause,
    changes: {
      captured,
      unwanted: !wanted,
      next_inspect_at: lateLine,
      ...(instrumentId === null ? {} : { instrument_id: instrumentId }),
    },
  });
  if (attempt) await finishAttempt(trx, billing, attempt.id, { outcome: "succeeded", ended_at: now });
  await closeOthers(trx, settling, now);
  if (!wanted) return rejectCapture(trx, billing, settling);
  const paid = await moveOrder(trx, billing, order, {
    to: "paid",
    cause,
    changes: {
      // A guest who pays by PayPal names no address: the payer's is theirs.
      email: order.email ?? parseAddress(snapshot.payerEmail ?? ""),
      paid_at: now,
      event_id: newId(now),
      last_decline: null,
      method: payment.gateway === "stripe" ? "card" : "paypal",
    },
    detail: { from: payment.id },
  });
  const given = await fulfil(trx, billing, paid, {
    instrumentId,
    initiator: payment.initiator,
    reusable: snapshot.instrument?.reusable ?? false,
  });
  const complete = given.subscriptionId
    ? await updateOrder(trx, paid.id, { subscription_id: given.subscriptionId })
    : paid;
  await issueReceipt(trx, billing, complete, { paidWith: paidWith(settling), ...given.period });
  for (const listener of billing.listeners ?? []) await listener.paid?.(trx, complete);
  return complete;
}

/** Payments started with another method are cancelled at the next inspection. */
async function closeOthers(trx: Trx, { payment, payments }: Settling, now: Date): Promise<void> {
  for (const { id, state, remote_id } of payments) {
    const open = state === "open" || state === "declined" || state === "new";
    if (id !== payment.id && open && remote_id !== null)
      await updatePayment(trx, id, { next_inspect_at: now, inspections: 0 });
  }
}

/** Refunds automatically and closes the order so that it cannot be paid twice. */
async function rejectCapture(
  trx: Trx,
  billing: Billing,
  { order, payment, cause }: Settling,
): Promise<OrderRow> {
  billing.log.error(
    { order: order.id, payment: payment.id, state: order.state },
    "Payment captured for a closed order; refund queued",
  );
  const open = order.state === "pending" || order.state === "processing" || order.state === "review";
  return open
    ? moveOrder(trx, billing, order, { to: "cancelled", cause, detail: { unwanted: true } })
    : order;
}

/** Returns the payment instrument as receipts state it. */
function paidWith({ snapshot: { instrument }, order }: Settling) {
  if (instrument) return usedMethodOf(instrument);
  return order.method === "paypal" ? { type: "paypal" as const, email: "" } : null;
}

/**
 * Saves the instrument for later charges, or only what a receipt shows of it. A merchant-initiated charge
 * uses a saved instrument: its answer may omit it, and never removes it. `chosenId`: the saved instrument that the
 * customer chose.
 */
async function saveUsed(
  trx: Trx,
  billing: Billing,
  { order, payment, snapshot: { instrument } }: Settling,
  chosenId: string | null = null,
): Promise<string | null> {
  if (chosenId !== null) {
    if (instrument) await refreshInstrument(trx, chosenId, instrument);
    // The bank was asked for later charges too, so the method may renew from now on.
    if (order.kind !== "unlock") await allowOffSession(trx, chosenId);
    return chosenId;
  }
  if (payment.initiator === "merchant") {
    if (instrument && payment.instrument_id) await refreshInstrument(trx, payment.instrument_id, instrument);
    return payment.instrument_id;
  }
  if (instrument === null) return payment.instrument_id;
  const now = billing.clock.now();
  const isKept = order.kind === "unlock" && payment.keep_version !== null;
  const isSaved =
    (order.kind !== "unlock" || isKept) && instrument.token !== null && order.visitor_id !== null;
  const id = await saveInstrument(trx, instrument, {
    id: newId(now),
    visitor_id: order.visitor_id,
    gateway: payment.gateway,
    token: isSaved && instrument.token !== null ? instrument.token : onceToken(payment.id),
    customer: isSaved ? instrument.customer : null,
    status: isSaved ? "active" : "detached",
    created_at: now,
    usage: isKept ? "on_session" : "off_session",
    consent: isSaved ? { version: payment.keep_version, text: payment.keep_text } : null,
  });
  if (isKept && isSaved) await removeSameCard(trx, id, now);
  return id;
}

/** Returns the placeholder token of an instrument that cannot be charged again. */
function onceToken(paymentId: string): string {
  return `once_${paymentId}`;
}

/**
 * Saves an instrument that became reusable after the payment, as PayPal's may: a subscription renews
 * automatically from then on.
 */
async function saveWhenReusable(trx: Trx, billing: Billing, settling: Settling): Promise<void> {
  const { order, payment, snapshot } = settling;
  if (payment.initiator === "merchant") return;
  const waits = order.subscription_id !== null || payment.keep_version !== null;
  if (snapshot.instrument?.reusable !== true || !waits || payment.unwanted) return;
  const placeholder = await findInstrument(trx, payment.gateway, onceToken(payment.id));
  if (!placeholder || placeholder.id !== payment.instrument_id) return;
  const savedId = await saveUsed(trx, billing, settling);
  if (savedId === null || savedId === placeholder.id) return;
  await updatePayment(trx, payment.id, { instrument_id: savedId });
  if (order.subscription_id === null) return;
  await setRenewalInstrument(trx, billing, order.subscription_id, {
    instrumentId: savedId,
    periodNo: order.period_no,
    paidAt: order.paid_at,
  });
}
