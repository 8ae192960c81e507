import { setTimeout as pause } from "node:timers/promises";
import { DomainError, explainedRefusal } from "#platform/http/errors";
import { type Billing, gatewayOf } from "../records/billing.ts";
import type { Gateway, Snapshot } from "../records/gateway.ts";
import { findOrder, type OrderRow } from "../records/orders/repository.ts";
import { finishAttempt } from "../records/payments/attempts.ts";
import type { PaymentRow } from "../records/payments/repository.ts";
import { reasonOf } from "../records/reason.ts";
import { settle } from "../settlement/settle.ts";
import { type Begun, begin, type Charge, isOneTap } from "./begin.ts";
import { confirm } from "./confirm.ts";
import { returnsOf } from "./create-input.ts";
import { fetchRemote } from "./inspect-remote.ts";
import { noteMerchantFault } from "./merchant-fault.ts";
import { type ChargeOutcome, outcomeOf } from "./outcome.ts";
import { closeUnwanted, recheck } from "./recheck.ts";
import { askAgain, customerFor, ensureRemote, usageOf } from "./remote.ts";
import { wantsAuthentication } from "./risk-facts.ts";
import { runWithoutCharge } from "./run-without-charge.ts";
import { chargeSaved } from "./saved/charge-saved.ts";
import { timeStep } from "./time-step.ts";

export type { Charge } from "./begin.ts";
export type { ChargeOutcome } from "./outcome.ts";

/**
 * After this, the customer sees that the payment is being checked; the charge continues in the background.
 */
const TIMEOUT_MS = 20_000;
const MAX_ROUNDS = 3;

/**
 * Charges an order in the steps of docs/payments.md#how-an-order-is-charged: store the attempt, create the
 * remote object and store its id, fetch it, recheck our own records, then charge. However often and
 * concurrently it is called, an order is paid once. Throws a DomainError `gateway_down` if nothing was
 * charged and the customer may try again later.
 */
export async function chargeOrder(billing: Billing, orderId: string, charge: Charge): Promise<ChargeOutcome> {
  const work = run(billing, orderId, charge);
  const timer = new AbortController();
  const late = pause(TIMEOUT_MS, "late" as const, { signal: timer.signal }).catch(() => "late" as const);
  const first = await Promise.race([work, late]).finally(() => timer.abort());
  if (first !== "late") return first;
  const settled = work
    .catch((error: unknown) =>
      billing.log.warn(
        { order: orderId, reason: reasonOf(error) },
        "Charge failed after its response was sent",
      ),
    )
    .finally(() => billing.slowCharges.delete(settled));
  billing.slowCharges.add(settled);
  return outcomeOf(billing, orderId, undefined, null);
}

/** Waits for the charges that continue in the background. Call it before the database closes. */
export async function waitForCharges({ slowCharges }: Billing): Promise<void> {
  await Promise.all(slowCharges);
}

