import type { Order, PlanList } from "@cliffhanger/contract";

/** What somebody wants: a plan, or one series for good. */
export type Choice = { kind: "subscribe"; planId: string } | { kind: "unlock" };

/** A way to pay. */
export type PayMethod = "card" | "paypal";

/** All that is chosen before an order is opened, and the episode that it is about. */
export interface Selection {
  seriesId: string | null;
  episodeId: string | null;
  /** Null until somebody chose: nothing that costs is chosen for them. */
  choice: Choice | null;
  method: PayMethod | null;
}

const id = /^[A-Za-z0-9_-]{1,32}$/;

/** Reads a selection from the address of /shopping; what makes no sense counts as not chosen. */
export function readSelection(search: string): Selection {
  const query = new URLSearchParams(search);
  const named = (name: string) => {
    const value = query.get(name) ?? "";
    return id.test(value) ? value : null;
  };
  const seriesId = named("series");
  const planId = named("plan");
  const unlocks = query.get("choose") === "unlock" && seriesId !== null;
  const method = query.get("method");
  return {
    seriesId,
    episodeId: seriesId && named("episode"),
    choice: unlocks ? { kind: "unlock" } : planId ? { kind: "subscribe", planId } : null,
    method: method === "card" || method === "paypal" ? method : null,
  };
}

/** The address of /shopping with this selection: a reload, and a way through another site, lose nothing of it. */
export function shoppingAddress({ seriesId, episodeId, choice, method }: Selection): string {
  const query = new URLSearchParams();
  if (seriesId) query.set("series", seriesId);
  if (seriesId && episodeId) query.set("episode", episodeId);
  if (choice?.kind === "subscribe") query.set("plan", choice.planId);
  if (choice?.kind === "unlock" && seriesId) query.set("choose", "unlock");
  if (method) query.set("method", method);
  const text = query.toString();
  return text ? `/shopping?${text}` : "/shopping";
}

/** The selection that an order was made from, to go on from where it ended. */
export function selectionOf(
  order: Pick<Order, "kind" | "planId" | "seriesId" | "episodeId" | "method">,
): Selection {
  const { kind, planId, seriesId, episodeId, method } = order;
  const unlocks = kind === "unlock" && seriesId !== null;
  const choice: Choice | null = unlocks ? { kind: "unlock" } : planId ? { kind: "subscribe", planId } : null;
  return { seriesId, episodeId, choice, method };
}

/** The selection as far as it is on sale: a plan that is gone is not chosen, and some way to pay always is. */
export function soldSelection(
  wanted: Selection,
  sale: Pick<PlanList, "plans" | "unlock" | "methods">,
): Selection {
  const { choice, method } = wanted;
  const sold =
    choice?.kind === "unlock"
      ? sale.unlock !== null
      : choice !== null && sale.plans.some((plan) => plan.id === choice.planId);
  const offered = sale.methods.map(({ type }) => type);
  return {
    ...wanted,
    choice: sold ? choice : null,
    method: method && offered.includes(method) ? method : (offered[0] ?? null),
  };
}

/** What names an order-to-be: the same button is the same order, another choice is another. */
export function selectionKey({ seriesId, choice, method }: Selection): string {
  if (!choice) return "";
  const what = choice.kind === "unlock" ? `unlock ${seriesId}` : `subscribe ${choice.planId}`;
  return `${what} ${method}`;
}
