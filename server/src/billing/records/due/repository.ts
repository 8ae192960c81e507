// The conditions of due work. Each is true exactly while the claim of its task would find a row that no other node holds.
import { type RawBuilder, sql } from "kysely";

type Condition = RawBuilder<boolean>;

/** Webhook events that are to be handled or retried. */
export const hasDueHints = (_: unknown, now: Date): Condition =>
  sql`exists (select from webhook_inbox where next_at <= ${now})`;

/** Payments that are to be inspected. */
export const hasDuePayments = (_: unknown, now: Date): Condition =>
  sql`exists (select from payment where next_inspect_at <= ${now})`;

/** Orders whose time to be paid is over. */
export const hasOverdueOrders = (_: unknown, now: Date): Condition =>
  sql`exists (select from purchase_order where state = 'pending' and expires_at <= ${now})`;

/** Subscriptions that are to be renewed, bridged or ended, and that no node holds. */
export const hasDueSubscriptions = (_: unknown, now: Date): Condition =>
  sql`exists (select from subscription
    where next_action_at <= ${now} and (lease_until is null or lease_until <= ${now}))`;

/** Owners who are to be reminded of what comes. */
export const hasDueReminders = (_: unknown, now: Date): Condition =>
  sql`exists (select from subscription where remind_at <= ${now})`;

/** Periods that are over and not recognised as revenue. */
export const hasEarnedPeriods = (_: unknown, now: Date): Condition =>
  sql`exists (select from subscription_period where recognised_at is null and ends_at <= ${now})`;

/** Refunds that are to be inspected. */
export const hasDueRefunds = (_: unknown, now: Date): Condition =>
  sql`exists (select from refund where next_inspect_at <= ${now})`;

/** Unwanted payments without a refund. */
export const hasUnwantedMoney = (): Condition =>
  sql`exists (select from payment where unwanted and not exists (
    select from refund join capture on capture.id = refund.capture_id where capture.payment_id = payment.id))`;

/** Instruments of erased accounts that no live subscription is charged by. */
export const hasOrphanedInstruments = (): Condition =>
  sql`exists (select from instrument where visitor_id is null and status <> 'detached' and not exists (
    select from subscription where subscription.instrument_id = instrument.id
      and subscription.state in ('trialing', 'active', 'past_due')))`;

/** Gateways whose events are to be listed; one that was never listed has no row yet. */
export const hasDueSweeps = (
  { gateways }: { gateways: ReadonlyMap<string, unknown> },
  now: Date,
): Condition =>
  sql`exists (select from unnest(${[...gateways.keys()]}::text[]) as configured (name)
    left join gateway_watermark on gateway = name where sweep_at is null or sweep_at <= ${now})`;
