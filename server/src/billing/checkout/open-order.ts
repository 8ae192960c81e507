import type { OrderRequest } from "@cliffhanger/contract";
import { inTransaction } from "#platform/db/database";
import { isDuplicate } from "#platform/db/errors";
import { DomainError, explainedRefusal, invalidField } from "#platform/http/errors";
import { newId } from "#platform/ids";
import { takeToken } from "#platform/throttle";
import { type Billing, gatewayOf } from "../records/billing.ts";
import {
  countOpenOrders,
  findByToken,
  findRenewalOrder,
  insertOrder,
  type OrderRow,
  ownsSeries,
  wholePrice,
} from "../records/orders/repository.ts";
import { lockSerial } from "../records/repository.ts";
import { hasSuspendedPayment } from "../records/subscriptions/repository.ts";
import { findPaidUnlock } from "../records/withdrawals/repository.ts";
import { currencyFor } from "../sales/currency.ts";
import { findSale, methodsFor, type Sale } from "../sales/sales.ts";
import { endOverdue, findLiveSubscription } from "../subscriptions/live.ts";
import {
  type Agreed,
  agreedBy,
  checkConsent,
  checkKeep,
  type OpenOrder,
  type OrderedRequest,
} from "./agreement.ts";
import { addressOfBuyer } from "./buyer.ts";
import { nextOf, type OrderNext } from "./next.ts";
import { closeOutdated, openChange } from "./open-change.ts";
import { asAskedAgain, reuseOpenOrder } from "./reuse-order.ts";
import { findSavedMethod } from "./saved-method.ts";

const MAX_OPEN = 10;
const openLimit = { action: "order", max: 60, seconds: 3600 };
/** Each concurrent tab can win the race once, so a loser retries at most this often. */
const MAX_ROUNDS = 12;

/**
 * Opens an order (R77). The same client token returns the same order, and so does the same purchase while its
 * order is pending; another plan closes the first order. No price is read from the request.
 */
export async function openOrder(
  billing: Billing,
  asked: Omit<OpenOrder, "request"> & { request: OrderRequest },
): Promise<{ order: OrderRow; next: OrderNext }> {
  const { caller } = asked;
  warnAboutPrice(billing, asked);
  // Limited before any lookup: a known order costs a gateway call too.
  await takeToken(billing.db, billing.clock, openLimit, caller.id);
  const request = await resolveMethod(billing, caller.id, asked.request);
  const given = { ...asked, request };
  const email = await addressOfBuyer(billing, given);
  const keep = request.kind === "unlock" ? checkKeep(request, asked.language, request.method) : null;
  const way = { isSaved: request.isSaved, keep };
  const known = await findByToken(billing.db, caller.id, request.clientToken);
  if (known) {
    const open = await closeOutdated(billing, given, sameRequest(known, request, { caller, email }));
    const order = await asAskedAgain(billing, given, open);
    return { order, next: await nextOf(billing, order, way) };
  }
  if (!gatewayOf(billing, request.method)) throw explainedRefusal("method_unavailable");
  if (request.kind === "change") return openChange(billing, given);
  const consent = checkConsent(billing, given.language, request.consent);
  await checkOwned(billing, given);
  const sale = await findRequestedSale(billing, given);
  if (!isQuoted(request, sale)) throw explainedRefusal("price_changed");
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const what =
      sale.seriesId === null
        ? ({ kind: "subscribe" } as const)
        : { kind: "unlock" as const, seriesId: sale.seriesId };
    const order = await reuseOpenOrder(
      billing,
      given,
      what,
      (found) =>
        isSamePurchase(found, sale) &&
        isQuoted(request, found) &&
        (caller.kind === "member" || found.email === email),
    );
    if (order) return { order, next: await nextOf(billing, order, way) };
    try {
      const opened = await insert(billing, given, { sale, consent, email });
      return { order: opened, next: await nextOf(billing, opened, way) };
    } catch (error) {
      // Another tab won the race: use its order.
      if (!isDuplicate(error)) throw error;
      const theirs = await findByToken(billing.db, caller.id, request.clientToken);
      if (theirs)
        return {
          order: sameRequest(theirs, request, { caller, email }),
          next: await nextOf(billing, theirs, way),
        };
    }
  }
  throw explainedRefusal("busy");
}

async function resolveMethod(
  billing: Billing,
  visitorId: string,
  request: OrderRequest,
): Promise<OrderedRequest> {
  const { method, kind, instrumentId = "" } = request;
  // A wallet's card is a card: only its token tells the two apart, and the pay call brings it.
  if (method === "wallet") return { ...request, method: "card", isSaved: true, isWallet: true };
  if (method !== "saved") return { ...request, method };
  const { kind: resolved } = await findSavedMethod(billing, visitorId, { instrumentId, kind });
  return { ...request, method: resolved, isSaved: true };
}

/** Logs a price in the request. It is ignored, but may be an attempt to manipulate the price. */
function warnAboutPrice(
  billing: Billing,
  { caller, request }: Pick<OpenOrder, "caller"> & { request: OrderRequest },
): void {
  const named = [request.amount, request.price].some((value) => value !== undefined);
  if (named) billing.log.warn({ visitor: caller.id }, "Request named a price, which was ignored");
}

