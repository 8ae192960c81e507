import { afterAll, beforeAll, expect, test } from "vitest";
import { noRights, rightsOf } from "#billing";
import { type TestApp, testApp } from "#test/app";
import { type GivenRight, giveRight } from "#test/paywall-states";
import { makeMember } from "#test/people";

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
});
afterAll(() => app.close());

const inSeconds = (seconds: number) => new Date(app.clock.now().getTime() + seconds * 1000);

async function rightsBy(...given: GivenRight[]) {
  const { id } = await makeMember(app);
  for (const right of given) await giveRight(app, id, right);
  return rightsOf(app.database.db, id, app.clock.now());
}

test("R46, R47: only active entitlements count: started, not over, not suspended, not revoked", async () => {
  const membership = { scope: "membership", to: 60 } as const;
  expect(await rightsBy(membership)).toEqual({
    ...noRights,
    membership: true,
    membershipEnds: inSeconds(60),
  });
  for (const dead of [{ from: 1 }, { from: -60, to: 0 }, { suspended: true }, { revoked: true }])
    expect(await rightsBy({ ...membership, ...dead }), JSON.stringify(dead)).toEqual(noRights);
  expect(await rightsOf(app.database.db, "nobody-of-ours", app.clock.now())).toEqual(noRights);
});

test("R47: of several entitlements the longest determines the end, and one without an end has none", async () => {
  const membership = { scope: "membership" } as const;
  const days = await rightsBy(
    { ...membership, to: 60 },
    { ...membership, to: 90 },
    { ...membership, to: 30 },
  );
  expect(days.membershipEnds).toEqual(inSeconds(90));
  const forEver = await rightsBy({ ...membership, to: 60 }, membership, { ...membership, to: 90 });
  expect(forEver).toMatchObject({ membership: true, membershipEnds: null });
  const later = await rightsBy({ ...membership, to: 60 }, { ...membership, from: 60, to: 120 });
  expect(later.membershipEnds, "what has not begun does not count yet").toEqual(inSeconds(60));
});

test("R47: series are listed with their own ends, if they have one", async () => {
  const series = (seriesId: string, to?: number): GivenRight => ({
    scope: "series",
    seriesId,
    ...(to === undefined ? {} : { to }),
  });
  const rights = await rightsBy(
    series("fox"),
    series("salt", 60),
    series("salt", 90),
    series("harbour", 60),
    series("harbour"),
    { ...series("orchard"), source: "grant" },
    { ...series("ferry"), revoked: true },
  );
  expect(rights).toEqual({
    ...noRights,
    series: new Set(["fox", "salt", "harbour", "orchard"]),
    bought: new Set(["fox", "salt", "harbour"]),
    seriesEnds: new Map([["salt", inSeconds(90)]]),
  });
});

test("entitlements are found by one index lookup", async () => {
  const { id } = await makeMember(app);
  const client = await app.database.pool.connect();
  try {
    await client.query("set enable_seqscan = off");
    const { rows } = await client.query<{ "QUERY PLAN": string }>(
      "explain select scope, series_id, valid_to from entitlement where visitor_id = $1 and revoked_at is null",
      [id],
    );
    expect(rows.map((row) => row["QUERY PLAN"]).join("\n")).toContain("entitlement_visitor");
    await client.query("reset enable_seqscan");
  } finally {
    client.release();
  }
});
