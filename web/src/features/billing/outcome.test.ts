import { orderStates } from "@cliffhanger/contract/order-states";
import { expect, test } from "vitest";
import { outcomeOf } from "./outcome.ts";

const declined = { reason: "card_declined", message: "No.", retryable: true };

test.each([
  ["pending", null, "unpaid"],
  ["pending", declined, "declined"],
  ["processing", null, "checking"],
  ["paid", null, "paid"],
  ["partially_refunded", null, "paid"],
  ["cancelled", null, "cancelled"],
  ["expired", null, "expired"],
  ["failed", declined, "declined"],
  ["review", null, "review"],
  ["refunded", null, "refunded"],
  ["disputed", null, "disputed"],
] as const)("R27: an order that is %s (decline: %o) is shown as %s", (state, decline, outcome) => {
  expect(outcomeOf({ state, declined: decline })).toBe(outcome);
});

test("R27: every order state has an outcome", () => {
  for (const state of orderStates) expect(outcomeOf({ state, declined: null })).toEqual(expect.any(String));
});
