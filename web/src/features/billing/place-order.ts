import type { Order, OrderRequest } from "@cliffhanger/contract";
import type { Reason } from "@cliffhanger/contract/reasons";
import { ApiError, call } from "../../lib/api.ts";
import { visitStore } from "../../lib/visit-storage.ts";
import { clientTokenFor, renewClientToken } from "./client-token.ts";
import { orderAddress } from "./order-key.ts";
import { type Selection, selectionKey } from "./selection.ts";

/**
 * How opening an order ended: with an address to continue at, without an account, or with a message that says why
 * not.
 */
export type Placed =
  | { type: "leave"; orderId: string; url: string }
  | { type: "join" }
  | { type: "refused"; reason: Reason | null; message: string };

/** A selection that can be ordered. */
export type Orderable = Selection & {
  choice: NonNullable<Selection["choice"]>;
  method: NonNullable<Selection["method"]>;
};

/** The version of the consent text, and the currency of the shown price. */
export interface Terms {
  version: string;
  currency: string;
}

/** Returns whether the selection contains all that an order needs. */
export function isOrderable(selection: Selection): selection is Orderable {
  return selection.choice !== null && selection.method !== null;
}

/** Opens the order for a selection, or finds the one that the same selection opened before. */
export async function placeOrder(selection: Orderable, terms: Terms): Promise<Placed> {
  const key = selectionKey(selection);
  try {
    const placed = await send(selection, terms, clientTokenFor(visitStore, key));
    if (!isOver(placed.order)) return leaving(placed);
    // That order ended without a payment, so the button means a new one.
    return leaving(await send(selection, terms, renewClientToken(visitStore, key)));
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    if (error.reason === "token_reused") return retryWithNewToken(selection, terms, key);
    return refused(error);
  }
}

async function retryWithNewToken(selection: Orderable, terms: Terms, key: string): Promise<Placed> {
  try {
    return leaving(await send(selection, terms, renewClientToken(visitStore, key)));
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return refused(error);
  }
}

type Opened = Awaited<ReturnType<typeof send>>;

function send(
  { choice, seriesId, episodeId, method }: Orderable,
  { version, currency }: Terms,
  clientToken: string,
) {
  const request: OrderRequest = {
    kind: choice.kind,
    ...(choice.kind === "subscribe" ? { planId: choice.planId } : {}),
    ...(seriesId ? { seriesId } : {}),
    ...(episodeId ? { episodeId } : {}),
    method,
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
  return { type: "leave", orderId: order.id, url: next?.url ?? orderAddress("result", named, visitStore) };
}

function refused(error: ApiError): Placed {
  if (error.code === 401) return { type: "join" };
  return { type: "refused", reason: error.reason, message: error.fields[0]?.message ?? error.message };
}
