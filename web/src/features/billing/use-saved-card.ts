import type { Order, PlanList, SavedMethod } from "@cliffhanger/contract";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { useLanguage } from "../../lib/use-language.ts";
import { methodsQuery } from "./queries.ts";

/**
 * Returns the saved card that may pay an order. One that was chosen on the page before and waits for its bank `continues`,
 * also where the limits offer no other payment by it. The address names it only until it was read, so that a reload charges
 * nothing.
 */
export function useSavedCard(
  order: Order,
  sale: PlanList,
  { isOwner, isMember }: { isOwner: boolean; isMember: boolean },
): { saved: SavedMethod | undefined; continues: boolean } {
  const [chosen] = useState(() => new URLSearchParams(location.search).get("saved"));
  useEffect(() => {
    const query = new URLSearchParams(location.search);
    if (!query.has("saved")) return;
    query.delete("saved");
    history.replaceState(history.state, "", `${location.pathname}?${query.toString()}${location.hash}`);
  }, []);
  const asks = isOwner && chosen !== null;
  const { data: listed } = useQuery({ ...methodsQuery(useLanguage()), enabled: asks && isMember });
  // A guest has no list: what this session saved is offered with the sale.
  const all = isMember ? listed : sale.saved;
  const isBuyable = order.kind === "unlock" || order.kind === "subscribe";
  if (!isOwner || !isBuyable) return { saved: undefined, continues: false };
  const waiting = asks ? all?.find(({ id }) => id === chosen) : undefined;
  if (waiting && order.awaitsBank) return { saved: waiting, continues: true };
  return { saved: sale.saved.find(({ type }) => type === "card"), continues: false };
}
