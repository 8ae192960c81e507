import { inTransaction } from "#platform/db/database";
import type { Billing } from "../records/billing.ts";
import {
  type ExpiringCard,
  insertNotice,
  isStillExpiring,
  listExpiring,
} from "../records/expiry/repository.ts";
import { subscriptionMails } from "../records/mail-kinds.ts";
import { reasonOf } from "../records/reason.ts";
import { lockSubscription } from "../records/subscriptions/repository.ts";
import { refreshSavedInstrument } from "./refresh-instrument.ts";

const BATCH = 20;

/**
 * Writes to owners of memberships whose card expires before the next charge, 30 and 7 days before it. The card is fetched
 * from its gateway first: most banks have replaced it there already. Returns how many were due. Throws if a card could not
 * be fetched, so that the task backs off.
 */
export async function announceExpiring(billing: Billing): Promise<number> {
  const due = await listExpiring(billing.db, billing.clock.now(), BATCH);
  let failed = 0;
  for (const card of due) {
    try {
      await announceOne(billing, card);
    } catch (error) {
      failed += 1;
      billing.log.warn(
        { subscription: card.subscriptionId, reason: reasonOf(error) },
        "Expiring card could not be fetched; will retry",
      );
    }
  }
  if (failed > 0) throw new Error(`${failed} expiring cards could not be fetched`);
  return due.length;
}

async function announceOne(
  billing: Billing,
  { subscriptionId, days, instrument }: ExpiringCard,
): Promise<void> {
  const gateway = billing.gateways.get(instrument.gateway);
  if (gateway) await refreshSavedInstrument(billing, gateway, instrument);
  await inTransaction(billing.db, async (trx) => {
    const row = await lockSubscription(trx, subscriptionId);
    const now = billing.clock.now();
    if (!row || !(await isStillExpiring(trx, subscriptionId, now))) return;
    const notice = { subscription_id: row.id, period_no: row.period_no, days, at: now };
    if (await insertNotice(trx, notice))
      await billing.mail.send(trx, subscriptionMails.methodExpires, { subscriptionId: row.id });
  });
}
