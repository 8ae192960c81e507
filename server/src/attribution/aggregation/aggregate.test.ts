import { strFromU8, unzipSync } from "fflate";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { cleanupTask } from "#accounts";
import { startDue } from "#platform/jobs/due";
import { type TestApp, testApp } from "#test/app";
import { type MadeSeries, makeSeries } from "#test/factories";
import { headersOf, makeMember, type Person } from "#test/people";
import { arrive } from "#test/visitors";
import { readReport } from "../funnel/report.ts";
import { noteSteps } from "../steps/note.ts";
import type { StepName } from "../steps/step.ts";
import { aggregateOld } from "./aggregate.ts";
import { attributionTask } from "./task.ts";

let app: TestApp;
let series: MadeSeries;
beforeAll(async () => {
  app = await testApp();
});
afterAll(() => app.close());
beforeEach(async () => {
  app.clock.advance(400 * day);
  series = await makeSeries(app, { episodes: 6 });
});

const day = 86_400;

const note = (person: Pick<Person, "id">, step: StepName, episodeNumber = 0) =>
  noteSteps(app.database.db, [
    { visitorId: person.id, step, seriesId: series.id, episodeNumber, at: app.clock.now() },
  ]);

async function watch(person: Person, upTo: number): Promise<void> {
  await note(person, "first_frame");
  for (let number = 1; number <= upTo; number++) await note(person, "episode", number);
}

const steps = async (person: Pick<Person, "id">) =>
  (await app.database.pool.query("select from funnel_step where visitor_id = $1", [person.id])).rowCount;
const touches = async (person: Pick<Person, "id">) =>
  (await app.database.pool.query("select from touch where visitor_id = $1", [person.id])).rowCount;

async function readRows(from: Date, by: "campaign" | "series" = "campaign") {
  const to = new Date(app.clock.now().getTime() + 1);
  const options = { from, to, by, touch: "last" as const, series: { id: series.id, title: "The Salt Road" } };
  return readReport(app.database.db, { ...options, titleOf: async (id) => id });
}

const today = () => new Date(app.clock.now().toISOString().slice(0, 10));

async function runCleanup(until: () => Promise<boolean>): Promise<void> {
  const cleanup = startDue({ ...app.accounts, upkeep: app.database.upkeep, pollMs: 5 }, [
    cleanupTask(app.accounts),
  ]);
  await expect.poll(until).toBe(true);
  await cleanup.stop();
}

test("R8: a step is stored once, with the touches that led to it by then", async () => {
  const guest = await arrive(app, "/?fbclid=fb1&utm_campaign=Winter");
  await watch(guest, 2);
  const first = app.clock.now();
  app.clock.advance(day);
  await guest.call("GET", `/api/user?landing=${encodeURIComponent("/?ttclid=tt1&utm_campaign=Spring")}`);
  await watch(guest, 3);
  await note(guest, "paywall");
  const { rows } = await app.database.pool.query(
    `select step, episode_number as n, f.campaign as first, l.campaign as last, at from funnel_step
     join channel f on f.id = first_channel join channel l on l.id = last_channel
     where visitor_id = $1 order by at, step, n`,
    [guest.id],
  );
  expect(rows).toEqual([
    { step: "episode", n: 1, first: "Winter", last: "Winter", at: first },
    { step: "episode", n: 2, first: "Winter", last: "Winter", at: first },
    { step: "first_frame", n: 0, first: "Winter", last: "Winter", at: first },
    { step: "episode", n: 3, first: "Winter", last: "Spring", at: app.clock.now() },
    { step: "paywall", n: 0, first: "Winter", last: "Spring", at: app.clock.now() },
  ]);
});

