import { findAddressee } from "#accounts";
import { type Db, inTransaction, type Trx } from "#platform/db/database";
import { isDuplicate } from "#platform/db/errors";
import { DomainError, explainedRefusal } from "#platform/http/errors";
import { newId } from "#platform/ids";
import type { Billing } from "../records/billing.ts";
import { findRenewalOrder, insertOrder, type OrderRow } from "../records/orders/repository.ts";
import { findPlanRow } from "../records/plans/repository.ts";
import { priceAt } from "../records/prices/repository.ts";
import { lockSerial } from "../records/repository.ts";
import {
  findInstrument,
  findNewestSubscription,
  findSubscription,
  type SubscriptionRow,
} from "../records/subscriptions/repository.ts";
import { membershipTitle, methodsFor } from "../sales/sales.ts";
import { settleFree } from "../settlement/settle-free.ts";
import { planChange, replacedBy, returnedNow } from "../subscriptions/change-plan.ts";
import { lockWithOrder } from "../subscriptions/coming-order.ts";
import { isLeaving } from "../subscriptions/fulfil.ts";
import { changeRefusal, listChanges, type PlanChangeOffer } from "../subscriptions/plan-changes.ts";
import { findRunningPeriod } from "../subscriptions/running-period.ts";
import { agreedBy, checkConsent, type OpenOrder } from "./agreement.ts";
import { cancelOrder } from "./cancel-order.ts";
import { nextOf, type OrderNext } from "./next.ts";
import { reuseOpenOrder } from "./reuse-order.ts";

const MAX_ROUNDS = 12;

type OpenedChange = { order: OrderRow; next: OrderNext };

/**
 * Opens the order of a change to a plan that begins now. Its credit is that of the offer which was shown, and holds
 * until the order expires. A change that costs nothing is settled at once.
 */
export async function openChange(billing: Billing, given: OpenOrder): Promise<OpenedChange> {
  const { caller, request, language } = given;
  checkConsent(billing, language, request.consent);
  const row = await findNewestSubscription(billing.db, caller.id);
  if (!row) throw explainedRefusal("no_subscription");
  if (request.currency !== undefined && request.currency.toUpperCase() !== row.currency)
    throw explainedRefusal("not_for_sale");
  const at = quotedAt(billing, given, row);
  const shown = await priceAt(billing.db, { planId: request.planId ?? "" }, row.currency, at);
  const charge = await shownCharge(billing, row, { planId: request.planId, at });
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const isSame = (found: OrderRow) =>
      found.amount <= charge &&
      found.plan_id === request.planId &&
      found.subscription_id === row.id &&
      found.period_no === row.period_no + 1 &&
      found.price_id === shown?.priceId;
    const open = await reuseOpenOrder(billing, given, { kind: "change" }, isSame);
    if (open) return { order: open, next: await nextOf(billing, open, { isSaved: request.isSaved }) };
    try {
      const order = await insert(billing, given, row, at);
      return { order, next: await nextOf(billing, order, { isSaved: request.isSaved }) };
    } catch (error) {
      // Another tab won the race: use its order.
      if (!isDuplicate(error)) throw error;
    }
  }
  throw explainedRefusal("busy");
}

/**
 * Returns what a page of a time shows as the charge of a change; Infinity for a plan that it does not offer. An order that was
 * opened by a later page costs more, as less of the period was unused.
 */
async function shownCharge(
  billing: Billing,
  row: SubscriptionRow,
  { planId, at }: { planId: string | null | undefined; at: Date },
): Promise<number> {
  const offers = await listChanges(billing, row, at);
  return offers.find(({ plan, kind }) => plan.id === planId && kind === "now")?.charge ?? Infinity;
}

/**
 * Closes an open change that costs more than the page shows, or by another price, so that the page opens another one. Returns the
 * order as it is then.
 */
