import { parseLanguage } from "@cliffhanger/contract";
import type { BillingListener, OrderRow } from "#billing";
import type { Trx } from "#platform/db/database";
import type { Attribution } from "../attribution.ts";
import { LOOKBACK_MS } from "../lookback.ts";
import { firstAndLast } from "../touches/note-touch.ts";
import { readClick } from "../touches/read-landing.ts";
import { listTouches } from "../touches/repository.ts";
import { noteOrderClick } from "../touches/visit.ts";
import { inheritOrderTouch, insertOrderTouch } from "./repository.ts";

/**
 * Stores what led to an order in its own transaction. A renewal inherits it from the order that started the
 * subscription.
 */
export function orderListener(attribution: Attribution): BillingListener {
  return {
    async ordered(trx, order) {
      if (order.kind !== "renewal") return fix(trx, attribution, order);
      if (order.subscription_id !== null) await inheritOrderTouch(trx, order.id, order.subscription_id);
    },
  };
}

async function fix(trx: Trx, attribution: Attribution, order: OrderRow): Promise<void> {
  const { visitor_id: visitorId, language, created_at: at, episode_id: episodeId } = order;
  if (visitorId === null) return;
  const since = new Date(at.getTime() - LOOKBACK_MS);
  const known = await listTouches(trx, visitorId, since);
  const arrival = known.length > 0 ? null : readClick(order.click);
  if (arrival)
    await noteOrderClick(trx, { visitorId, arrival, language: parseLanguage(language) ?? "en", at });
  const ends = firstAndLast(arrival ? await listTouches(trx, visitorId, since) : known);
  const seriesId =
    order.series_id ?? (episodeId === null ? undefined : await attribution.seriesOf(trx, episodeId));
  await insertOrderTouch(trx, {
    order_id: order.id,
    visitor_id: visitorId,
    first: ends?.[0].record ?? null,
    last: ends?.[1].record ?? null,
    language,
    series_id: seriesId ?? null,
    first_channel: ends?.[0].own_channel ?? null,
    last_channel: ends?.[1].own_channel ?? null,
  });
}
