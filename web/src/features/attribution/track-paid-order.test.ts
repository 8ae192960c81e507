import type { Order } from "@cliffhanger/contract";
import { beforeEach, expect, test, vi } from "vitest";
import { createStore } from "../../lib/storage.ts";
import { type AppEvent, onTrack } from "../../lib/track.ts";
import { trackPaidOrder } from "./track-paid-order.ts";

let heard: AppEvent[] = [];
beforeEach(() => {
  vi.stubGlobal("location", { pathname: "/order/result" });
  heard = [];
  onTrack((one) => heard.push(one));
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

test("R27, R98: a paid order is told once with its own event id, and what it opened with it", () => {
  const store = createStore(() => null);
  trackPaidOrder(order, store);
  trackPaidOrder(order, store);
  expect(heard.map(({ name, eventId }) => [name, eventId])).toEqual([
    ["Purchase", "evt-1"],
    ["unlock_episode", "evt-1"],
  ]);
  expect(heard[0]?.params).toMatchObject({ value: 6.99, currency: "USD", orderId: "o1", seriesId: "s1" });
});

test("R97: the value is in the units that people say, also of a currency without smaller ones", () => {
  const yen = { amount: 990, currency: "JPY", exponent: 0, display: "¥990" };
  trackPaidOrder(
    { ...order, id: "o2", kind: "subscribe", planId: "p1", total: yen },
    createStore(() => null),
  );
  expect(heard.map(({ name, params }) => [name, params["value"], params["predicted_ltv"]])).toEqual([
    ["Purchase", 990, undefined],
    ["Subscribe", 990, 990],
  ]);
});

test("R98: a receipt looked at after the time in which vendors know a sale again is no sale", () => {
  const store = createStore(() => null);
  trackPaidOrder({ ...order, paidAt: new Date(Date.now() - 3 * 86_400_000).toISOString() }, store);
  trackPaidOrder({ ...order, state: "partially_refunded" }, store);
  expect(heard).toEqual([]);
});
