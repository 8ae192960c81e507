import { setTimeout as pause } from "node:timers/promises";
import { inTransaction, type Trx } from "#platform/db/database";
import { ClockError, verifiedClock, verifiedNow } from "#platform/db/verified-clock";
import { DomainError } from "#platform/http/errors";
import { type ChargeOutcome, chargeOrder } from "../charging/charge.ts";
import type { Billing } from "../records/billing.ts";
import { subscriptionMails } from "../records/mail-kinds.ts";
import { isOnItsWayBack } from "../records/refunds/repository.ts";
import { findRestoredSnapshot } from "../records/restored/repository.ts";
import {
  claimDue,
  findInstrument,
  findPeriod,
  release,
  updateSubscription,
} from "../records/subscriptions/repository.ts";
import { isInFlight, lockWithOrder, type OrderRow, type WithOrder } from "../subscriptions/coming-order.ts";
import { endSubscription } from "../subscriptions/end.ts";
import { graceLengthMs, openGrace } from "../subscriptions/grace.ts";
import { isLive } from "../subscriptions/membership.ts";
import { comingStart, later, NO_MORE_ATTEMPTS } from "../subscriptions/period.ts";
import { isChangeInFlight } from "../subscriptions/plan-changes.ts";
import { change, nextActionAt } from "../subscriptions/schedule.ts";
import { handleDecline, handleDeclines, handleRenewalDecline } from "./failed.ts";
import { holdRenewal } from "./hold.ts";
import { nextAfterProof, postpone } from "./postpone.ts";
import { openRenewalOrder } from "./renewal-order.ts";

/**
 * Renewals are begun one after the other, so that thousands due in one minute leave viewers their share of the database;
 * a batch is so large that a gateway that takes a second for a charge is asked by many at once.
 */
const BATCH = 60;
const BEGIN_EVERY_MS = 40;
/** Longer than a charge takes: then another node takes the subscription of a crashed one. */
const LEASE_MS = 5 * 60_000;
/** Limits of the wait before an unknown outcome is checked again, or a failed charge is retried. */
const MIN_WAIT_MS = 5 * 60_000;
const MAX_WAIT_MS = 60 * 60_000;

/** A renewal charge. */
interface Charge {
  orderId: string;
  /** By the saved instrument, whatever method its owner may have tried for this order. */
  method: "card" | "paypal";
  token: string;
  instrumentId: string;
  /** The gateway's id of the customer that the instrument was saved for. */
  customer: string | null;
  /** When it was first due. */
  since: Date;
  /** The number of the try, from 1. */
  tries: number;
}

/**
 * Handles due subscriptions: grants grace access at the end of a period, charges the next one, ends cancelled
 * and unpaid ones. Several nodes may run it at once: the unique order per period, not the lease, guarantees a
 * single charge.
 */
export async function renewDue(billing: Billing): Promise<number> {
  const at = await verifiedNow(billing.db, billing.clock);
  const due = { at, leaseUntil: later(at, LEASE_MS), limit: BATCH };
  const ids = await claimDue(billing.db, due);
  // Waits for all of them before it throws: on shutdown the database closes next.
  const ends = await Promise.allSettled(
    ids.map(async (id, at) => {
      await pause(at * BEGIN_EVERY_MS);
      await renew(billing, id);
    }),
  );
  for (const end of ends) if (end.status === "rejected") throw end.reason;
  return ids.length;
}

async function renew(billing: Billing, id: string): Promise<void> {
  const { db, log } = billing;
  let since = billing.clock.now();
  let charged: Charge | null = null;
  const again = () => checkAgainAt(billing, since);
  try {
    const charge = await inTransaction(db, async (trx) =>
      prepare(trx, { ...billing, clock: await verifiedClock(trx, billing.clock) }, id),
    );
    if (!charge) return await release(db, id);
    since = charge.since;
    charged = charge;
    const outcome = await chargeOrder(billing, charge.orderId, {
      initiator: "merchant",
      method: charge.method,
      token: charge.token,
      instrumentId: charge.instrumentId,
      customer: charge.customer,
    });
    noteRenewal(billing, charge, resultOf(outcome));
    charged = null;
    if (outcome.result === "declined") await handleRenewalDecline(billing, charge.orderId);
    await release(db, id, isSettled(outcome) ? undefined : again());
  } catch (error) {
    // Left as it is for a node whose clock is right.
    if (error instanceof ClockError) return await release(db, id);
    if (charged) noteRenewal(billing, charged, error instanceof DomainError ? error.reason : "fault");
    // Recorded where the gateway was called; what follows is decided under the locks, as after a crash.
    if (error instanceof DomainError && error.reason === "merchant_fault")
      return await release(db, id, billing.clock.now());
    // An unreachable gateway is already logged where it was called, and affects all renewals.
    if (!(error instanceof DomainError && error.reason === "gateway_down"))
      log.error({ err: error, subscription: id }, "Renewal failed; will retry");
    await release(db, id, again());
  }
}

function noteRenewal({ meters }: Billing, { method, tries }: Charge, result: string): void {
  meters.renewal({ gateway: method === "card" ? "stripe" : "paypal", result, try: String(tries) });
}

function resultOf({ result }: ChargeOutcome): string {
  return result === "paid" || result === "declined" || result === "gone" ? result : "waiting";
}

