import type { Order } from "@cliffhanger/contract";
import { ApiError, call } from "../../lib/api.ts";
import { visitStore } from "../../lib/visit-storage.ts";
import { forgetClientToken } from "./client-token.ts";
import { orderAddress } from "./order-key.ts";

/** What follows a payment by a saved method: nothing, another page, or the full form. */
export type SavedPaid =
  | { type: "paid"; order: Order }
  | { type: "leave"; orderId: string; url: string }
  | { type: "form" };

/** Refusals after which the same order is paid by the full form. */
const formReasons: readonly (string | null)[] = [
  "limit_reached",
  "method_unavailable",
  "paypal_not_approved",
];

/**
 * Pays an order by a saved method, without the gateway's script. An outcome that is unknown continues on the result page,
 * which asks until it is known. Throws the API's refusals, after which nothing was charged.
 */
export async function paySaved({ id: orderId }: Order, instrumentId: string): Promise<SavedPaid> {
  const named = { orderId, orderKey: null };
  const leave = (url: string): SavedPaid => ({ type: "leave", orderId, url });
  try {
    const { order, next } = await call(
      "POST /api/payment/pay",
      { method: "saved", orderId, instrumentId },
      { quiet: true },
    );
    if (next?.type === "redirect") return leave(next.url);
    // The bank's confirmation needs the gateway's script, which only that document loads.
    if (next)
      return leave(`${orderAddress("easy", named, visitStore)}&saved=${encodeURIComponent(instrumentId)}`);
    if (order.state !== "paid") return leave(orderAddress("result", named, visitStore));
    forgetClientToken(visitStore);
    return { type: "paid", order };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    if (error.code === 0 || error.code >= 502) return leave(orderAddress("result", named, visitStore));
    if (formReasons.includes(error.reason)) return { type: "form" };
    throw error;
  }
}
