import { expect, test } from "vitest";
import {
  assertOrderTransition,
  assertPaymentTransition,
  orderTransitions,
  paymentTransitions,
} from "./states.ts";

/** Returns every state that can be reached from an initial one. */
function reach<State extends string>(
  transitions: Readonly<Record<State, readonly State[]>>,
  first: State,
): Set<State> {
  const seen = new Set<State>([first]);
  for (const state of seen) for (const next of transitions[state]) seen.add(next);
  return seen;
}

test("every state of an order and of a payment can be reached", () => {
  expect([...reach(orderTransitions, "pending")].sort()).toEqual(Object.keys(orderTransitions).sort());
  expect([...reach(paymentTransitions, "new")].sort()).toEqual(Object.keys(paymentTransitions).sort());
});

test("forbidden transitions throw, refunded orders stay refunded and succeeded payments stay succeeded", () => {
  expect(() => assertOrderTransition("refunded", "paid")).toThrow("never goes from refunded to paid");
  expect(() => assertOrderTransition("paid", "pending")).toThrow("never goes");
  expect(() => assertOrderTransition("paid", "cancelled")).toThrow("never goes");
  expect(() => assertPaymentTransition("succeeded", "cancelled")).toThrow("never goes");
  expect(() => assertPaymentTransition("new", "action")).toThrow("never goes");
  expect(() => assertPaymentTransition("new", "declined")).toThrow("never goes");
  expect(() => assertPaymentTransition("cancelled", "charging")).toThrow("never goes");
  expect(() => assertPaymentTransition("new", "charging")).not.toThrow();
  expect(() => assertOrderTransition("expired", "paid")).not.toThrow();
});