export async function closeOutdated(billing: Billing, given: OpenOrder, order: OrderRow): Promise<OrderRow> {
  if (order.kind !== "change" || order.state !== "pending") return order;
  const { plan_id, currency, price_id } = order;
  const { quotedAt } = given.request;
  const sold = { planId: plan_id ?? "", currency, now: billing.clock.now() };
  const row = await findSubscription(billing.db, order.subscription_id ?? "");
  const at = quotedAt === undefined ? sold.now : new Date(quotedAt);
  const charge = row ? await shownCharge(billing, row, { planId: plan_id, at }) : 0;
  if ((await shownPrice(billing.db, sold, quotedAt)) === price_id && order.amount <= charge) return order;
  return cancelOrder(billing, order.id, "cancelled", "switched");
}

/** Returns the id of the price that a page of a time shows; without a time that of now. Undefined or null: it had none. */
async function shownPrice(
  db: Db,
  { planId, currency, now }: { planId: string; currency: string; now: Date },
  quotedAt: string | undefined,
): Promise<string | null | undefined> {
  const at = quotedAt === undefined ? now : new Date(quotedAt);
  return (await priceAt(db, { planId }, currency, at))?.priceId;
}

/** Returns the time that the credit is counted from: that of the shown offer, if it is recent. */
function quotedAt({ clock, policy }: Billing, { request }: OpenOrder, row: SubscriptionRow): Date {
  const now = clock.now();
  if (request.quotedAt === undefined) return now;
  const at = new Date(request.quotedAt);
  const oldest = now.getTime() - policy.orderMinutes * 60_000;
  // A period that was paid ahead and taken back begins later, and the page is of the running one.
  const isBeforePeriod = at < row.period_start && now >= row.period_start;
  if (at > now || at.getTime() < oldest || isBeforePeriod) throw explainedRefusal("price_changed");
  return at;
}

async function insert(
  billing: Billing,
  given: OpenOrder,
  seen: SubscriptionRow,
  at: Date,
): Promise<OrderRow> {
  // Read first: a transaction that needs a second connection could deadlock on an exhausted pool.
  const [site, addressee] = await Promise.all([billing.site(), findAddressee(billing.db, given.caller.id)]);
  const ready: Billing = { ...billing, site: async () => site };
  return inTransaction(billing.db, async (trx) => {
    await lockSerial(trx, "open order", [given.caller.id]);
    const row = await lockChangeable(trx, ready, seen.id);
    if (row.period_no !== seen.period_no) throw explainedRefusal("price_changed");
    // Read before the credit is counted: what is given back in between cancels the order rather than being credited.
    const returned = await returnedNow(trx, row, billing.clock.now());
    const offer = await findOffer(trx, ready, row, { planId: given.request.planId ?? "", at });
    const email = addressee?.to ?? null;
    const order = await insertChange(trx, ready, given, { row, offer, returned, email });
    return order.amount === 0 ? settleFree(trx, ready, order) : order;
  });
}

/** Locks a subscription that can be changed now; throws the refusal otherwise. */
async function lockChangeable(trx: Trx, billing: Billing, id: string): Promise<SubscriptionRow> {
  const found = await lockWithOrder(trx, id);
  if (!found) throw explainedRefusal("no_subscription");
  const refusal = await changeRefusal({ db: trx, clock: billing.clock }, found.row);
  if (refusal === "pay_first")
    throw new DomainError(409, refusal, { info: { payOrderId: found.order?.id ?? null } });
  if (refusal !== null) throw explainedRefusal(refusal);
  return found.row;
}

/** Returns the offer of a plan that begins now; throws if it is not on sale, or not as it was shown. */
async function findOffer(
  trx: Trx,
  billing: Billing,
  row: SubscriptionRow,
  { planId, at }: { planId: string; at: Date },
): Promise<PlanChangeOffer> {
  if (planId === row.plan_id) throw new DomainError(409, "already_so");
  const offers = await listChanges({ ...billing, db: trx }, row, at);
  const offer = offers.find(({ plan }) => plan.id === planId);
  if (!offer) throw explainedRefusal("plan_gone");
  const shown = await priceAt(trx, { planId }, row.currency, at);
  if (offer.kind !== "now" || shown?.priceId !== offer.plan.price_id) throw explainedRefusal("price_changed");
  return offer;
}

