import { parseLanguage } from "@cliffhanger/contract";
import { findAddressee } from "#accounts";
import type { Trx } from "#platform/db/database";
import { newId } from "#platform/ids";
import type { Billing } from "../records/billing.ts";
import {
  findInstrumentKind,
  findRenewalOrder,
  findTermsOrder,
  insertOrder,
  type OrderRow,
  wholePrice,
} from "../records/orders/repository.ts";
import type { BillingTables } from "../records/tables.ts";
import { membershipTitle } from "../sales/sales.ts";
import { findComingPlan } from "../subscriptions/coming-plan.ts";

/**
 * Returns the order of a subscription's coming period, and opens it if needed, at the agreed price and terms.
 * The caller holds the subscription's lock. The unique constraint on subscription and period prevents a
 * second order. `id`: of an order that the gateway already knows.
 */
export async function openRenewalOrder(
  trx: Trx,
  billing: Pick<Billing, "clock" | "listeners" | "meters">,
  subscription: BillingTables["subscription"],
  id?: string,
): Promise<OrderRow> {
  const periodNo = subscription.period_no + 1;
  const open = await findRenewalOrder(trx, subscription.id, periodNo);
  if (open) return open;
  const now = billing.clock.now();
  const first = await findTermsOrder(trx, subscription);
  const coming = await findComingPlan(trx, subscription);
  const { instrument_id: instrument } = subscription;
  const kind = instrument === null ? undefined : await findInstrumentKind(trx, instrument);
  const method = kind ?? first?.method ?? "card";
  const { visitor_id: visitorId } = subscription;
  const language = parseLanguage(subscription.language) ?? "en";
  // The address and the language that they have by now: the first address may be mistyped, or a mailbox that they left.
  const owner = visitorId === null ? null : await findAddressee(trx, visitorId, language);
  const order = await insertOrder(trx, {
    id: id ?? newId(now),
    visitor_id: visitorId,
    kind: "renewal",
    state: "pending",
    plan_id: coming?.planId ?? subscription.plan_id,
    series_id: null,
    episode_id: null,
    from_episode: null,
    title: coming ? membershipTitle(coming.name) : (first?.title ?? {}),
    period_days: coming?.periodDays ?? subscription.period_days,
    price_id: coming?.priceId ?? subscription.price_id ?? first?.price_id ?? null,
    currency: subscription.currency,
    ...wholePrice(coming?.amount ?? subscription.amount),
    method,
    client_token: `renewal:${subscription.id}:${periodNo}`,
    key_hash: null,
    email: owner?.to ?? first?.email ?? null,
    language: owner?.language ?? language,
    consent_version: coming?.consent?.version ?? first?.consent_version ?? null,
    consent_text: coming?.consent?.text ?? first?.consent_text ?? null,
    consent_at: coming?.consent ? new Date(coming.consent.at) : (first?.consent_at ?? null),
    consent_address: null,
    consent_agent: null,
    click: {},
    subscription_id: subscription.id,
    period_no: periodNo,
    event_id: null,
    declines: 0,
    last_decline: null,
    created_at: now,
    expires_at: null,
    paid_at: null,
  });
  for (const listener of billing.listeners ?? []) await listener.ordered?.(trx, order);
  billing.meters.order(trx, order.state);
  return order;
}
