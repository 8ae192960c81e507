import { findAddressee, isVisitorKnown } from "#accounts";
import { inTransaction, type Trx } from "#platform/db/database";
import { isDuplicate } from "#platform/db/errors";
import { newPayment } from "../charging/begin.ts";
import type { Billing } from "../records/billing.ts";
import type { Gateway, Snapshot } from "../records/gateway.ts";
import { logChange } from "../records/log.ts";
import {
  findOrder,
  insertOrder,
  lockOrder,
  type OrderRow,
  wholePrice,
} from "../records/orders/repository.ts";
import {
  findPayment,
  insertPayment,
  lockPayments,
  type PaymentRow,
  updatePayment,
} from "../records/payments/repository.ts";
import { findPriceWithPlan, findSoldSeries } from "../records/plans/repository.ts";
import { hasBeenRestored } from "../records/restored/repository.ts";
import { parseSale, type SaleMark } from "../records/sale-mark.ts";
import { openRenewalOrder } from "../renewals/renewal-order.ts";
import { membershipTitle } from "../sales/sales.ts";
import { hasMovedMoney } from "../settlement/mismatch.ts";
import { settle } from "../settlement/settle.ts";
import { lockWithOrder } from "../subscriptions/coming-order.ts";
import { openGrace } from "../subscriptions/grace.ts";

/** Why nothing was rebuilt: an earlier period comes first, or nothing here says what the object pays for. */
type Unbuilt = "later" | "lost";

/**
 * Rebuilds a payment, and its order if needed, that the restored backup lacks, and settles it. What was sold comes from the
 * object itself. Does so only in a database that was once restored: otherwise the payment is about to be stored.
 */
export async function rebuildPayment(
  billing: Billing,
  gateway: Gateway,
  snapshot: Snapshot,
): Promise<"done" | "ignored" | Unbuilt> {
  const { paymentId, orderId } = snapshot;
  if (paymentId === null || orderId === null || !(await hasBeenRestored(billing.db))) return "later";
  // An object that nobody paid delivers nothing, and its order is gone.
  if (!hasMovedMoney(snapshot)) return "ignored";
  const ids = { paymentId, orderId };
  try {
    const unbuilt = await inTransaction(billing.db, (trx) =>
      rebuild(trx, billing, { gateway, snapshot, ids }),
    );
    if (unbuilt !== null) return unbuilt;
  } catch (error) {
    // Another event of the same object was handled at the same time.
    if (isDuplicate(error)) return "later";
    throw error;
  }
  await settle(billing, paymentId, snapshot, "restored");
  return "done";
}

interface Lost {
  gateway: Gateway;
  snapshot: Snapshot;
  ids: { paymentId: string; orderId: string };
}

async function rebuild(trx: Trx, billing: Billing, lost: Lost): Promise<Unbuilt | null> {
  const { gateway, snapshot, ids } = lost;
  const sale = parseSale(snapshot.sale);
  const order = (await lockOrder(trx, ids.orderId)) ?? (await rebuildOrder(trx, billing, lost, sale));
  if (order === "later" || order === "lost") return order;
  const { remoteId } = snapshot;
  const known = (await lockPayments(trx, order.id)).find(({ id }) => id === ids.paymentId);
  if (known) {
    // The backup was taken while the gateway created the object.
    if (known.remote_id !== null && known.remote_id !== remoteId) return "lost";
    await updatePayment(trx, known.id, { remote_id: remoteId });
    return null;
  }
  if (await findPayment(trx, ids.paymentId)) return "lost";
  const initiator = sale?.kind === "renewal" ? sale.initiator : "customer";
  const fresh = newPayment(order, { initiator }, billing.clock.now(), { gateway: gateway.name });
  await insertPayment(trx, {
    ...fresh,
    id: ids.paymentId,
    remote_id: remoteId,
    instrument_id: initiator === "merchant" ? await instrumentOf(trx, order) : null,
  });
  await logChange(trx, billing, {
    subject: "payment",
    subjectId: ids.paymentId,
    from: null,
    to: fresh.state,
    cause: "restored",
    detail: { order: order.id, remoteId },
  });
  return null;
}

async function instrumentOf(trx: Trx, order: OrderRow): Promise<PaymentRow["instrument_id"]> {
  const found = order.subscription_id === null ? undefined : await lockWithOrder(trx, order.subscription_id);
  return found?.row.instrument_id ?? null;
}

async function rebuildOrder(
  trx: Trx,
  billing: Billing,
  { gateway, snapshot, ids }: Lost,
  sale: SaleMark | null,
): Promise<OrderRow | Unbuilt> {
  if (sale === null) return "lost";
  if (sale.kind === "renewal") return rebuildRenewal(trx, billing, sale, ids.orderId);
  const sold = await soldBy(trx, sale);
  if (!sold || !(await isVisitorKnown(trx, sale.visitorId))) return "lost";
  const addressee = await findAddressee(trx, sale.visitorId);
  const now = billing.clock.now();
  const order = await insertOrder(trx, {
    ...sold,
    id: ids.orderId,
    visitor_id: sale.visitorId,
    kind: sale.kind,
    state: "pending",
    episode_id: null,
    currency: snapshot.currency,
    ...wholePrice(snapshot.amount),
    method: gateway.name === "stripe" ? "card" : "paypal",
    client_token: `restored:${ids.orderId}`,
    key_hash: null,
    email: addressee?.to ?? null,
    language: addressee?.language ?? "en",
    consent_version: null,
    consent_text: null,
    consent_at: null,
    consent_address: null,
    consent_agent: null,
    click: {},
    subscription_id: null,
    period_no: null,
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

async function soldBy(trx: Trx, sale: Exclude<SaleMark, { kind: "renewal" }>) {
  if (sale.kind === "unlock") {
    const series = await findSoldSeries(trx, sale.seriesId);
    if (!series) return null;
    const { title, from_episode } = series;
    return {
      plan_id: null,
      series_id: sale.seriesId,
      from_episode,
      title,
      period_days: null,
      price_id: null,
    };
  }
  const price = await findPriceWithPlan(trx, sale.priceId);
  if (!price) return null;
  const { plan_id, period_days, id: price_id, name } = price;
  const title = membershipTitle(name);
  return { plan_id, series_id: null, from_episode: null, title, period_days, price_id };
}

/**
 * Rebuilds the order of a renewal. The period that it paid goes on where the last one ends, because the member had access
 * all along.
 */
async function rebuildRenewal(
  trx: Trx,
  billing: Billing,
  { firstOrderId, periodNo }: Extract<SaleMark, { kind: "renewal" }>,
  orderId: string,
): Promise<OrderRow | Unbuilt> {
  const first = await findOrder(trx, firstOrderId);
  const found = first?.subscription_id ? await lockWithOrder(trx, first.subscription_id) : undefined;
  if (!found) return first && first.subscription_id === null ? "later" : "lost";
  const { row } = found;
  if (row.period_no + 1 < periodNo) return "later";
  if (row.period_no + 1 > periodNo) return "lost";
  const isOver = row.state === "active" && row.grace_until === null && billing.clock.now() >= row.period_end;
  if (isOver) await openGrace(trx, billing, row);
  return openRenewalOrder(trx, billing, row, orderId);
}