test("R8: steps of deleted visitors are skipped, and those of a guest who signed in are the member's", async () => {
  const member = await makeMember(app);
  const guest = await arrive(app, "/?fbclid=fb1");
  await watch(guest, 1);
  const { id } = guest;
  await guest.call("POST", "/api/user/login", { email: member.email, password: member.password });
  expect(await steps(member)).toBe(2);
  const at = app.clock.now();
  const one = { step: "episode" as const, seriesId: series.id, at };
  await noteSteps(app.database.db, [
    { ...one, visitorId: "nobody", episodeNumber: 2 },
    { ...one, visitorId: id, episodeNumber: 2 },
    { ...one, visitorId: member.id, episodeNumber: 2 },
  ]);
  expect(await steps(member)).toBe(3);
  expect(await steps({ id })).toBe(0);
});

test("R8: the same steps stored by two nodes at once exist once", async () => {
  const people = await Promise.all(Array.from({ length: 8 }, () => arrive(app, "/")));
  const at = app.clock.now();
  const rows = people.flatMap(({ id }) =>
    [1, 2, 3].map((episodeNumber) => ({
      visitorId: id,
      step: "episode" as const,
      seriesId: series.id,
      episodeNumber,
      at,
    })),
  );
  await Promise.all([rows, rows.toReversed(), rows].map((some) => noteSteps(app.database.db, some)));
  expect(await Promise.all(people.map(steps))).toEqual(people.map(() => 3));
});

test("R8: after 90 days only aggregates are left, and the report is unchanged", async () => {
  await aggregateOld(app.attribution);
  const start = today();
  for (const [campaign, depth] of [
    ["Winter", 1],
    ["Winter", 4],
    ["Summer", 6],
  ] as const) {
    const guest = await arrive(app, `/videos/${series.id}?utm_campaign=${campaign}`);
    await watch(guest, depth);
    if (depth > 3) await note(guest, "paywall");
    if (depth > 4) await note(guest, "checkout");
  }
  const late = await arrive(app, "/?utm_campaign=Summer");
  await note(late, "episode", 3);
  const live = await readRows(start);
  const bySeries = await readRows(start, "series");
  expect(
    live.rows.map(({ key, visitors, watched, reached, paywall, checkout }) => [
      key,
      visitors,
      watched,
      reached,
      paywall,
      checkout,
    ]),
  ).toEqual([
    ["Summer", 2, 2, [2, 2, 1, 0], 1, 1],
    ["Winter", 2, 2, [1, 1, 0, 0], 1, 0],
  ]);
  expect(live.retention?.reached.map(({ visitors }) => visitors)).toEqual([3, 2, 2, 2, 1, 1]);
  expect(live.hasForgotten).toBe(false);
  app.clock.advance(89 * day);
  expect(await aggregateOld(app.attribution)).toEqual({ touches: 0, steps: 0 });
  app.clock.advance(2 * day);
  expect(await aggregateOld(app.attribution)).toEqual({ touches: 4, steps: 4 });
  expect(await aggregateOld(app.attribution)).toEqual({ touches: 0, steps: 0 });
  expect([await steps(late), await touches(late)]).toEqual([0, 0]);
  const after = await readRows(start);
  expect(after.rows).toEqual(live.rows);
  expect(after.retention).toEqual(live.retention);
  expect(after.hasForgotten).toBe(true);
  expect((await readRows(start, "series")).rows).toEqual(bySeries.rows);
  const { rows } = await app.database.pool.query("select * from funnel_day limit 1");
  expect(Object.keys(rows[0]).sort()).toEqual([
    "channel",
    "day",
    "measure",
    "model",
    "n",
    "series_id",
    "visitors",
  ]);
});

test("R8: two nodes that aggregate at once count no visitor twice", async () => {
  const start = today();
  for (let guest = 0; guest < 6; guest++) await watch(await arrive(app, "/?utm_campaign=Race"), 2);
  app.clock.advance(91 * day);
  await Promise.all([
    aggregateOld(app.attribution),
    aggregateOld(app.attribution),
    aggregateOld(app.attribution),
  ]);
  const [row] = (await readRows(start)).rows.filter(({ key }) => key === "Race");
  expect(row).toMatchObject({ visitors: 6, watched: 6, reached: [6, 0, 0, 0] });
});

