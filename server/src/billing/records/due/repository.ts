// The conditions of due work. Each is true exactly while the claim of its task would find a row that no other
// node holds.
import { type RawBuilder, sql } from "kysely";

type Condition = RawBuilder<boolean>;

/** Returns whether webhook events are due to be handled or retried. */
export const hasDueHints = (_: unknown, now: Date): Condition =>
  sql`exists (select from webhook_inbox where next_at <= ${now})`;

/** Returns whether payments are due for inspection. */
export const hasDuePayments = (_: unknown, now: Date): Condition =>
  sql`exists (select from payment where next_inspect_at <= ${now})`;

/** Returns whether pending orders have expired. */
export const hasOverdueOrders = (_: unknown, now: Date): Condition =>
  sql`exists (select from purchase_order where state = 'pending' and expires_at <= ${now})`;

/** Returns whether subscriptions are due to be renewed, bridged or ended, and not claimed by a node. */
export const hasDueSubscriptions = (_: unknown, now: Date): Condition =>
  sql`exists (select from subscription
    where next_action_at <= ${now} and (lease_until is null or lease_until <= ${now}))`;

/** Returns whether owners of subscriptions are due a reminder. */
export const hasDueReminders = (_: unknown, now: Date): Condition =>
  sql`exists (select from subscription where remind_at <= ${now})`;

/** Returns whether periods have ended without being recognised as revenue. */
export const hasEarnedPeriods = (_: unknown, now: Date): Condition =>
  sql`exists (select from subscription_period where recognised_at is null and ends_at <= ${now})`;

/** Returns whether planned price changes have taken effect without being announced. */
export const hasPriceChanges = (_: unknown, now: Date): Condition =>
  sql`exists (select from price_change where at <= ${now})`;

/** Returns whether refunds are due for inspection. */
export const hasDueRefunds = (_: unknown, now: Date): Condition =>
  sql`exists (select from refund where next_inspect_at <= ${now})`;

/** Returns whether unwanted payments have no refund yet. */
export const hasUnwantedMoney = (): Condition =>
  sql`exists (select from payment where unwanted and not exists (
    select from refund join capture on capture.id = refund.capture_id where capture.payment_id = payment.id))`;

/** Returns whether the deadline of a dispute passed without evidence. */
export const hasExpiredCases = (_: unknown, now: Date): Condition =>
  sql`exists (select from dispute_case where state in ('drafted', 'reviewed') and sent_at is null and due_by <= ${now})`;

/** Returns whether a closed case of an erased customer still has its evidence. */
export const hasErasedCases = (): Condition =>
  sql`exists (select from dispute_case join purchase_order on purchase_order.id = order_id
    where visitor_id is null and dispute_case.state in ('won', 'lost', 'expired') and texts <> '{}'::jsonb)`;

/** Returns whether changes of method are due for inspection. */
export const hasDueSetups = (_: unknown, now: Date): Condition =>
  sql`exists (select from instrument_setup where next_inspect_at <= ${now})`;

/** Returns whether removed instruments, or those of erased accounts, remain that no live subscription is charged by. */
export const hasOrphanedInstruments = (): Condition =>
  sql`exists (select from instrument
    where (visitor_id is null or removed_at is not null) and status <> 'detached' and not exists (
      select from payment where payment.instrument_id = instrument.id
        and payment.state in ('charging', 'action', 'pending', 'in_doubt')) and not exists (
    select from subscription where subscription.instrument_id = instrument.id
      and subscription.state in ('trialing', 'active', 'past_due')))`;

/** Returns whether a gateway's balance is due to be read; one that was never read has no row yet. */
export const hasDueReadings = (
  { gateways }: { gateways: ReadonlyMap<string, unknown> },
  now: Date,
): Condition =>
  sql`exists (select from unnest(${[...gateways.keys()]}::text[]) as configured (name)
    left join balance_watermark on gateway = name where next_at is null or next_at <= ${now})`;

/** Returns whether no restore waits for the gateways' events. */
export const isCaughtUp = (): Condition => sql`not exists (select from restored where resumed_at is null)`;

/** Returns whether a restore still waits for the gateways' events. */
export const isHeld = (): Condition => sql`exists (select from restored where resumed_at is null)`;

/**
 * Returns whether a gateway's events are due to be listed; a gateway that was never listed has no row yet.
 */
export const hasDueSweeps = (
  { gateways }: { gateways: ReadonlyMap<string, unknown> },
  now: Date,
): Condition =>
  sql`exists (select from unnest(${[...gateways.keys()]}::text[]) as configured (name)
    left join gateway_watermark on gateway = name where sweep_at is null or sweep_at <= ${now})`;
