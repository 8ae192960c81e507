import { inTransaction, type Trx } from "#platform/db/database";
import { newId } from "#platform/ids";
import type { Billing } from "../records/billing.ts";
import { listDeclines } from "../records/dunning/repository.ts";
import type { Gateway, RemoteInstrument, RemoteSetup } from "../records/gateway.ts";
import { markRemoved } from "../records/instruments/repository.ts";
import { logChange } from "../records/log.ts";
import { saveInstrument } from "../records/payments/repository.ts";
import {
  claimCharge,
  findSetup,
  lockSetup,
  type SetupRow,
  updateSetup,
} from "../records/setups/repository.ts";
import { listChargedBy } from "../records/subscriptions/repository.ts";
import { lockWithOrder, type WithOrder } from "../subscriptions/coming-order.ts";
import { isLive } from "../subscriptions/membership.ts";
import { NO_MORE_ATTEMPTS, remindAt } from "../subscriptions/period.ts";
import { change } from "../subscriptions/schedule.ts";
import { chargeAtOnce } from "./charge-at-once.ts";

/** How many cards may be tried for one change of method. */
export const MAX_TRIES = 5;
/** After this, another process may charge the order of a change whose process was killed. */
const CLAIM_MS = 120_000;

/** Returns whether a change of method is over. */
export function isOver({ state }: Pick<SetupRow, "state">): boolean {
  return state === "succeeded" || state === "failed" || state === "expired";
}

/**
 * Updates a change of method to its state at the gateway: the only entry point, for the page, returns, webhooks and
 * inspections. On success the membership renews by the new method, and an overdue renewal is charged once. Repeating a
 * state changes nothing. Gateway errors are thrown. Returns undefined if there is no such change.
 */
export async function settleSetup(
  billing: Billing,
  id: string,
  cause: string,
  answered?: RemoteSetup,
): Promise<SetupRow | undefined> {
  const row = await findSetup(billing.db, id);
  const gateway = row && billing.gateways.get(row.gateway);
  if (!row || !gateway) return row;
  if (!isOver(row)) {
    const over = billing.clock.now() >= row.expires_at;
    const seen = row.remote_id === null ? null : await see(gateway, row, row.remote_id, { answered, over });
    await inTransaction(billing.db, (trx) => settleOnce(trx, billing, { id, seen, over, cause }));
  }
  const now = billing.clock.now();
  const claimed = await claimCharge(billing.db, id, { now, until: new Date(now.getTime() + CLAIM_MS) });
  if (claimed) await chargeAtOnce(billing, claimed);
  return findSetup(billing.db, id);
}

/** Returns the state at the gateway. What its owner approved is saved; what is over is closed. */
async function see(
  gateway: Gateway,
  { id }: SetupRow,
  remoteId: string,
  { answered, over }: { answered: RemoteSetup | undefined; over: boolean },
): Promise<RemoteSetup> {
  const seen = answered ?? (await gateway.setups.fetch(remoteId));
  if (seen.setupId !== null && seen.setupId !== id) throw new Error(`${remoteId} belongs to another setup`);
  if (seen.state === "succeeded") return seen;
  if (over) return gateway.setups.cancel(remoteId, `setup_${id}:cancel`);
  if (seen.state !== "approved") return seen;
  return gateway.setups.confirm({ key: `setup_${id}:token`, remoteId, token: null, returnUrl: "" });
}

interface Seen {
  id: string;
  /** Null if no remote object is known: the answer to its creation was lost, and nothing can be saved by it. */
  seen: RemoteSetup | null;
  over: boolean;
  cause: string;
}

async function settleOnce(trx: Trx, billing: Billing, { id, seen, over, cause }: Seen): Promise<void> {
  const row = await lockSetup(trx, id);
  if (!row || isOver(row)) return;
  const changes =
    seen?.state === "succeeded" && seen.instrument?.token
      ? await replaceMethod(trx, billing, row, { ...seen.instrument, token: seen.instrument.token })
      : unsaved(row, seen, over);
  await updateSetup(trx, id, changes);
  if (changes.state !== undefined && changes.state !== row.state)
    await logChange(trx, billing, {
      subject: "setup",
      subjectId: id,
      from: row.state,
      to: changes.state,
      cause,
    });
}

function unsaved(row: SetupRow, seen: RemoteSetup | null, over: boolean): Partial<SetupRow> {
  if (over || seen?.state === "expired") return { state: "expired", next_inspect_at: null };
  if (seen === null) return {};
  const reason = seen.decline?.reason ?? (seen.state === "action" ? null : row.reason);
  const isFinal = seen.state === "failed" && (row.gateway === "paypal" || row.tries >= MAX_TRIES);
  if (isFinal) return { state: "failed", reason, next_inspect_at: null };
  return { state: seen.state === "action" ? "action" : "open", reason };
}

/**
 * Replaces the method of a live membership under its lock. The former one, if nothing else is charged by it, waits to be
 * deleted at its gateway; so does the new one if the membership has ended.
 */
async function replaceMethod(
  trx: Trx,
  billing: Billing,
  setup: SetupRow,
  instrument: RemoteInstrument & { token: string },
): Promise<Partial<SetupRow>> {
  const now = billing.clock.now();
  const id = await saveInstrument(trx, instrument, {
    id: newId(now),
    visitor_id: setup.visitor_id,
    gateway: setup.gateway,
    token: instrument.token,
    customer: instrument.customer,
    status: "active",
    created_at: now,
    usage: "off_session",
    consent: null,
  });
  const found = await lockWithOrder(trx, setup.subscription_id);
  const isOwn = found && setup.visitor_id !== null && found.row.visitor_id === setup.visitor_id;
  if (!isOwn || !isLive(found.row.state)) {
    if ((await listChargedBy(trx, id)).length === 0) await markRemoved(trx, id, now);
    return { state: "failed", reason: "subscription_ended", instrument_id: id, next_inspect_at: null };
  }
  const { row, order } = found;
  await change(trx, billing, row, { changes: await renewedBy(trx, found, id), cause: "method changed" });
  const former = row.instrument_id;
  if (former !== null && former !== id && (await listChargedBy(trx, former)).length === 0)
    await markRemoved(trx, former, now);
  const isDue = row.state === "past_due" && !row.cancel_at_period_end && order?.state === "pending";
  return {
    state: "succeeded",
    reason: null,
    instrument_id: id,
    order_id: isDue ? order.id : null,
    next_inspect_at: isDue ? now : null,
  };
}

async function renewedBy(trx: Trx, { row, order }: WithOrder, instrumentId: string) {
  const changes = { renewal_mode: "auto" as const, instrument_id: instrumentId };
  // The reminder of a manual membership is another one, and on another day.
  if (row.state === "active" && row.renewal_mode === "manual")
    return { ...changes, remind_at: remindAt({ ...row, ...changes }) };
  if (row.state !== "past_due" || row.dunning_step < NO_MORE_ATTEMPTS || !order) return changes;
  // The attempts begin again where they were: the former method had used them up.
  return { ...changes, dunning_step: (await listDeclines(trx, order.id)).length };
}
