import type * as z from "zod";
import {
  GatewayPaidBefore,
  GatewayUnknown,
  type LostCharge,
  type SavedCharge,
  type SavedCharges,
  type Snapshot,
} from "../../records/gateway.ts";
import { type AskPayPal, PayPalRefused } from "./client.ts";
import { listEvents, orderOf, orderOfCapture } from "./hints.ts";
import { invoiceIdOf } from "./invoice.ts";
import { declineOf } from "./issues.ts";
import { OrderObject, ReportPage } from "./objects.ts";
import { orderBodyOf } from "./order-body.ts";
import { snapshotOf } from "./snapshot.ts";

type Api = { ask: AskPayPal; live: boolean; installation: string | undefined };

/** PayPal stores keys for six hours; the last repeat is well before, to allow for clock skew. */
const keyMs = 5.5 * 3_600_000;
/** The maximum delay of the report. */
const REPORT_LAG_MS = 3 * 3_600_000;
const MAX_PAGES = 20;

/** Charges a saved account by creating the order with it: PayPal captures in the same request. */
export function savedCharges(api: Api): SavedCharges {
  const { installation } = api;
  return {
    keyMs,
    request: (input) => JSON.stringify(orderBodyOf(input, { installation, vaultId: input.token })),
    send: (key, request) => send(api, key, request),
    find: (lost) => find(api, lost),
  };
}

async function send(api: Api, key: string, body: string): Promise<SavedCharge> {
  try {
    const answer = await api.ask({ method: "POST", path: "/v2/checkout/orders", key, body });
    const read = OrderObject.safeParse(answer);
    if (!read.success) throw new GatewayUnknown("PayPal's answer makes no sense");
    return madeOf(read.data, api);
  } catch (error) {
    if (!(error instanceof PayPalRefused)) throw error;
    if (error.issues.includes("DUPLICATE_INVOICE_ID")) throw new GatewayPaidBefore(error.message);
    const decline = declineOf(error.issues);
    if (!decline) throw error;
    return { kind: "declined", decline };
  }
}

/**
 * Converts PayPal's answer: an order that is paid, that must be captured, or that its payer must approve
 * first.
 */
function madeOf(order: z.infer<typeof OrderObject>, { live, installation }: Api): SavedCharge {
  const snapshot = snapshotOf(order, { live, installation });
  if (order.status === "PAYER_ACTION_REQUIRED") {
    const decline = declineOf(["PAYER_ACTION_REQUIRED"]);
    const asked: Snapshot = { ...snapshot, state: "declined", decline };
    return { kind: "made", snapshot: asked, captures: false };
  }
  return { kind: "made", snapshot, captures: snapshot.state === "open" || snapshot.state === "approved" };
}

async function find(api: Api, lost: Parameters<SavedCharges["find"]>[0]): Promise<LostCharge> {
  const remoteIds = new Set(await ordersInEvents(api.ask, lost.paymentId, lost.since));
  if (!lost.inReport || remoteIds.size > 0)
    return { remoteIds: [...remoteIds], paidElsewhere: false, proves: false };
  const report = await ordersInReport(api, lost);
  return { ...report, remoteIds: [...new Set([...remoteIds, ...report.remoteIds])] };
}

async function ordersInEvents(ask: AskPayPal, paymentId: string, since: Date): Promise<string[]> {
  const found: string[] = [];
  for (const { event_type: type, resource } of await listEvents(ask, since)) {
    if (typeof resource !== "object" || resource === null || !type.startsWith("PAYMENT.CAPTURE.")) continue;
    if ((resource as { custom_id?: unknown }).custom_id !== paymentId) continue;
    const order = orderOfCapture(resource);
    if (order !== undefined) found.push(order);
  }
  return found;
}

async function ordersInReport(
  { ask, installation }: Api,
  { paymentId, orderNumber, since, now }: Parameters<SavedCharges["find"]>[0],
): Promise<LostCharge> {
  const found: LostCharge = { remoteIds: [], paidElsewhere: false, proves: false };
  for (let page = 1, pages = 1; page <= Math.min(pages, MAX_PAGES); page++) {
    const read = await readReport(ask, { since, now, page });
    if (read === null) return { ...found, proves: "unreadable" };
    pages = read.total_pages ?? 1;
    const refreshed = Date.parse(read.last_refreshed_datetime ?? "");
    found.proves = refreshed >= since.getTime() + REPORT_LAG_MS && pages <= MAX_PAGES;
    for (const { transaction_info: transaction } of read.transaction_details) {
      const isSale = transaction.transaction_event_code?.startsWith("T00") ?? true;
      if (!isSale || transaction.transaction_status === "D") continue;
      if (transaction.custom_field === paymentId) {
        const order = await orderOf(ask, transaction.transaction_id);
        if (order !== null) found.remoteIds.push(order);
      } else if (transaction.invoice_id === invoiceIdOf(installation, orderNumber))
        found.paidElsewhere = true;
    }
  }
  return found;
}

/** Returns a page of the report; null if this app lacks the permission. */
async function readReport(
  ask: AskPayPal,
  { since, now, page }: { since: Date; now: Date; page: number },
): Promise<z.infer<typeof ReportPage> | null> {
  const query = new URLSearchParams({
    start_date: since.toISOString(),
    end_date: now.toISOString(),
    fields: "transaction_info",
    page_size: "500",
    page: String(page),
  });
  try {
    const answer = await ask({ method: "GET", path: `/v1/reporting/transactions?${query.toString()}` });
    const read = ReportPage.safeParse(answer);
    if (!read.success) throw new GatewayUnknown("PayPal's report makes no sense");
    return read.data;
  } catch (error) {
    if (error instanceof PayPalRefused && error.status === 403) return null;
    throw error;
  }
}
