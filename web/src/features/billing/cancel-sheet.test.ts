import { expect, test } from "vitest";
import { createI18n, translator } from "../../lib/messages.ts";
import money from "../../messages/en/money.json";
import { whatEnds } from "./cancel-sheet.tsx";

const t = translator(createI18n("en", money));
const renewsAt = "2026-12-23T10:00:00.000Z";
const inGrace = "2026-12-30T10:00:00.000Z";

test("R75, case 137: a cancellation in time keeps every episode open until the end of the paid days, and can be undone", () => {
  expect(whatEnds({ state: "active", renewsAt, accessUntil: renewsAt }, t)).toEqual([
    "Every episode stays open to you until 23 December 2026.",
    "It does not renew, and nothing more is charged.",
    "Series that you unlocked stay yours.",
    "Until then you can take it back with one tap.",
  ]);
});

test.each(["past_due", "active"] as const)(
  "R75, case 47: while the renewal of a membership that is %s is unpaid, a cancellation promises no days that end with it",
  (state) => {
    expect(whatEnds({ state, renewsAt, accessUntil: inGrace }, t)).toEqual([
      "It ends at once, and what is due need not be paid.",
      "Series that you unlocked stay yours.",
    ]);
  },
);
