import type { Order } from "@cliffhanger/contract";
import { expect, test } from "vitest";
import { rendered } from "../../../../test/rendered.ts";
import { visitStore } from "../../../lib/visit-storage.ts";
import { clientTokenFor } from "../client-token.ts";
import { type OrderAnswers, useOrderAnswers } from "./use-order-answers.ts";

const paid = { id: "order-1", state: "paid" } as Order;

/** Returns what the answers to a payment lead to where the episode goes on at once. */
function answersWhere(goOn: (order: Order) => void): OrderAnswers {
  return rendered(() => useOrderAnswers(() => undefined, goOn)({ orderId: paid.id, orderKey: null }));
}

test("R77: once a membership is paid and its episode goes on, the same plan is another order when it is bought again", async () => {
  const key = "subscribe days-7 card";
  const token = clientTokenFor(visitStore, key);
  const wentOn: Order[] = [];
  const fault = await answersWhere((order) => wentOn.push(order)).afterPayment(
    { order: paid, next: null },
    () => Promise.reject(new Error("No bank asks.")),
  );
  expect(fault).toBeNull();
  expect(wentOn).toEqual([paid]);
  expect(clientTokenFor(visitStore, key)).not.toBe(token);
});
