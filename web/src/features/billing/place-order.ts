import type { Order, OrderRequest } from "@cliffhanger/contract";
import type { Reason } from "@cliffhanger/contract/reasons";
import { ApiError, call } from "../../lib/api.ts";
import { visitStore } from "../../lib/visit-storage.ts";
import { clientTokenFor, renewClientToken } from "./client-token.ts";
import { orderAddress } from "./order-key.ts";
import { paySaved } from "./pay-saved.ts";
import { instrumentOf, type Selection, selectionKey } from "./selection.ts";

/**
 * How opening an order ended: with an address to continue at, without an account, or with a message that says why
 * not.
 */
export type Placed =
  | { type: "leave"; orderId: string; url: string }
  /** By a saved method, without leaving the page. */
  | { type: "paid"; order: Order }
  | { type: "join" }
  | { type: "refused"; reason: Reason | null; message: string };

/** A selection that can be ordered. */
export type Orderable = Selection & {
  choice: NonNullable<Selection["choice"]>;
  method: NonNullable<Selection["method"]>;
};

/** The version of the consent text, and the price that was shown, in minor units of its currency. */
export interface Terms {
  version: string;
  amount: number;
  currency: string;
  /** The version of the consent to keep a PayPal account for later unlocks; absent where it is not kept. */
  keepVersion?: string;
}

/** Returns whether the selection contains all that an order needs. */
export function isOrderable(selection: Selection): selection is Orderable {
  return selection.choice !== null && selection.method !== null;
}

/**
 * Opens the order for a selection, or finds the one that the same selection opened before, and pays it if a saved method is
 * chosen.
 */
export async function placeOrder(selection: Orderable, terms: Terms): Promise<Placed> {
  try {
    const opened = await openFor(selection, terms);
    const instrumentId = instrumentOf(selection.method);
    if (opened.next?.type !== "none" || instrumentId === undefined) return leaving(opened);
    const paid = await paySaved(opened.order, instrumentId);
    // The full form of the same kind of method takes over, for the same order.
    return paid.type === "form"
      ? await placeOrder({ ...selection, method: opened.order.method }, terms)
      : paid;
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return refused(error);
  }
}

function openFor(selection: Orderable, terms: Terms): Promise<Opened> {
  return openOnce(selectionKey(selection), (clientToken) => send(selection, terms, clientToken));
}

/** Opens the order of a key, or finds the one that the same key opened before, unless that is over or was for something else. */
export async function openOnce(key: string, open: (clientToken: string) => Promise<Opened>): Promise<Opened> {
  try {
    const opened = await open(clientTokenFor(visitStore, key));
    // That order ended without a payment, so the button means a new one.
    if (!isOver(opened.order)) return opened;
  } catch (error) {
    if (!(error instanceof ApiError) || error.reason !== "token_reused") throw error;
  }
  return open(renewClientToken(visitStore, key));
}

type Opened = Awaited<ReturnType<typeof send>>;

function send(selection: Orderable, { version, amount, currency, keepVersion }: Terms, clientToken: string) {
  const { choice, seriesId, episodeId, method } = selection;
  const instrumentId = instrumentOf(method);
  const keeps = method === "paypal" && choice.kind === "unlock" && keepVersion !== undefined;
  const request: OrderRequest = {
    kind: choice.kind,
    ...(choice.kind === "subscribe" ? { planId: choice.planId } : {}),
    ...(seriesId ? { seriesId } : {}),
    ...(episodeId ? { episodeId } : {}),
    ...(instrumentId === undefined
      ? { method: method === "paypal" ? "paypal" : "card" }
      : // It pays at once, so it names the price that was shown.
        { method: "saved", instrumentId, quoted: { amount, currency } }),
    ...(keeps ? { keep: true, keepVersion } : {}),
    currency,
    clientToken,
    consent: { version, accepted: true },
  };
  return call("POST /api/payment/order", request, { quiet: true });
}

function isOver({ state }: Order): boolean {
  return state === "expired" || state === "cancelled" || state === "failed" || state === "refunded";
}

// An order that is paid or in progress needs no payment: it continues at its result.
function leaving({ order, next }: Opened): Placed {
  const named = { orderId: order.id, orderKey: null };
  const url = next && next.type !== "none" ? next.url : orderAddress("result", named, visitStore);
  return { type: "leave", orderId: order.id, url };
}

function refused(error: ApiError): Placed {
  if (error.code === 401) return { type: "join" };
  return { type: "refused", reason: error.reason, message: error.fields[0]?.message ?? error.message };
}
