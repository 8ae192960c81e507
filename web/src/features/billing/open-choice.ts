import type { Order, OrderRequest, PlanList } from "@cliffhanger/contract";
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
  method: "card" | "wallet";
  /** The address and the name of a customer without an account. */
  guest: { email: string; name: string } | null;
}

/**
 * Opens the order of a choice when it is paid. The same choice in this tab is the same order, by whatever method. It names the price
 * that was shown, and is refused if that has changed.
 */
export async function openChoice(given: ChoiceOrder): Promise<Order> {
  const { asked, episodeId, sold, sale, method, guest } = given;
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
    currency,
    consent: { version: sale.consent.version, accepted: true },
  };
  const key = selectionKey({ seriesId, episodeId, choice, method: "card" });
  const { order } = await openOnce(key, (clientToken) =>
    call("POST /api/payment/order", { ...request, clientToken }, { quiet: true }),
  );
  saveOrigin(visitStore, order.id, { seriesId, episodeId, choice, method: "card" });
  return order;
}
