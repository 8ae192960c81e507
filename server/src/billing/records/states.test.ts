import { expect, test } from "vitest";
import { checkOrderMove, checkPaymentMove, orderMoves, paymentMoves } from "./states.ts";

/** Every state that can be come to from a first one. */
function reach<State extends string>(
  moves: Readonly<Record<State, readonly State[]>>,
  first: State,
): Set<State> {
  const seen = new Set<State>([first]);
  for (const state of seen) for (const next of moves[state]) seen.add(next);
  return seen;
}

test("every state of an order and of a payment can be come to", () => {
  expect([...reach(orderMoves, "pending")].sort()).toEqual(Object.keys(orderMoves).sort());
  expect([...reach(paymentMoves, "new")].sort()).toEqual(Object.keys(paymentMoves).sort());
});

test("what may not be throws, and money that is gone or there stays so", () => {
  expect(() => checkOrderMove("refunded", "paid")).toThrow("never goes from refunded to paid");
  expect(() => checkOrderMove("paid", "pending")).toThrow("never goes");
  expect(() => checkOrderMove("paid", "cancelled")).toThrow("never goes");
  expect(() => checkPaymentMove("succeeded", "canceled")).toThrow("never goes");
  expect(() => checkPaymentMove("new", "action")).toThrow("never goes");
  expect(() => checkPaymentMove("new", "declined")).toThrow("never goes");
  expect(() => checkPaymentMove("canceled", "charging")).toThrow("never goes");
  expect(() => checkPaymentMove("new", "charging")).not.toThrow();
  expect(() => checkOrderMove("expired", "paid")).not.toThrow();
});
