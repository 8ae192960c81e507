import type { Order } from "@cliffhanger/contract";
import { inMajorUnits } from "../../lib/major-units.ts";
import type { Store } from "../../lib/storage.ts";
import { track } from "../../lib/track.ts";

const mostKept = 20;
const newFor = 2 * 86_400_000;

/** Says that an order is paid, once and for all in this browser: the page that shows it may be loaded again. */
export function tellPaid(order: Order, store: Store): void {
  const { id, kind, state, eventId, paidAt, planId, seriesId, episodeId, title, total } = order;
  // Vendors tell the server's copy from a second sale for two days; who looks at a receipt later has bought nothing.
  if (state !== "paid" || !paidAt || Date.now() - Date.parse(paidAt) > newFor) return;
  const known = (store.get("told") ?? "").split(" ").filter(Boolean);
  if (known.includes(id)) return;
  store.set("told", [...known.slice(1 - mostKept), id].join(" "));
  const value = inMajorUnits(total);
  const params = {
    value,
    currency: total.currency,
    orderId: id,
    title,
    ...(planId ? { planId } : {}),
    ...(seriesId ? { seriesId } : {}),
    ...(episodeId ? { episodeId } : {}),
  };
  const made = eventId ?? undefined;
  track("Purchase", params, made);
  if (kind === "unlock") track("unlock_episode", params, made);
  if (kind === "subscribe") track("Subscribe", { ...params, predicted_ltv: value }, made);
}
