import { expect, test } from "vitest";
import { entitle, entitlementTo, noRights, type Rights, rightTo } from "#entitlements";

const end = new Date("2026-12-01T00:00:00Z");
const sooner = new Date("2026-11-21T00:00:00Z");
const free = { free: true, series_id: "fox" };
const locked = { free: false, series_id: "fox" };

const withdrawn = { ...locked, withdrawn: true };

const bought = (...ids: string[]): Rights => ({
  ...noRights,
  series: new Set(ids),
  bought: new Set(ids),
});
const member = (ends: Date | null): Rights => ({ ...noRights, membership: true, membershipEnds: ends });
const boughtAndMember: Rights = { ...member(end), series: new Set(["fox"]) };
const givenUntil = (ends: Date): Rights => ({ ...bought("fox"), seriesEnds: new Map([["fox", ends]]) });

test.each<[string, typeof free, Rights, ReturnType<typeof entitlementTo>]>([
  ["a free episode, to anybody", free, noRights, { reason: "free", ends: null }],
  [
    "a free episode, to a member: no end of theirs is its end",
    free,
    member(end),
    { reason: "free", ends: null },
  ],
  ["a free episode of a bought series", free, bought("fox"), { reason: "free", ends: null }],
  ["a locked one without any right", locked, noRights, null],
  ["a locked one to a member", locked, member(end), { reason: "subscription", ends: end }],
  ["a locked one to a member for ever", locked, member(null), { reason: "subscription", ends: null }],
  ["a locked one of a bought series", locked, bought("fox"), { reason: "purchase", ends: null }],
  ["a locked one where another series was bought", locked, bought("harbour", "salt"), null],
  ["a bought one to a member: for good counts", locked, boughtAndMember, { reason: "purchase", ends: null }],
  ["a series given for a time", locked, givenUntil(end), { reason: "purchase", ends: end }],
  [
    "a series given for less than the membership lasts",
    locked,
    { ...givenUntil(sooner), membership: true, membershipEnds: end },
    { reason: "subscription", ends: end },
  ],
  [
    "a series given for longer than the membership lasts",
    locked,
    { ...givenUntil(end), membership: true, membershipEnds: sooner },
    { reason: "purchase", ends: end },
  ],
])("R47: %s", (_title, episode, rights, expected) => {
  expect(entitlementTo(episode, rights)).toEqual(expected);
  expect(entitle(episode, rights)).toBe(expected?.reason ?? null);
  const whole = rightTo(episode.series_id, rights);
  expect(episode.free ? expected?.reason : whole).toEqual(episode.free ? "free" : expected);
});

test.each<[string, Rights, ReturnType<typeof entitlementTo>]>([
  ["closed without a right", noRights, null],
  ["closed to a member", member(null), null],
  ["closed to whom it was given", { ...givenUntil(end), bought: new Set() }, null],
  ["open to whom it was sold", bought("fox"), { reason: "purchase", ends: null }],
  [
    "open to a member who bought it",
    { ...bought("fox"), ...member(end), series: new Set(["fox"]), bought: new Set(["fox"]) },
    { reason: "purchase", ends: null },
  ],
])("C26: of a withdrawn series, free episodes too: %s", (_title, rights, expected) => {
  expect(entitlementTo(withdrawn, rights)).toEqual(expected);
  expect(entitlementTo({ ...withdrawn, free: true }, rights)).toEqual(expected);
});

test("R47: without a viewer's rights the rule for everyone applies", () => {
  expect(entitle(free)).toBe("free");
  expect(entitle(locked)).toBeNull();
});
