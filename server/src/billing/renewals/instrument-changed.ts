import type { Trx } from "#platform/db/database";
import type { Billing } from "../records/billing.ts";
import { listDeclines } from "../records/dunning/repository.ts";
import type { GatewayName } from "../records/gateway.ts";
import { markAlive, markDead } from "../records/instruments/repository.ts";
import { logChange } from "../records/log.ts";
import { subscriptionMails } from "../records/mail-kinds.ts";
import { findInstrument } from "../records/payments/repository.ts";
import { revokeGrace } from "../records/periods/repository.ts";
import { listChargedBy } from "../records/subscriptions/repository.ts";
import { isInFlight, lockWithOrder, type WithOrder } from "../subscriptions/coming-order.ts";
import { isLive } from "../subscriptions/membership.ts";
import { NO_MORE_ATTEMPTS, remindAt } from "../subscriptions/period.ts";
import { change } from "../subscriptions/schedule.ts";
import { handleDecline } from "./failed.ts";

/** The gateway's name for a saved instrument. */
export interface KnownBy {
  gateway: GatewayName;
  token: string;
}

/**
 * Marks an instrument as dead because the gateway no longer charges it. Its subscriptions switch to manual
 * renewal; their owners are notified at once, not at the end of the period.
 */
export async function handleDeadInstrument(
  trx: Trx,
  billing: Billing,
  { gateway, token }: KnownBy,
): Promise<void> {
  const instrument = await findInstrument(trx, gateway, token);
  if (!instrument || !(await markDead(trx, instrument.id))) return;
  await logChange(trx, billing, {
    subject: "instrument",
    subjectId: instrument.id,
    from: "active",
    to: "dead",
    cause: "gateway",
  });
  for (const { id } of await listChargedBy(trx, instrument.id)) {
    const found = await lockWithOrder(trx, id);
    if (found && isLive(found.row.state)) await switchToManual(trx, billing, found);
  }
}

async function switchToManual(trx: Trx, billing: Billing, { row, order }: WithOrder): Promise<void> {
  if (row.state === "past_due") {
    // An order in flight is not declined yet.
    if (row.dunning_step >= NO_MORE_ATTEMPTS || !order || isInFlight(order)) return;
    return handleDecline(trx, billing, { row, order }, { count: row.dunning_step, advice: "no instrument" });
  }
  // Cancelled, or at its end: the renewal itself notices that there is nothing to charge.
  const over = billing.clock.now() >= row.period_end;
  if (row.cancel_at_period_end || over || isInFlight(order)) return;
  const changes = { renewal_mode: "manual" as const, grace_until: null };
  await revokeGrace(trx, row.id, row.period_no + 1, billing.clock.now());
  await change(trx, billing, row, {
    changes: { ...changes, remind_at: remindAt({ ...row, ...changes }) },
    cause: "instrument dead",
  });
  await billing.mail.send(trx, subscriptionMails.methodDied, { subscriptionId: row.id });
}

/** Marks an instrument as chargeable again, such as a card that its bank has replaced. */
export async function handleUpdatedInstrument(
  trx: Trx,
  billing: Billing,
  { gateway, token }: KnownBy,
): Promise<void> {
  const instrument = await findInstrument(trx, gateway, token);
  if (!instrument) return;
  const revived = await markAlive(trx, instrument.id);
  for (const { id } of await listChargedBy(trx, instrument.id)) {
    const found = await lockWithOrder(trx, id);
    if (!found) continue;
    const { row, order } = found;
    const changes = { renewal_mode: "auto" as const };
    if (row.state === "active" && row.renewal_mode === "manual" && revived) {
      const next = { ...changes, remind_at: remindAt({ ...row, ...changes }) };
      await change(trx, billing, row, { changes: next, cause: "instrument updated" });
    }
    // Restores the automatic attempts: the next one is on the next dunning day.
    if (row.state === "past_due" && row.dunning_step >= NO_MORE_ATTEMPTS && order?.state === "pending") {
      await change(trx, billing, row, {
        changes: { dunning_step: await declinesOf(trx, order.id) },
        cause: "instrument updated",
      });
    }
  }
}

const declinesOf = async (trx: Trx, orderId: string) => (await listDeclines(trx, orderId)).length;
