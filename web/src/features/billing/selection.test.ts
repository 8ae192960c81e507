import type { Money, Plan, SavedMethod } from "@cliffhanger/contract";
import { expect, test } from "vitest";
import {
  readSelection,
  type Selection,
  savedForChange,
  selectionKey,
  shoppingAddress,
  soldSelection,
} from "./selection.ts";
import { isNothingSold, sellable, soldFor } from "./sold.ts";

const price: Money = { amount: 1999, currency: "USD", exponent: 2, display: "$19.99" };
const plan: Plan = {
  id: "days-30",
  name: "30 days",
  description: "",
  price,
  perDay: { ...price, amount: 67, display: "$0.67" },
  periodDays: 30,
  trialDays: 0,
  badge: null,
};
const unlock = {
  seriesId: "s1",
  price: { ...price, amount: 699, display: "$6.99" },
  perEpisode: { ...price, amount: 21, display: "$0.21" },
  episodes: 34,
};
const sale = {
  plans: [plan],
  unlock,
  forGuests: true,
  methods: [{ type: "paypal" as const }],
  consent: { version: "1", text: "", unlockText: "", keep: { version: "1", card: "", paypal: "" } },
  saved: [],
  subscription: null,
  change: [],
  resume: null,
  at: "2026-03-05T00:00:00.000Z",
};
const emptySelection: Selection = { seriesId: null, episodeId: null, choice: null, method: null };

test.each<[string, Selection]>([
  ["/shopping", emptySelection],
  [
    "/shopping?plan=days-30&method=card",
    { ...emptySelection, choice: { kind: "subscribe", planId: "days-30" }, method: "card" },
  ],
  [
    "/shopping?series=s1&episode=e9&choose=unlock&method=paypal",
    { seriesId: "s1", episodeId: "e9", choice: { kind: "unlock" }, method: "paypal" },
  ],
  ["/shopping?series=s1", { ...emptySelection, seriesId: "s1" }],
])("R25: %s contains the whole selection, so that a reload keeps it", (address, selection) => {
  expect(readSelection(address.slice("/shopping".length))).toEqual(selection);
  expect(shoppingAddress(selection)).toBe(address);
});

test("R25: an invalid address chooses nothing", () => {
  expect(readSelection("?plan=../x&method=cash&choose=unlock&episode=e9&series=a%20b")).toEqual(
    emptySelection,
  );
});

test("R31: nothing that costs money is preselected, only an available payment method", () => {
  expect(soldSelection(emptySelection, sale)).toEqual({ ...emptySelection, method: "paypal" });
  expect(soldFor(null, sale)).toBeNull();
});

test("R25: a plan that is no longer on sale is not chosen, nor is an unavailable payment method", () => {
  const gone: Selection = {
    ...emptySelection,
    choice: { kind: "subscribe", planId: "days-1" },
    method: "card",
  };
  expect(soldSelection(gone, sale)).toEqual({ ...emptySelection, method: "paypal" });
  const series: Selection = { ...emptySelection, seriesId: "s1", choice: { kind: "unlock" }, method: null };
  expect(soldSelection(series, { ...sale, unlock: null }).choice).toBeNull();
  expect(soldFor(series.choice, sale)).toEqual({ kind: "unlock", price: unlock.price });
});

test("R77: another choice, series or payment method is another order", () => {
  const one: Selection = { seriesId: "s1", episodeId: "e1", choice: { kind: "unlock" }, method: "card" };
  const others: Selection[] = [
    { ...one, seriesId: "s2" },
    { ...one, method: "paypal" },
    { ...one, choice: { kind: "subscribe", planId: "days-30" } },
  ];
  const keys = [one, ...others].map(selectionKey);
  expect(new Set(keys).size).toBe(keys.length);
  expect(selectionKey({ ...one, episodeId: "e2" })).toBe(selectionKey(one));
});

test("R25, case 151: a running membership is not sold twice, the plan of an ended one comes first, and a site without payment methods sells nothing", () => {
  const subscription = {
    id: "m1",
    state: "active" as const,
    plan,
    renewsAt: "2026-04-04T00:00:00.000Z",
    periodDays: 30,
    cancelAtPeriodEnd: false,
    renewalMode: "auto" as const,
    nextCharge: price,
    method: null,
    methodExpires: null,
    startedAt: "2026-03-05T00:00:00.000Z",
    accessUntil: "2026-04-04T00:00:00.000Z",
    payOrderId: null,
    willRetry: false,
    pendingPlan: null,
  };
  expect(sellable({ ...sale, subscription }).plans).toEqual([]);
  expect(sellable({ ...sale, subscription: { ...subscription, state: "expired" } }).plans).toEqual([plan]);
  const two = [{ ...plan, id: "other" }, plan];
  expect(sellable({ ...sale, plans: two, resume: plan.id }).plans.map(({ id }) => id)).toEqual([
    plan.id,
    "other",
  ]);
  expect(isNothingSold(sale)).toBe(false);
  expect(isNothingSold({ ...sale, methods: [] })).toBe(true);
  expect(isNothingSold({ ...sale, plans: [], unlock: null })).toBe(true);
  expect(isNothingSold({ ...sale, plans: [], unlock: null, subscription })).toBe(false);
});

test("case 106, case 111: a change of plan is paid by any saved card, and by a PayPal account that may renew", () => {
  const saved = (id: string, type: "card" | "paypal", usage: SavedMethod["usage"]): SavedMethod => ({
    id,
    type,
    usage,
    brand: null,
    last4: null,
    email: null,
    expires: null,
    wallet: null,
    renews: false,
    isDefault: false,
  });
  const all = [
    saved("kept-account", "paypal", "on_session"),
    saved("kept-card", "card", "on_session"),
    saved("renewing-account", "paypal", "off_session"),
  ];
  expect(savedForChange(all).map(({ id }) => id)).toEqual(["kept-card", "renewing-account"]);
});