/** Returns when to check again: the longer the renewal has waited, the later. */
function checkAgainAt({ clock }: Pick<Billing, "clock">, since: Date): Date {
  const now = clock.now();
  const waited = now.getTime() - since.getTime();
  return later(now, Math.min(MAX_WAIT_MS, Math.max(MIN_WAIT_MS, waited / 4)));
}

function isSettled({ result }: ChargeOutcome): boolean {
  return result === "paid" || result === "declined" || result === "gone";
}

/** Does everything that needs no gateway, under the locks. Returns what to charge; null: nothing now. */
async function prepare(trx: Trx, billing: Billing, id: string): Promise<Charge | null> {
  const found = await lockWithOrder(trx, id);
  if (!found) return null;
  const now = billing.clock.now();
  const { row, order } = found;
  // Another node may have handled it since it was claimed.
  if (row.next_action_at === null || row.next_action_at > now) return null;
  const due = nextActionAt(row, now);
  if (due === null || (row.state === "active" && due > now)) {
    await updateSubscription(trx, id, { next_action_at: due });
    return null;
  }
  if ((await findRestoredSnapshot(trx)) !== null) {
    await holdRenewal(trx, billing, row);
    return null;
  }
  if (isInFlight(order) || (await isChangeInFlight(trx, id)) || (await isGivenBack(trx, row))) {
    await continueAccess(trx, billing, row);
    await updateSubscription(trx, id, { next_action_at: checkAgainAt(billing, row.period_end) });
    return null;
  }
  const neverCharged = row.renewal_mode === "manual" && (row.state === "active" || row.grace_until === null);
  if (row.cancel_at_period_end || neverCharged) {
    await endSubscription(trx, billing, found, { to: "cancelled", cause: "period over" });
    return null;
  }
  return isLive(row.state) ? prepareCharge(trx, billing, found) : null;
}

/**
 * Returns whether the money of the present period is on its way back, so that an automatic renewal waits for the outcome: the
 * membership ends, or renews if the refund fails.
 */
async function isGivenBack(trx: Trx, row: WithOrder["row"]): Promise<boolean> {
  if (row.renewal_mode === "manual" || row.cancel_at_period_end) return false;
  const present = await findPeriod(trx, row.id, row.period_no);
  return present?.order_id != null && isOnItsWayBack(trx, present.order_id);
}

/**
 * Continues access while the outcome of a charge is unknown. An automatic renewal keeps access until its
 * grace period ends, and is past due from then on. A manual one has no grace period: it waits as long, but
 * access ends.
 */
async function continueAccess(trx: Trx, billing: Billing, row: WithOrder["row"]): Promise<void> {
  if (row.state !== "active") return;
  const opens = row.renewal_mode === "auto" && !row.grace_until;
  const extended = opens ? await openGrace(trx, billing, row) : row;
  const wait = await graceLengthMs(trx, billing, row);
  if (billing.clock.now() < (extended.grace_until ?? later(extended.period_end, wait))) return;
  await change(trx, billing, extended, {
    changes: { state: "past_due", remind_at: null },
    cause: "renewal held",
  });
}

async function prepareCharge(trx: Trx, billing: Billing, { row: given, order: open }: WithOrder) {
  const now = billing.clock.now();
  const row = given.grace_until ? given : await openGrace(trx, billing, given);
  if (now < comingStart(row)) return null;
  const order = open ?? (await openRenewalOrder(trx, billing, row));
  if (await handleDeclines(trx, billing, row, order)) return null;
  if (order.state !== "pending" || isOver(row, now)) {
    await expire(trx, billing, { row, order });
    return null;
  }
  const postponement = await postpone(trx, billing, row, order);
  if (postponement === "over") await expire(trx, billing, { row, order });
  if (postponement !== "none") return null;
  const next = await nextAfterProof(trx, row, order, now);
  if (next) {
    await updateSubscription(trx, row.id, { next_action_at: next });
    return null;
  }
  if (row.dunning_step >= NO_MORE_ATTEMPTS) {
    await change(trx, billing, row, { changes: {}, cause: "waiting" });
    return null;
  }
  const instrument = row.instrument_id === null ? undefined : await findInstrument(trx, row.instrument_id);
  // Its owner confirms each payment by an on-session method, so none is made without them.
  if (instrument?.status === "active" && instrument.usage === "off_session") {
    const { id: instrumentId, kind: method, token, customer } = instrument;
    const tries = row.dunning_step + 1;
    return { orderId: order.id, method, token, instrumentId, customer, since: row.period_end, tries };
  }
  await handleDecline(trx, billing, { row, order }, { count: 0, advice: "no instrument" });
  return null;
}

const isOver = ({ state, grace_until }: WithOrder["row"], now: Date) =>
  state === "past_due" && grace_until !== null && now >= grace_until;

/** Expires a subscription whose grace period ended without a payment. */
async function expire(
  trx: Trx,
  billing: Billing,
  { row, order }: WithOrder & { order: OrderRow },
): Promise<void> {
  const late =
    row.state === "active"
      ? await change(trx, billing, row, { changes: { state: "past_due" }, cause: "order over" })
      : row;
  await endSubscription(trx, billing, { row: late, order }, { to: "expired", cause: "dunning" });
  await billing.mail.send(trx, subscriptionMails.expired, { subscriptionId: row.id });
}
