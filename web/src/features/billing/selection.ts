import type { Method, Order, PlanList, SavedMethod } from "@cliffhanger/contract";

/** What the user wants to buy: a plan, or permanent access to one series. */
export type Choice = { kind: "subscribe"; planId: string } | { kind: "unlock" };

/** A payment method whose data is entered for this payment. */
export type NewMethod = "card" | "paypal";

/** Returns the methods that are chosen by name; the wallets have buttons of their own, where the device has them. */
export function namedMethods(methods: readonly Method[]): NewMethod[] {
  return methods.flatMap(({ type }) => (type === "wallet" ? [] : [type]));
}

/** A payment method: a new one, or a saved one by its id. */
export type PayMethod = NewMethod | `saved:${string}`;

/** Returns the choice of a saved method by its id. */
export const bySaved = (id: string) => `saved:${id}` as const;

/** Returns the id of the saved method that is chosen; undefined where a new one is. */
export function instrumentOf(method: PayMethod): string | undefined {
  return method.startsWith("saved:") ? method.slice("saved:".length) : undefined;
}

/** All choices before an order is opened, and the episode that it is about. */
export interface Selection {
  seriesId: string | null;
  episodeId: string | null;
  /** Null until the user chooses: nothing that costs money is preselected. */
  choice: Choice | null;
  method: PayMethod | null;
}

const idPattern = /^[A-Za-z0-9_-]{1,32}$/;

/** Reads a selection from the address of /shopping; invalid values count as not chosen. */
export function readSelection(search: string): Selection {
  const query = new URLSearchParams(search);
  const readId = (name: string) => {
    const value = query.get(name) ?? "";
    return idPattern.test(value) ? value : null;
  };
  const seriesId = readId("series");
  const planId = readId("plan");
  const isUnlock = query.get("choose") === "unlock" && seriesId !== null;
  const method = query.get("method");
  return {
    seriesId,
    episodeId: seriesId && readId("episode"),
    choice: isUnlock ? { kind: "unlock" } : planId ? { kind: "subscribe", planId } : null,
    method: isMethod(method) ? method : null,
  };
}

function isMethod(text: string | null): text is PayMethod {
  return text === "card" || text === "paypal" || /^saved:[A-Za-z0-9_-]{1,32}$/.test(text ?? "");
}

/** Returns the saved method that is chosen; undefined where a new one is. */
export function savedMethodOf(
  method: PayMethod | null,
  saved: readonly SavedMethod[],
): SavedMethod | undefined {
  return saved.find(({ id }) => method === bySaved(id));
}

/** Returns the saved methods that pay for a choice: a PayPal account is saved for unlocks only. */
export function savedFor(choice: Choice | null, saved: readonly SavedMethod[]): SavedMethod[] {
  return saved.filter(({ type }) => type === "card" || choice?.kind !== "subscribe");
}

/** Returns the saved methods that pay for a change of plan: a PayPal account that was kept for unlocks renews nothing. */
export function savedForChange(saved: readonly SavedMethod[]): SavedMethod[] {
  return saved.filter(({ type, usage }) => type === "card" || usage === "off_session");
}

/** Returns the address of /shopping with this selection, so that a reload and a detour through another site keep it. */
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

/** Returns the selection of an order, to continue after it ended. */
export function selectionOf(
  order: Pick<Order, "kind" | "planId" | "seriesId" | "episodeId" | "method">,
): Selection {
  const { kind, planId, seriesId, episodeId, method } = order;
  const isUnlock = kind === "unlock" && seriesId !== null;
  const choice: Choice | null = isUnlock ? { kind: "unlock" } : planId ? { kind: "subscribe", planId } : null;
  return { seriesId, episodeId, choice, method };
}

/** Reduces a selection to what is on sale: an unavailable plan is dropped, and a payment method is always chosen. */
export function soldSelection(
  wanted: Selection,
  sale: Pick<PlanList, "plans" | "unlock" | "methods" | "saved">,
): Selection {
  const { choice, method } = wanted;
  const sold =
    choice?.kind === "unlock"
      ? sale.unlock !== null
      : choice !== null && sale.plans.some((plan) => plan.id === choice.planId);
  const known = sold ? choice : null;
  const offered: PayMethod[] = [
    ...savedFor(known, sale.saved).map(({ id }) => bySaved(id)),
    ...namedMethods(sale.methods),
  ];
  return {
    ...wanted,
    choice: known,
    method: method && offered.includes(method) ? method : (offered[0] ?? null),
  };
}

/** Returns the key of the next order: the same selection is the same order, another selection is another. */
export function selectionKey({ seriesId, choice, method }: Selection): string {
  if (!choice) return "";
  const what = choice.kind === "unlock" ? `unlock ${seriesId}` : `subscribe ${choice.planId}`;
  return `${what} ${method}`;
}
