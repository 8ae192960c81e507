import type { Membership } from "@cliffhanger/contract";
import { expect, test } from "vitest";
import { createI18n, translator } from "../../lib/messages.ts";
import account from "../../messages/en/account.json";
import { describeMembership } from "./membership-text.ts";

const t = translator(createI18n("en", account));

const freeMembership: Membership = {
  state: "free",
  planId: null,
  planName: null,
  renewsAt: null,
  periodDays: null,
  cancelAtPeriodEnd: false,
};
const monthly: Membership = {
  ...freeMembership,
  planId: "monthly",
  planName: "Monthly",
  renewsAt: "2026-03-05T23:30:00.000Z",
  periodDays: 30,
};

interface Case {
  membership: Membership;
  plan: string | null;
  live: boolean;
  needsAction: boolean;
  expectedText: string;
}

const cases: Record<string, Case> = {
  "never subscribed": {
    membership: freeMembership,
    plan: null,
    live: false,
    needsAction: false,
    expectedText: "The first episodes of every series are yours to watch.",
  },
  "on trial": {
    membership: { ...monthly, state: "trialing" },
    plan: "Monthly",
    live: true,
    needsAction: false,
    expectedText: "Free until 5 March 2026. Then it renews every 30 days.",
  },
  "on a trial that is cancelled": {
    membership: { ...monthly, state: "trialing", cancelAtPeriodEnd: true },
    plan: "Monthly",
    live: true,
    needsAction: true,
    expectedText: "Your trial ends on 5 March 2026. You will not be charged.",
  },
  active: {
    membership: { ...monthly, state: "active" },
    plan: "Monthly",
    live: true,
    needsAction: false,
    expectedText: "Renews on 5 March 2026 and every 30 days after that.",
  },
  "active for a day at a time": {
    membership: { ...monthly, state: "active", periodDays: 1 },
    plan: "Monthly",
    live: true,
    needsAction: false,
    expectedText: "Renews on 5 March 2026 and every day after that.",
  },
  "active and cancelled": {
    membership: { ...monthly, state: "active", cancelAtPeriodEnd: true },
    plan: "Monthly",
    live: true,
    needsAction: true,
    expectedText: "Yours until 5 March 2026. It will not renew.",
  },
  "active without a date": {
    membership: { ...monthly, state: "active", renewsAt: null },
    plan: "Monthly",
    live: true,
    needsAction: false,
    expectedText: "Your membership is active.",
  },
  "active without a known period": {
    membership: { ...monthly, state: "active", periodDays: null },
    plan: "Monthly",
    live: true,
    needsAction: false,
    expectedText: "Renews on 5 March 2026.",
  },
  "behind with a payment": {
    membership: { ...monthly, state: "past_due" },
    plan: "Monthly",
    live: true,
    needsAction: true,
    expectedText: "The payment due on 5 March 2026 has not gone through.",
  },
  "behind with a payment, without a date": {
    membership: { ...monthly, state: "past_due", renewsAt: null },
    plan: "Monthly",
    live: true,
    needsAction: true,
    expectedText: "The last payment has not gone through.",
  },
  cancelled: {
    membership: { ...monthly, state: "cancelled", cancelAtPeriodEnd: true },
    plan: "Monthly",
    live: false,
    needsAction: false,
    expectedText: "Your membership ended on 5 March 2026.",
  },
  "cancelled without a date": {
    membership: { ...monthly, state: "cancelled", renewsAt: null },
    plan: "Monthly",
    live: false,
    needsAction: false,
    expectedText: "Your membership has ended.",
  },
  "expired after a failed payment": {
    membership: { ...monthly, state: "expired" },
    plan: "Monthly",
    live: false,
    needsAction: true,
    expectedText: "Your membership ended because a payment did not go through.",
  },
};

test.each(Object.entries(cases))(
  "R41, R46, R96: %s, a membership has a matching text",
  (_, { membership, expectedText, ...rest }) => {
    const { text, values, ...described } = describeMembership(membership);
    expect(described).toEqual(rest);
    expect(t(text, values)).toBe(expectedText);
  },
);

test("R46: a membership that is never charged automatically promises no renewal", () => {
  const { text, values } = describeMembership({ ...monthly, state: "active" }, true);
  expect(t(text, values)).toBe(
    "Open until 5 March 2026. Before then we send you a link, if you want to go on.",
  );
});
