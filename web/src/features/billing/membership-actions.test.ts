import type { Subscription } from "@cliffhanger/contract";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { createI18n, translator } from "../../lib/messages.ts";
import { LanguageContext } from "../../lib/use-language.ts";
import money from "../../messages/en/money.json";
import { MembershipActions } from "./membership-actions.tsx";

const t = translator(createI18n("en", money));
const priced = (amount: number, display: string) => ({ amount, currency: "USD", exponent: 2, display });
const overdue: Subscription = {
  id: "sub",
  state: "past_due",
  plan: {
    id: "plan-365",
    name: "365 days",
    description: "",
    price: priced(9999, "$99.99"),
    perDay: priced(28, "$0.28"),
    periodDays: 365,
    trialDays: 0,
    badge: null,
  },
  renewsAt: "2026-12-23T10:00:00.000Z",
  periodDays: 365,
  cancelAtPeriodEnd: false,
  renewalMode: "auto",
  nextCharge: priced(9999, "$99.99"),
  method: null,
  methodExpires: null,
  startedAt: "2025-12-23T10:00:00.000Z",
  accessUntil: "2026-12-30T10:00:00.000Z",
  payOrderId: "order",
  willRetry: true,
  pendingPlan: null,
};
const pendingPlan = {
  id: "plan-30",
  name: "30 days",
  at: overdue.renewsAt,
  price: priced(1999, "$19.99"),
  periodDays: 30,
};

function textFor(changes: Partial<Subscription>): string {
  const actions = createElement(MembershipActions, { subscription: { ...overdue, ...changes } });
  const page = createElement(LanguageContext, { value: { language: "en", t } }, actions);
  return renderToStaticMarkup(createElement(QueryClientProvider, { client: new QueryClient() }, page));
}

test("case 113: what is due is named at the price of the plan that the owner chose for that period", () => {
  expect(textFor({})).toContain("Pay $99.99 now");
  expect(textFor({ pendingPlan, nextCharge: pendingPlan.price })).toContain("Pay $19.99 now");
  expect(textFor({ pendingPlan, renewalMode: "manual", nextCharge: null })).toContain("Pay $19.99 now");
});
