import type { Order } from "@cliffhanger/contract";
import { beforeEach, expect, test, vi } from "vitest";
import { createStore } from "../../lib/storage.ts";
import { type AppEvent, onTrack } from "../../lib/track.ts";
import { trackPaidOrder } from "./track-paid-order.ts";

let tracked: AppEvent[] = [];
beforeEach(() => {
  vi.stubGlobal("location", { pathname: "/order/result" });
  tracked = [];
  onTrack((one) => tracked.push(one));
});

const order = {
  id: "o1",
  kind: "unlock",
  state: "paid",
  eventId: "evt-1",
  paidAt: new Date().toISOString(),
  planId: null,
  seriesId: "s1",
  episodeId: "e5",
  title: "A series",
  total: { amount: 699, currency: "USD", exponent: 2, display: "$6.99" },
} as unknown as Order;

test("R27, R98: a paid order is tracked once with its own event id, together with what it unlocked", () => {
  const store = createStore(() => null);
  trackPaidOrder(order, store);
  trackPaidOrder(order, store);
  expect(tracked.map(({ name, eventId }) => [name, eventId])).toEqual([
    ["Purchase", "evt-1"],
    ["unlock_episode", "evt-1"],
  ]);
  expect(tracked[0]?.params).toMatchObject({ value: 6.99, currency: "USD", orderId: "o1", seriesId: "s1" });
});

test("R97: the value is in major units, also of a currency without minor ones", () => {
  const yen = { amount: 990, currency: "JPY", exponent: 0, display: "¥990" };
  trackPaidOrder(
    { ...order, id: "o2", kind: "subscribe", planId: "p1", total: yen },
    createStore(() => null),
  );
  expect(tracked.map(({ name, params }) => [name, params["value"], params["predicted_ltv"]])).toEqual([
    ["Purchase", 990, undefined],
    ["Subscribe", 990, 990],
  ]);
});

test("R98: a receipt opened after the vendors' deduplication period is not a sale", () => {
  const store = createStore(() => null);
  trackPaidOrder({ ...order, paidAt: new Date(Date.now() - 3 * 86_400_000).toISOString() }, store);
  trackPaidOrder({ ...order, state: "partially_refunded" }, store);
  expect(tracked).toEqual([]);
});

test("R27, R98: a renewal that its member pays on the page of its order is no new purchase", () => {
  const store = createStore(() => null);
  trackPaidOrder(
    { ...order, id: "o3", kind: "renewal", planId: "p1", seriesId: null, episodeId: null },
    store,
  );
  expect(tracked).toEqual([]);
});