test("R8: daily aggregates are deleted after 13 months", async () => {
  await watch(await arrive(app, "/?utm_campaign=Old"), 1);
  const count = async () =>
    (
      await app.database.pool.query("select from funnel_day where day >= $1", [
        new Date(app.clock.now().getTime() - 500 * day * 1000),
      ])
    ).rowCount;
  app.clock.advance(91 * day);
  await aggregateOld(app.attribution);
  expect(await count()).toBeGreaterThan(0);
  app.clock.advance(310 * day);
  await aggregateOld(app.attribution);
  expect(await count()).toBe(0);
});

test("R8: old visits are aggregated automatically once an hour", async () => {
  const guest = await arrive(app, "/?utm_campaign=Soon");
  app.clock.advance(91 * day);
  const keeping = startDue({ ...app.attribution, upkeep: app.database.upkeep, pollMs: 5 }, [
    attributionTask(app.attribution),
  ]);
  await expect.poll(() => touches(guest)).toBe(0);
  await keeping.stop();
});

test("R39: a guest with nothing but touches is forgotten after two days, and stays counted anonymously", async () => {
  const start = today();
  const guest = await arrive(app, "/?ttclid=tt1&utm_campaign=Passing");
  const watcher = await arrive(app, "/?utm_campaign=Passing");
  await watch(watcher, 2);
  const asked = await arrive(app, "/");
  await asked.call("POST", "/api/user/consent", { ads: false, analytics: false, version: "2026-11-20" });
  const before = (await readRows(start)).rows.find(({ key }) => key === "Passing");
  app.clock.advance(3 * day);
  const gone = async () =>
    (await app.database.pool.query("select from visitor where id = any($1)", [[guest.id, watcher.id]]))
      .rowCount === 0;
  await runCleanup(gone);
  expect([await touches(guest), await touches(asked)]).toEqual([0, 1]);
  expect((await readRows(start)).rows.find(({ key }) => key === "Passing")).toEqual(before);
});

test("R15: the export contains touches, progress, what led to orders, and consents", async () => {
  const member = await makeMember(app, { guest: await arrive(app, "/?fbclid=fb1&utm_campaign=Winter") });
  await watch(member, 1);
  await member.call("POST", "/api/user/consent", { ads: true, analytics: false, version: "2026-11-20" });
  const response = await app.http.inject({
    method: "POST",
    url: "/api/user/export",
    headers: headersOf(member),
    payload: { password: member.password },
  });
  const files = unzipSync(response.rawPayload);
  const file = (name: string) => JSON.parse(strFromU8(files[`${name}.json`] ?? new Uint8Array()));
  expect(file("how-you-came")).toMatchObject([
    { kind: "facebook", value: "fb1", utm: { campaign: "Winter" } },
  ]);
  expect(file("how-far-you-came")).toHaveLength(2);
  expect(file("what-led-to-orders")).toEqual([]);
  expect(file("consents")).toMatchObject([{ ads: true, analytics: false, network: "127.0.0.0/24" }]);
  const readme = strFromU8(files["README.txt"] ?? new Uint8Array());
  for (const name of ["how-you-came", "how-far-you-came", "what-led-to-orders", "consents"])
    expect(readme).toContain(name);
});

test("R15: erasing an account removes all of it", async () => {
  const member = await makeMember(app, { guest: await arrive(app, "/?fbclid=fb1") });
  await watch(member, 1);
  await member.call("POST", "/api/user/consent", { ads: true, analytics: false, version: "2026-11-20" });
  await member.call("POST", "/api/user/delete", { password: member.password });
  app.clock.advance(15 * day);
  const left = async (table: string) =>
    (await app.database.pool.query(`select from ${table} where visitor_id = $1`, [member.id])).rowCount;
  await runCleanup(
    async () =>
      (await app.database.pool.query("select from visitor where id = $1", [member.id])).rowCount === 0,
  );
  for (const table of ["touch", "funnel_step", "consent", "order_touch"])
    expect(await left(table), table).toBe(0);
});