function sameRequest(
  order: OrderRow,
  request: OrderedRequest,
  { caller, email }: { caller: OpenOrder["caller"]; email: string | null },
): OrderRow {
  const isPending = order.state === "pending";
  const same =
    (!isPending || isQuoted(request, order)) &&
    (!isPending || caller.kind === "member" || order.email === email) &&
    order.kind === request.kind &&
    (request.kind === "unlock" ? order.series_id === request.seriesId : order.plan_id === request.planId) &&
    order.method === request.method;
  if (!same) throw explainedRefusal("token_reused");
  return order;
}

/**
 * Throws if the customer already owns the purchase. A member whose renewal waits for payment gets the id of
 * that order.
 */
async function checkOwned(billing: Billing, { caller, request }: OpenOrder): Promise<void> {
  const now = billing.clock.now();
  if (request.kind === "unlock") {
    const { seriesId } = request;
    if (seriesId === undefined) return;
    const [owned, paid] = await Promise.all([
      ownsSeries(billing.db, caller.id, seriesId, now),
      findPaidUnlock(billing.db, caller.id, seriesId),
    ]);
    if (paid?.suspended_at) throw explainedRefusal("purchase_disputed");
    if (owned) throw new DomainError(409, "unlocked_already");
    // They withdrew, and the gateway has not given the money back yet: until then nobody has two paid orders for a series.
    if (paid) throw explainedRefusal("refund_under_way");
    return;
  }
  const live = await findLiveSubscription(billing.db, caller.id, now);
  if (!live) return;
  const waiting = await findRenewalOrder(billing.db, live.id, live.period_no + 1);
  const payOrderId = waiting?.state === "pending" ? waiting.id : null;
  if (payOrderId === null && (await hasSuspendedPayment(billing.db, live.id)))
    throw explainedRefusal("payment_disputed");
  throw new DomainError(409, "subscribed_already", { info: { payOrderId } });
}

async function findRequestedSale(billing: Billing, { origin, request }: OpenOrder): Promise<Sale> {
  const { planId, seriesId, kind } = request;
  const currency = await currencyFor(billing, request.currency, origin.region);
  if (kind === "subscribe" && planId === undefined) throw invalidField("planId", "invalid_request");
  if (kind === "unlock" && seriesId === undefined) throw invalidField("seriesId", "invalid_request");
  const wanted =
    kind === "subscribe" ? { planId: planId ?? "", currency } : { seriesId: seriesId ?? "", currency };
  const sale = await findSale(billing.db, wanted, billing.clock.now());
  if (!sale) throw explainedRefusal(kind === "subscribe" ? "plan_gone" : "not_for_sale");
  if (!methodsFor(billing, sale.amount, sale.currency).includes(request.method))
    throw explainedRefusal("method_unavailable");
  return sale;
}

/** Returns whether an amount is the one that the page showed, as far as it says; a wallet's page must. */
function isQuoted(
  { quoted, isWallet }: OrderedRequest,
  { amount, currency }: Pick<Sale, "amount" | "currency">,
): boolean {
  if (quoted === undefined) return !isWallet;
  return quoted.amount === amount && quoted.currency.toUpperCase() === currency;
}

const isSamePurchase = (found: OrderRow, sale: Sale) =>
  found.plan_id === sale.planId && found.currency === sale.currency;

async function insert(
  billing: Billing,
  given: OpenOrder,
  {
    sale,
    consent,
    email,
  }: { sale: Sale; consent: (periods: readonly number[]) => Agreed; email: string | null },
): Promise<OrderRow> {
  const { db, clock, policy } = billing;
  const { caller, request } = given;
  const now = clock.now();
  return inTransaction(db, async (trx) => {
    await lockSerial(trx, "open order", [caller.id]);
    if ((await countOpenOrders(trx, caller.id)) >= MAX_OPEN) throw explainedRefusal("too_many_orders");
    if (request.kind === "subscribe") await endOverdue(trx, billing, caller.id);
    const order = await insertOrder(trx, {
      ...soldAs(sale),
      ...agreedBy(given, consent(sale.periodDays === null ? [] : [sale.periodDays]), now),
      id: newId(now),
      visitor_id: caller.id,
      kind: request.kind,
      state: "pending",
      episode_id: request.episodeId ?? null,
      method: request.method,
      client_token: request.clientToken,
      key_hash: null,
      email,
      language: given.language,
      click: given.click,
      subscription_id: null,
      period_no: null,
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
  });
}

/** Returns what is sold at its current terms: later price changes do not affect the order. */
function soldAs(sale: Sale) {
  return {
    plan_id: sale.planId,
    series_id: sale.seriesId,
    from_episode: sale.fromEpisode,
    title: sale.title,
    period_days: sale.periodDays,
    price_id: sale.priceId,
    currency: sale.currency,
    ...wholePrice(sale.amount),
  };
}
