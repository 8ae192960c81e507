import { setTimeout as pause } from "node:timers/promises";
import { DomainError, explainedRefusal } from "#platform/http/errors";
import { type Billing, gatewayOf } from "../records/billing.ts";
import type { Gateway, Snapshot } from "../records/gateway.ts";
import { findOrder, type OrderRow } from "../records/orders/repository.ts";
import { endAttempt, type PaymentRow } from "../records/payments/repository.ts";
import { reasonOf } from "../records/reason.ts";
import { settle } from "../settlement/settle.ts";
import { nothingMoves } from "./assert-unchanged.ts";
import { type Begun, begin, type Charge } from "./begin.ts";
import { confirm } from "./confirm.ts";
import { returnsOf } from "./create-input.ts";
import { lookAt } from "./inspect-remote.ts";
import { noteMerchantFault } from "./merchant-fault.ts";
import { type ChargeOutcome, outcomeOf } from "./outcome.ts";
import { closeUnwanted, lastLook } from "./recheck.ts";
import { askAgain, ensureRemote, keeps } from "./remote.ts";
import { chargeSaved } from "./saved/charge-saved.ts";

export type { Charge } from "./begin.ts";
export type { ChargeOutcome } from "./outcome.ts";

/** After so long the person is told that it is being checked; the charge goes on behind. */
const timeoutMs = 20_000;
const rounds = 3;

/**
 * Charges an order as docs/payments.md#how-an-order-is-charged says: written down first, the remote object made and its id kept, looked at,
 * looked at our side once more, then charged. However often and from wherever it is called, an order is paid once.
 * Throws a DomainError `gateway_down` where nothing was done and trying again later is all there is to do.
 */
export async function chargeOrder(billing: Billing, orderId: string, charge: Charge): Promise<ChargeOutcome> {
  const work = run(billing, orderId, charge);
  const patience = new AbortController();
  const late = pause(timeoutMs, "late" as const, { signal: patience.signal }).catch(() => "late" as const);
  const first = await Promise.race([work, late]).finally(() => patience.abort());
  if (first !== "late") return first;
  const kept = work
    .catch((error: unknown) =>
      billing.log.warn({ order: orderId, reason: reasonOf(error) }, "A slow charge failed"),
    )
    .finally(() => billing.slowCharges.delete(kept));
  billing.slowCharges.add(kept);
  return outcomeOf(billing, orderId, undefined, null);
}

/** Waits for the charges that go on although nobody waits for them any more: before the database closes. */
export async function chargesEnded({ slowCharges }: Billing): Promise<void> {
  await Promise.all(slowCharges);
}

async function run(billing: Billing, orderId: string, charge: Charge): Promise<ChargeOutcome> {
  const order = await findOrder(billing.db, orderId);
  if (!order) throw explainedRefusal("order_gone");
  const gateway = gatewayOf(billing, charge.method ?? order.method);
  if (!gateway) throw explainedRefusal("method_unavailable");
  for (let round = 0; round < rounds; round++) {
    const saved = charge.initiator === "merchant" && charge.token ? gateway.saved : null;
    const begun = await begin(billing, orderId, charge, { gateway: gateway.name, single: saved !== null });
    if (begun.kind === "clear") {
      await clear(billing, begun.payment);
      continue;
    }
    if (begun.kind === "join") return join(billing, begun.order, begun.payment);
    const outcome = saved
      ? await chargeSaved(billing, { gateway, saved }, begun, charge)
      : await chargeBegun(billing, gateway, begun, charge);
    if (outcome) return outcome;
  }
  return outcomeOf(billing, orderId, undefined, null);
}

/**
 * Makes room beside a payment whose person stood before the bank's step and pays in another way now: what came of that step
 * counts first; where nothing did, it is called off.
 */
async function clear(billing: Billing, payment: PaymentRow): Promise<void> {
  const gateway = billing.gateways.get(payment.gateway);
  const { remote_id: remoteId } = payment;
  if (!gateway || remoteId === null) throw explainedRefusal("gateway_down");
  const seen = await nothingMoves(billing, payment, () => askAgain(() => gateway.look(remoteId)));
  const stands = seen.state === "action" && seen.paymentId === payment.id;
  const snapshot = stands
    ? await nothingMoves(billing, payment, () => gateway.cancel(remoteId, `pay_${payment.id}:cancel`))
    : seen;
  await settle(billing, payment.id, snapshot, "switched");
}

