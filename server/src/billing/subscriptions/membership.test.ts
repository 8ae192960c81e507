import { expect, test } from "vitest";
import { isLive, type MembershipColumns, membershipState } from "./membership.ts";

const end = new Date("2026-12-01T12:00:00Z");
const before = new Date("2026-12-01T11:59:59.999Z");
const after = new Date("2026-12-03T12:00:00Z");
const graceUntil = new Date("2026-12-08T12:00:00Z");
const renewing: MembershipColumns = {
  state: "active",
  period_end: end,
  cancel_at_period_end: false,
  renewal_mode: "auto",
  grace_until: null,
};

const table: [what: string, row: MembershipColumns | undefined, now: Date, state: string][] = [
  ["nobody who never subscribed", undefined, after, "free"],
  ["a trial", { ...renewing, state: "trialing" }, before, "trialing"],
  [
    "a trial that ran out and cannot be charged",
    { ...renewing, state: "trialing", renewal_mode: "manual" },
    end,
    "cancelled",
  ],
  ["a paid period", renewing, before, "active"],
  [
    "a paid period of a membership that was cancelled",
    { ...renewing, cancel_at_period_end: true },
    before,
    "active",
  ],
  ["the very end of a cancelled one", { ...renewing, cancel_at_period_end: true }, end, "cancelled"],
  ["a paid period that does not renew by itself", { ...renewing, renewal_mode: "manual" }, before, "active"],
  ["the very end of one that nobody renewed", { ...renewing, renewal_mode: "manual" }, end, "cancelled"],
  ["the very end while its renewal is under way", { ...renewing, grace_until: graceUntil }, end, "active"],
  ["the end where nobody could see to the renewal", renewing, end, "past_due"],
  [
    "one that was cancelled while its charge was on its way",
    { ...renewing, cancel_at_period_end: true, grace_until: graceUntil },
    end,
    "active",
  ],
  [
    "the same, when nothing is known of the charge after grace",
    { ...renewing, cancel_at_period_end: true, grace_until: graceUntil },
    graceUntil,
    "past_due",
  ],
  [
    "a renewal whose outcome is unknown after grace",
    { ...renewing, grace_until: graceUntil },
    graceUntil,
    "past_due",
  ],
  [
    "a renewal that was refused",
    { ...renewing, state: "past_due", grace_until: graceUntil },
    after,
    "past_due",
  ],
  ["one that ended unpaid", { ...renewing, state: "expired" }, after, "expired"],
  [
    "one that ended as asked for",
    { ...renewing, state: "cancelled", cancel_at_period_end: true },
    after,
    "cancelled",
  ],
  [
    "one that was ended at once, within a paid period",
    { ...renewing, state: "cancelled" },
    before,
    "cancelled",
  ],
];

test.each(table)("R46: %s", (_what, row, now, state) => {
  expect(membershipState(row, now)).toBe(state);
});

test("R46: trialing, active and past due are live; all others are not", () => {
  const states = ["free", "trialing", "active", "past_due", "cancelled", "expired"] as const;
  expect(states.filter(isLive)).toEqual(["trialing", "active", "past_due"]);
});
