import type { Order, OrderNext, OrderRequest, PlanList } from "@cliffhanger/contract";
import { call } from "../../lib/api.ts";
import { visitStore } from "../../lib/visit-storage.ts";
import type { AskedChoice } from "./choice-address.ts";
import { saveOrigin } from "./order-origin.ts";
import { openOnce } from "./place-order.ts";
import { selectionKey } from "./selection.ts";
import type { Sold } from "./sold.ts";

/** What the order of a choice is opened with. */
interface ChoiceOrder {
  asked: AskedChoice;
  episodeId: string | null;
  sold: Sold;
  sale: PlanList;
  method: "card" | "wallet" | "paypal";
  /** The address and the name of a customer without an account; null for PayPal, which knows its payer. */
  guest: { email: string; name: string } | null;
  /** Whether a PayPal account is to be kept for later unlocks. */
  kept?: boolean;
  /** For a customer who leaves this document to pay: where they go on once it is paid. */
  leaves?: { goOn: string | null };
}

/**
 * Opens the order of a choice when it is paid, and returns where it is paid. The same choice in this tab is the same order, by card
 * or wallet. It names the price that was shown, and is refused if that has changed.
 */
export async function openChoice(given: ChoiceOrder): Promise<{ order: Order; next: OrderNext | null }> {
  const { asked, episodeId, sold, sale, method, guest, kept = false, leaves } = given;
  const { seriesId, choice } = asked;
  const { amount, currency } = sold.price;
  const request: Omit<OrderRequest, "clientToken"> = {
    kind: choice.kind,
    ...(choice.kind === "subscribe" ? { planId: choice.planId } : {}),
    ...(seriesId ? { seriesId } : {}),
    ...(episodeId ? { episodeId } : {}),
    method,
    quoted: { amount, currency },
    ...(guest ? { guest } : {}),
    ...(kept ? { keep: true, keepVersion: sale.consent.keep.version } : {}),
    currency,
    consent: { version: sale.consent.version, accepted: true },
  };
  const selection = { seriesId, episodeId, choice, method: method === "paypal" ? method : ("card" as const) };
  const opened = await openOnce(selectionKey(selection), (clientToken) =>
    call("POST /api/payment/order", { ...request, clientToken }, { quiet: true }),
  );
  const address = location.pathname + location.search;
  saveOrigin(visitStore, opened.order.id, selection, leaves && { address, ...leaves });
  return opened;
}