/** What somebody else is charging, or what is done: as it is now. */
async function join(
  billing: Billing,
  order: OrderRow,
  payment: PaymentRow | undefined,
): Promise<ChargeOutcome> {
  const gateway = payment && billing.gateways.get(payment.gateway);
  const remoteId = payment?.state === "action" ? payment.remote_id : null;
  if (!payment || !gateway || remoteId === null) return outcomeOf(billing, order.id, payment?.id, null);
  const snapshot = await nothingMoves(billing, payment, () => gateway.look(remoteId));
  await settle(billing, payment.id, snapshot, "charge again");
  return outcomeOf(billing, order.id, payment.id, snapshot);
}

/** Null: the remote object is spent, and another one is needed. */
async function chargeBegun(
  billing: Billing,
  gateway: Gateway,
  { order, payment: begunPayment, attempt }: Extract<Begun, { kind: "go" }>,
  charge: Charge,
): Promise<ChargeOutcome | null> {
  const giveUp = async (outcome: string) =>
    endAttempt(billing.db, attempt.id, { outcome, ended_at: billing.clock.now() });
  const { payment, seen } = await (async () => {
    const make = () => ensureRemote(billing, gateway, order, begunPayment);
    const stored = await nothingMoves(billing, begunPayment, make, attempt);
    const snapshot = await nothingMoves(billing, stored, () => lookAt(billing, gateway, stored), attempt);
    return { payment: stored, seen: snapshot };
  })().catch(async (error: unknown) => {
    await giveUp(error instanceof DomainError ? error.reason : "fault");
    throw error;
  });
  if (seen === null) {
    await giveUp("gone");
    return null;
  }
  if (seen.state !== "open" && seen.state !== "declined" && seen.state !== "approved") {
    const awaits = seen.state === "action" && seen.next?.type === "redirect";
    await giveUp(awaits ? "approval" : "not_needed");
    if (awaits) return { ...(await outcomeOf(billing, order.id, payment.id, seen)), result: "approval" };
    await settle(billing, payment.id, seen, "look");
    return seen.state === "cancelled" ? null : outcomeOf(billing, order.id, payment.id, seen);
  }
  if (needsApproval(gateway, charge, seen)) {
    await giveUp("approval");
    return { ...(await outcomeOf(billing, order.id, payment.id, seen)), result: "approval" };
  }
  const decision = await lastLook(billing, payment.id, attempt, {
    orderId: order.id,
    agreed: charge.agreed,
  });
  if (decision === "unwanted") await closeUnwanted(billing, order.id);
  if (decision !== "go") return outcomeOf(billing, order.id, payment.id, null);
  const token = charge.token ?? null;
  const charged = await confirm(billing, gateway, payment, {
    key: attempt.idem_key,
    remoteId: payment.remote_id,
    initiator: charge.initiator,
    token,
    keep: charge.initiator === "customer" && keeps(order),
    billing: charge.billingDetails ?? null,
    returnUrl: returnsOf(billing, gateway, order).returnUrl,
  });
  if (charged.kind === "unknown") return outcomeOf(billing, order.id, payment.id, null);
  if (charged.kind === "merchant_fault") {
    await noteMerchantFault(billing, { payment, attempt, error: charged.error });
    throw explainedRefusal("merchant_fault");
  }
  if (charged.kind === "not_done") {
    await settle(billing, payment.id, { ...seen, state: "open", decline: null }, "charge");
    throw explainedRefusal("gateway_down");
  }
  await settle(billing, payment.id, charged.snapshot, "charge");
  return outcomeOf(billing, order.id, payment.id, charged.snapshot);
}

/** PayPal's person agrees there before we may take anything; a kept agreement needs no more. */
function needsApproval(gateway: Gateway, { initiator, token }: Charge, { state }: Snapshot): boolean {
  return gateway.name === "paypal" && initiator === "customer" && !token && state !== "approved";
}
