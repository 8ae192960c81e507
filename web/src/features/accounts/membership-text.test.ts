import type { Membership } from "@cliffhanger/contract";
import { expect, test } from "vitest";
import { createI18n, translator } from "../../lib/messages.ts";
import account from "../../messages/en/account.json";
import { describeMembership } from "./membership-text.ts";

const t = translator(createI18n("en", account));

const never: Membership = {
  state: "free",
  planId: null,
  planName: null,
  renewsAt: null,
  periodDays: null,
  cancelAtPeriodEnd: false,
};
const monthly: Membership = {
  ...never,
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
  words: string;
}

const cases: Record<string, Case> = {
  "never subscribed": {
    membership: never,
    plan: null,
    live: false,
    needsAction: false,
    words: "The first episodes of every series are yours to watch.",
  },
  "on trial": {
    membership: { ...monthly, state: "trialing" },
    plan: "Monthly",
    live: true,
    needsAction: false,
    words: "Free until 5 March 2026. Then it renews every 30 days.",
  },
  "on a trial that is cancelled": {
    membership: { ...monthly, state: "trialing", cancelAtPeriodEnd: true },
    plan: "Monthly",
    live: true,
    needsAction: true,
    words: "Your trial ends on 5 March 2026. You will not be charged.",
  },
  active: {
    membership: { ...monthly, state: "active" },
    plan: "Monthly",
    live: true,
    needsAction: false,
    words: "Renews on 5 March 2026 and every 30 days after that.",
  },
  "active for a day at a time": {
    membership: { ...monthly, state: "active", periodDays: 1 },
    plan: "Monthly",
    live: true,
    needsAction: false,
    words: "Renews on 5 March 2026 and every day after that.",
  },
  "active and cancelled": {
    membership: { ...monthly, state: "active", cancelAtPeriodEnd: true },
    plan: "Monthly",
    live: true,
    needsAction: true,
    words: "Yours until 5 March 2026. It will not renew.",
  },
  "active without a date": {
    membership: { ...monthly, state: "active", renewsAt: null },
    plan: "Monthly",
    live: true,
    needsAction: false,
    words: "Your membership is active.",
  },
  "active without a known period": {
    membership: { ...monthly, state: "active", periodDays: null },
    plan: "Monthly",
    live: true,
    needsAction: false,
    words: "Renews on 5 March 2026.",
  },
  "behind with a payment": {
    membership: { ...monthly, state: "past_due" },
    plan: "Monthly",
    live: true,
    needsAction: true,
    words: "The payment due on 5 March 2026 has not gone through. You can watch on while we try again.",
  },
  "behind with a payment, without a date": {
    membership: { ...monthly, state: "past_due", renewsAt: null },
    plan: "Monthly",
    live: true,
    needsAction: true,
    words: "The last payment has not gone through. You can watch on while we try again.",
  },
  cancelled: {
    membership: { ...monthly, state: "cancelled", cancelAtPeriodEnd: true },
    plan: "Monthly",
    live: false,
    needsAction: false,
    words: "Your membership ended on 5 March 2026.",
  },
  "cancelled without a date": {
    membership: { ...monthly, state: "cancelled", renewsAt: null },
    plan: "Monthly",
    live: false,
    needsAction: false,
    words: "Your membership has ended.",
  },
  "expired after a failed payment": {
    membership: { ...monthly, state: "expired" },
    plan: "Monthly",
    live: false,
    needsAction: true,
    words: "Your membership ended because a payment did not go through.",
  },
};

test.each(Object.entries(cases))(
  "R41, R46, R96: %s, a membership says so in words",
  (_, { membership, words, ...rest }) => {
    const { text, values, ...said } = describeMembership(membership);
    expect(said).toEqual(rest);
    expect(t(text, values)).toBe(words);
  },
);

test("R46: a membership that is never charged by itself promises no renewal", () => {
  const { text, values } = describeMembership({ ...monthly, state: "active" }, true);
  expect(t(text, values)).toBe(
    "Open until 5 March 2026. Before then we send you a link, if you want to go on.",
  );
});
