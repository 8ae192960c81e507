import { inTransaction, type Trx } from "#platform/db/database";
import { DomainError, notFound } from "#platform/http/errors";
import { deleteInstrument } from "../erasure/delete-instruments.ts";
import type { Billing } from "../records/billing.ts";
import { isBeingCharged, lockSaved, markRemoved, setDefault } from "../records/instruments/repository.ts";
import { logChange } from "../records/log.ts";
import { reasonOf } from "../records/reason.ts";
import {
  type InstrumentRow,
  listChargedBy,
  type SubscriptionRow,
} from "../records/subscriptions/repository.ts";
import { lockWithOrder } from "../subscriptions/coming-order.ts";
import { isRenewing } from "../subscriptions/list-methods.ts";
import { isLive } from "../subscriptions/membership.ts";
import { remindAt } from "../subscriptions/period.ts";
import { change } from "../subscriptions/schedule.ts";

/** The ways out for a customer who wants to remove the method that the membership renews by. */
const WAYS_OUT = ["change", "cancel"] as const;

/** Makes a saved method the one that is offered first. Throws 404 unless the customer has it. */
export async function chooseDefault(billing: Billing, visitorId: string, id: string): Promise<void> {
  await inTransaction(billing.db, async (trx) => {
    const row = await lockOwn(trx, visitorId, id);
    if (!row.is_default) await setDefault(trx, visitorId, id);
  });
}

/**
 * Removes a saved method, and deletes it at its gateway. Refused while a membership renews by it, with the ways out, and
 * while a payment by it may still succeed. If the gateway is unreachable, a task deletes it there later.
 */
export async function removeMethod(billing: Billing, visitorId: string, id: string): Promise<void> {
  const removed = await inTransaction(billing.db, async (trx) => {
    const row = await lockOwn(trx, visitorId, id);
    for (const { id: subscriptionId } of await listChargedBy(trx, id)) {
      const found = await lockWithOrder(trx, subscriptionId);
      if (found?.row.instrument_id === id && isLive(found.row.state))
        await releaseFrom(trx, billing, found.row);
    }
    if (await isBeingCharged(trx, id)) throw new DomainError(409, "method_charging");
    await markRemoved(trx, id, billing.clock.now());
    await logChange(trx, billing, {
      subject: "instrument",
      subjectId: id,
      from: row.status,
      to: "removed",
      cause: "owner",
    });
    return row;
  });
  await deleteInstrument(billing, removed).catch((error: unknown) =>
    billing.log.warn(
      { instrument: id, reason: reasonOf(error) },
      "Removed instrument could not be deleted at its gateway; will retry",
    ),
  );
}

async function lockOwn(trx: Trx, visitorId: string, id: string): Promise<InstrumentRow> {
  const row = (await lockSaved(trx, visitorId)).find((saved) => saved.id === id);
  if (!row) throw notFound();
  return row;
}

/** Takes an instrument from a live membership that does not renew. Throws if it renews. */
async function releaseFrom(trx: Trx, billing: Billing, row: SubscriptionRow): Promise<void> {
  if (isRenewing(row)) throw new DomainError(409, "method_in_use", { info: { ways: WAYS_OUT } });
  const changes = { renewal_mode: "manual" as const, instrument_id: null };
  await change(trx, billing, row, {
    changes: { ...changes, remind_at: remindAt({ ...row, ...changes }) },
    cause: "instrument removed",
  });
}