async function run(billing: Billing, orderId: string, charge: Charge): Promise<ChargeOutcome> {
  const method = charge.method ?? (await findOrder(billing.db, orderId))?.method;
  if (!method) throw explainedRefusal("order_gone");
  const gateway = gatewayOf(billing, method);
  if (!gateway) throw explainedRefusal("method_unavailable");
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const isSaved = charge.initiator === "merchant" || isOneTap(charge);
    const saved = isSaved && charge.token ? gateway.saved : null;
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
 * Clears a payment whose customer left the bank's authentication and now pays another way. Its current state
 * is fetched first: if the authentication had a result, that is settled; otherwise the payment is cancelled.
 */
async function clear(billing: Billing, payment: PaymentRow): Promise<void> {
  const gateway = billing.gateways.get(payment.gateway);
  const { remote_id: remoteId } = payment;
  if (!gateway || remoteId === null) throw explainedRefusal("gateway_down");
  const seen = await runWithoutCharge(billing, payment, () => askAgain(() => gateway.fetchPayment(remoteId)));
  const awaitsBank = seen.state === "action" && seen.paymentId === payment.id;
  const snapshot = awaitsBank
    ? await runWithoutCharge(billing, payment, () => gateway.cancel(remoteId, `pay_${payment.id}:cancel`))
    : seen;
  await settle(billing, payment.id, snapshot, "switched");
}

/** Returns the current outcome of a payment that another process is charging, or that is done. */
async function join(
  billing: Billing,
  order: OrderRow,
  payment: PaymentRow | undefined,
): Promise<ChargeOutcome> {
  const gateway = payment && billing.gateways.get(payment.gateway);
  const remoteId = payment?.state === "action" ? payment.remote_id : null;
  if (!payment || !gateway || remoteId === null) return outcomeOf(billing, order.id, payment?.id, null);
  const snapshot = await runWithoutCharge(billing, payment, () => gateway.fetchPayment(remoteId));
  await settle(billing, payment.id, snapshot, "charge again");
  return outcomeOf(billing, order.id, payment.id, snapshot);
}

/**
 * Charges with a started attempt; null if the remote object can no longer be used and another one is needed.
 */
async function chargeBegun(
  billing: Billing,
  gateway: Gateway,
  { order, payment: begunPayment, attempt, facts }: Extract<Begun, { kind: "go" }>,
  charge: Charge,
): Promise<ChargeOutcome | null> {
  const endAs = async (outcome: string) =>
    finishAttempt(billing.db, billing, attempt.id, { outcome, ended_at: billing.clock.now() });
  const { payment, seen } = await (async () => {
    const make = () =>
      ensureRemote(billing, gateway, { order, payment: begunPayment, owner: charge.customer });
    const stored = await runWithoutCharge(billing, begunPayment, make, attempt);
    const snapshot = await runWithoutCharge(
      billing,
      stored,
      () => fetchRemote(billing, gateway, stored),
      attempt,
    );
    return { payment: stored, seen: snapshot };
  })().catch(async (error: unknown) => {
    await endAs(error instanceof DomainError ? error.reason : "fault");
    throw error;
  });
  if (seen === null) {
    await endAs("gone");
    return null;
  }
  if (seen.state !== "open" && seen.state !== "declined" && seen.state !== "approved") {
    const awaits = seen.state === "action" && seen.next?.type === "redirect";
    await endAs(awaits ? "approval" : "not_needed");
    if (awaits) return { ...(await outcomeOf(billing, order.id, payment.id, seen)), result: "approval" };
    await settle(billing, payment.id, seen, "fetch");
    return seen.state === "cancelled" ? null : outcomeOf(billing, order.id, payment.id, seen);
  }
  if (needsApproval(gateway, charge, seen)) {
    await endAs("approval");
    return { ...(await outcomeOf(billing, order.id, payment.id, seen)), result: "approval" };
  }
  const decision = await recheck(billing, payment.id, attempt, {
    orderId: order.id,
    agreed: charge.agreed,
  });
  if (decision === "unwanted") await closeUnwanted(billing, order.id);
  if (decision !== "go") return outcomeOf(billing, order.id, payment.id, null);
  const input = {
    key: attempt.idem_key,
    remoteId: payment.remote_id,
    ...(await instrumentOf(billing, gateway, { order, payment, charge, seen })),
    // The object was created with those of its first attempt.
    facts: attempt.n > 1 ? facts : null,
    authenticate: charge.initiator === "customer" && facts !== null && wantsAuthentication(facts),
    billing: charge.billingDetails ?? null,
    returnUrl: returnsOf(billing, gateway, order).returnUrl,
  };
  const charged = await timeStep(billing, gateway, "confirm", () =>
    confirm(billing, gateway, payment, input),
  );
  if (charged.kind === "unknown") return outcomeOf(billing, order.id, payment.id, null);
  if (charged.kind === "merchant_fault") {
    await noteMerchantFault(billing, { payment, attempt, error: charged.error });
    throw explainedRefusal("merchant_fault");
  }
  if (charged.kind === "not_done") {
    await settle(billing, payment.id, { ...seen, state: "open", decline: null }, "charge");
    throw explainedRefusal("gateway_down");
  }
  await timeStep(billing, gateway, "settle", () => settle(billing, payment.id, charged.snapshot, "charge"));
  return outcomeOf(billing, order.id, payment.id, charged.snapshot);
}

/** Returns the instrument of a charge, what it is saved for, and whom the remote object must name for that. */
async function instrumentOf(
  billing: Billing,
  gateway: Gateway,
  about: { order: OrderRow; payment: PaymentRow; charge: Charge; seen: Snapshot },
) {
  const { order, payment, charge, seen } = about;
  const { initiator, token = null } = charge;
  const usage = initiator === "customer" ? usageOf(order, payment) : null;
  const owner = charge.customer ?? (usage === null ? null : await customerFor(billing, gateway, order));
  const customer = owner === seen.customer ? null : owner;
  return {
    initiator,
    token,
    saveInstrument: usage !== null,
    usage: usage ?? ("off_session" as const),
    customer,
  };
}

/** Returns whether a PayPal customer must approve before the capture; a saved agreement needs no approval. */
function needsApproval(gateway: Gateway, { initiator, token }: Charge, { state }: Snapshot): boolean {
  return gateway.name === "paypal" && initiator === "customer" && !token && state !== "approved";
}
