import type { Subscription } from "@cliffhanger/contract";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { createI18n, translator } from "../../lib/messages.ts";
import { LanguageContext } from "../../lib/use-language.ts";
import money from "../../messages/en/money.json";
import { MembershipCard } from "./membership-card.tsx";
import { paymentsQuery } from "./queries.ts";

const t = translator(createI18n("en", money));
const priced = (amount: number, display: string) => ({ amount, currency: "USD", exponent: 2, display });
const renewsAt = "2026-12-23T10:00:00.000Z";
const subscription: Subscription = {
  id: "sub",
  state: "active",
  plan: {
    id: "plan-30",
    name: "30 days",
    description: "",
    price: priced(1999, "$19.99"),
    perDay: priced(67, "$0.67"),
    periodDays: 30,
    trialDays: 0,
    badge: null,
  },
  renewsAt,
  periodDays: 30,
  cancelAtPeriodEnd: false,
  renewalMode: "auto",
  nextCharge: priced(999, "$9.99"),
  method: null,
  methodExpires: null,
  startedAt: "2026-11-23T10:00:00.000Z",
  accessUntil: renewsAt,
  payOrderId: null,
  willRetry: false,
  pendingPlan: { id: "plan-7", name: "7 days", at: renewsAt, price: priced(999, "$9.99"), periodDays: 7 },
};

function textFor(changes: Partial<Subscription>): string {
  const client = new QueryClient();
  client.setQueryData(paymentsQuery("en").queryKey, {
    subscription: { ...subscription, ...changes },
    orders: [],
  });
  const page = createElement(
    LanguageContext,
    { value: { language: "en", t } },
    createElement(MembershipCard),
  );
  return renderToStaticMarkup(createElement(QueryClientProvider, { client }, page));
}

test("case 113: a planned change is named until its owner cancels, after which it does not begin", () => {
  expect(textFor({})).toContain("From 23 December 2026: 7 days, $9.99");
  const cancelled = textFor({ cancelAtPeriodEnd: true, nextCharge: null });
  expect(cancelled).toContain("It stays open until 23 December 2026 and will not renew.");
  expect(cancelled).not.toContain("From 23 December");
});

test("case 42: a payment that failed is said to be tried again only where it is", () => {
  const late = { state: "past_due", pendingPlan: null, accessUntil: "2026-12-30T10:00:00.000Z" } as const;
  const tried = textFor({ ...late, willRetry: true });
  expect(tried).toContain("stay open until 30 December 2026; we try again in the meantime.");
  const refused = textFor({ ...late, payOrderId: "order" });
  expect(refused).toContain("stay open until 30 December 2026; pay it here by then");
  expect(refused).not.toContain("try again");
});

test("a payment whose outcome is not known yet is neither asked for again nor said to keep episodes open until a day that is over", () => {
  const held = textFor({ state: "past_due", pendingPlan: null, willRetry: false, payOrderId: null });
  expect(held).toContain("The payment due on 23 December 2026 is not confirmed yet.");
  expect(held).not.toContain("stay open until");
});
