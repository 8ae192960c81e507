import type { Order } from "@cliffhanger/contract";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { createElement } from "react";
import { renderToString } from "react-dom/server";
import { expect, test } from "vitest";
import { LanguageContext } from "../../../lib/use-language.ts";
import { visitStore } from "../../../lib/visit-storage.ts";
import { clientTokenFor } from "../client-token.ts";
import { type OrderAnswers, useOrderAnswers } from "./use-order-answers.ts";

const paid = { id: "order-1", state: "paid" } as Order;

/** Returns what the answers to a payment lead to where the episode goes on at once. */
function answersWhere(goOn: (order: Order) => void): OrderAnswers {
  const rendered: OrderAnswers[] = [];
  function Probe() {
    rendered.push(useOrderAnswers(() => undefined, goOn)({ orderId: paid.id, orderKey: null }));
    return null;
  }
  const text = createElement(
    LanguageContext,
    { value: { language: "en", t: (id) => id } },
    createElement(Probe),
  );
  renderToString(createElement(QueryClientProvider, { client: new QueryClient() }, text));
  const [answers] = rendered;
  if (!answers) throw new Error("Nothing was rendered.");
  return answers;
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
