import type { Bank } from "./bank.ts";
import { listPage } from "./lists.ts";
import { invalid } from "./refusal.ts";

// The fields that contain ids, and the kind of each in the store.
const kinds: Record<string, string> = {
  balance_transaction: "balance_transaction",
  charge: "charge",
  customer: "customer",
  default_payment_method: "payment_method",
  failure_balance_transaction: "balance_transaction",
  latest_charge: "charge",
  payment_intent: "payment_intent",
  payment_method: "payment_method",
  source: "source",
};

type Thing = Record<string, unknown>;

// What a row of the balance came from, by the beginning of its id.
const sources: [RegExp, string][] = [
  [/^ch_/, "charge"],
  [/^re_/, "refund"],
  [/^du_/, "dispute"],
  [/^po_/, "payout"],
];
const sourceKind = (id: string) => sources.find(([start]) => start.test(id))?.[1] ?? "";

/** Returns an answer with objects instead of their ids, as `expand[]` requests. */
export function expanded(bank: Bank, answer: unknown, paths: readonly string[]): unknown {
  if (paths.length > 20) throw invalid("You can expand up to 20 properties.", undefined, "expand");
  return paths.reduce((thing, path) => walk(bank, thing as Thing, path.split("."), path), answer);
}

function walk(bank: Bank, thing: Thing, [name = "", ...rest]: string[], path: string): unknown {
  if (thing["object"] === "list" && name === "data") {
    return { ...thing, data: (thing["data"] as Thing[]).map((one) => walk(bank, one, rest, path)) };
  }
  if (thing["object"] === "charge" && name === "refunds") {
    const id = String(thing["id"]);
    return {
      ...thing,
      refunds: listPage(bank.store, { kind: "refund", under: id }, `/v1/charges/${id}/refunds`, {}),
    };
  }
  const held = thing[name];
  if (held === null) return thing;
  const kind = kinds[name];
  const inside = typeof held === "object" && held !== null;
  const found = inside
    ? held
    : kind && typeof held === "string"
      ? bank.store.get<Thing>(kind === "source" ? sourceKind(held) : kind, held)
      : undefined;
  if (found === undefined || (inside && rest.length === 0 && kind === undefined)) {
    throw invalid(
      `This property cannot be expanded (${path}). You may want to try expanding one of its parents, or leave it out.`,
      undefined,
      "expand",
    );
  }
  return { ...thing, [name]: rest.length === 0 ? found : walk(bank, found as Thing, rest, path) };
}