async function insertChange(
  trx: Trx,
  billing: Billing,
  given: OpenOrder,
  change: { row: SubscriptionRow; offer: PlanChangeOffer; returned: number; email: string | null },
): Promise<OrderRow> {
  const { clock, policy } = billing;
  const { caller, request, language } = given;
  const { row, offer, returned, email } = change;
  const { plan, charge, credit, waived } = offer;
  if (charge > 0 && !methodsFor(billing, charge, row.currency).includes(request.method))
    throw explainedRefusal("method_unavailable");
  const now = clock.now();
  const [own, present] = await Promise.all([findPlanRow(trx, row.plan_id), findRunningPeriod(trx, row, now)]);
  const agree = checkConsent(billing, language, request.consent);
  const order = await insertOrder(trx, {
    ...agreedBy(given, agree([plan.period_days]), now),
    id: newId(now),
    visitor_id: caller.id,
    kind: "change",
    state: "pending",
    plan_id: plan.id,
    series_id: null,
    episode_id: null,
    from_episode: null,
    title: membershipTitle(plan.name),
    period_days: plan.period_days,
    price_id: plan.price_id,
    currency: row.currency,
    amount: charge,
    list_amount: plan.amount,
    credit,
    discount: waived,
    replaced: replacedBy(row, { planName: own?.name ?? {}, orderId: present?.order_id ?? null, returned }),
    method: await methodOf(trx, row, charge, request.method),
    client_token: request.clientToken,
    key_hash: null,
    email,
    language,
    click: given.click,
    subscription_id: row.id,
    period_no: row.period_no + 1,
    event_id: null,
    declines: 0,
    last_decline: null,
    created_at: now,
    expires_at: new Date(now.getTime() + policy.orderMinutes * 60_000),
    paid_at: null,
  });
  for (const listener of billing.listeners ?? []) await listener.ordered?.(trx, order);
  billing.meters.order(trx, order.state);
  return order;
}

/** Returns the method of the order; of one that costs nothing, that of the renewals. */
async function methodOf(trx: Trx, row: SubscriptionRow, charge: number, asked: OrderRow["method"]) {
  const saved = row.instrument_id === null ? undefined : await findInstrument(trx, row.instrument_id);
  return charge === 0 ? (saved?.kind ?? asked) : asked;
}

/**
 * Plans a change to a cheaper plan for the next period, at today's price; the present plan drops a planned change.
 * Refused while a renewal order is open, whose price is fixed.
 */
export async function scheduleChange(
  billing: Billing,
  given: Pick<OpenOrder, "caller" | "language" | "origin">,
  {
    planId,
    consent,
    quotedAt,
  }: {
    planId: string;
    consent?: OpenOrder["request"]["consent"] | undefined;
    quotedAt?: string | undefined;
  },
): Promise<void> {
  const seen = await findNewestSubscription(billing.db, given.caller.id);
  if (!seen) throw explainedRefusal("no_subscription");
  await inTransaction(billing.db, async (trx) => {
    const row = await lockChangeable(trx, billing, seen.id);
    if (await findRenewalOrder(trx, row.id, row.period_no + 1)) throw explainedRefusal("renewal_in_progress");
    if (planId === row.plan_id)
      return row.pending_plan_id === null ? undefined : planChange(trx, billing, row, null);
    // A planned change renews an ending membership, which the one of an account that is to be deleted does not.
    if (await isLeaving(trx, given.caller.id)) throw explainedRefusal("account_leaving");
    const agree = checkConsent(billing, given.language, consent ?? { version: "", accepted: false });
    const now = billing.clock.now();
    const offers = await listChanges({ ...billing, db: trx }, row, now);
    const offer = offers.find(({ plan }) => plan.id === planId);
    if (!offer) throw explainedRefusal("plan_gone");
    const shown = await shownPrice(trx, { planId, currency: row.currency, now }, quotedAt);
    if (offer.kind !== "atEnd" || shown !== offer.plan.price_id) throw explainedRefusal("price_changed");
    const { version, text } = agree([offer.plan.period_days]);
    const { address, userAgent: agent } = given.origin;
    return planChange(trx, billing, row, {
      pending_plan_id: planId,
      pending_price_id: offer.plan.price_id,
      pending_consent: { version, text, at: now.toISOString(), address, agent },
    });
  });
}
