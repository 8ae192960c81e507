import type { Releases } from "@cliffhanger/contract";
import { afterAll, beforeAll, expect, test } from "vitest";
import { findPlan, planSeries, releaseTask, setRelease } from "#releases";
import { type TestApp, testApp } from "#test/app";
import { type MadeOperator, makeOperator } from "#test/console";
import { type MadeSeries, makeSeries } from "#test/factories";
import { finishFilm, makeWaitingSeries, momentIn, releaseWhatIsDue } from "#test/releasing";
import { silentLog } from "#test/silent-log";
import { actingOn, unaudited } from "#test/unaudited";

let app: TestApp;
let editor: MadeOperator;
let support: MadeOperator;
let made: MadeSeries;
beforeAll(async () => {
  app = await testApp();
  editor = await makeOperator(app, "editor");
  support = await makeOperator(app, "support");
  made = await makeSeries(app, { episodes: 6, free: 1 });
  const raw = unaudited(app.database.pool);
  await raw.query("update episode set published_at = null, held = true where series_id = $1 and number > 1", [
    made.id,
  ]);
  await raw.query("update episode set asset_id = null where series_id = $1 and number = 5", [made.id]);
});
afterAll(() => app.close());

const releasing = () => ({
  db: app.database.db,
  clock: app.clock,
  log: silentLog,
  signal: new AbortController().signal,
});
const read = async (who = editor): Promise<Releases> =>
  (await who.call("GET", "/releases?from=2026-11-20&to=2026-12-31")).info;
const plan = (more: object) => ({
  kind: "plan",
  seriesId: made.id,
  from: "2026-12-01",
  time: "18:00",
  zone: "Europe/Madrid",
  weekdays: [1, 2, 3, 4, 5],
  perTime: 2,
  ...more,
});
const rows = async (action: string) =>
  (await app.database.pool.query("select * from audit where action = $1 order by id", [action])).rows;

test("C11: two each weekday from a day are shown, planned, moved and cancelled, each with one row in the log", async () => {
  const shown = await editor.call("POST", "/releases", plan({ dryRun: true }));
  expect(
    shown.info.planned.map(({ localAt, numbers }: { localAt: string; numbers: number[] }) => [
      localAt,
      numbers,
    ]),
  ).toEqual([
    ["2026-12-01T18:00", [2, 3]],
    ["2026-12-02T18:00", [4, 5]],
    ["2026-12-03T18:00", [6]],
  ]);
  expect((await read()).drops).toEqual([]);
  expect((await editor.call("POST", "/releases", plan({}))).info).toEqual(shown.info);
  const { drops } = await read();
  expect(drops).toMatchObject([
    { at: "2026-12-01T17:00:00.000Z", state: "planned", lack: null, version: 1 },
    {
      lack: { kind: "film", number: 5 },
      episodes: [
        { number: 4, isReady: true },
        { number: 5, isReady: false },
      ],
    },
    { episodes: [{ number: 6, languages: ["en"] }] },
  ]);
  const [first, , third] = drops;
  const move = (localAt: string, version = 1) =>
    editor.call("POST", "/releases/move", { id: third?.id, version, localAt });
  expect((await move("2026-12-01T12:00")).errors?.[0]?.message).toContain("would come before episode 5");
  expect((await move("2026-12-09T18:00")).code).toBe(200);
  expect(await move("2026-12-10T18:00")).toMatchObject({
    code: 409,
    reason: "changed_meanwhile",
    info: { by: editor.email },
  });
  expect(await editor.call("POST", "/releases/cancel", { id: third?.id, version: 2 })).toMatchObject({
    code: 200,
    info: { done: "cancelled" },
  });
  expect((await read()).drops.map(({ id }) => id)).not.toContain(third?.id);
  const [planned, moved, cancelled] = await Promise.all(
    ["release.plan", "release.move", "release.cancel"].map(rows),
  );
  for (const some of [planned, moved, cancelled])
    expect(some).toMatchObject([{ actor: editor.id, subject_kind: "series", subject_id: made.id }]);
  expect(moved?.[0]).toMatchObject({
    before: { localAt: "2026-12-03T18:00" },
    after: { localAt: "2026-12-09T18:00" },
  });
  expect(moved?.[0].request_id).not.toBeNull();
  expect(first?.takeBackUntil).toBeNull();
});

test("a drop that happened can be taken back for 10 minutes", async () => {
  app.clock.advance((Date.parse("2026-12-01T17:00:30Z") - app.clock.now().getTime()) / 1000);
  editor = await makeOperator(app, "editor");
  support = await makeOperator(app, "support");
  await releaseTask().run(releasing());
  const [done] = (await read()).drops;
  expect(done).toMatchObject({ state: "done", takeBackUntil: "2026-12-01T17:10:30.000Z" });
  expect(
    await editor.call("POST", "/releases/cancel", { id: done?.id, version: done?.version }),
  ).toMatchObject({ code: 200, info: { done: "takenBack" } });
  await app.notified();
  const { data } = (await app.http.inject(`/api/video/episode?seriesId=${made.id}`)).json();
  expect(data.list.map(({ number }: { number: number }) => number)).toEqual([1]);
});

test("G5, C11: a series is held, goes on, loses its plan and gets an episode now, each with one row in the log", async () => {
  const of = `seriesId=${made.id}`;
  const before = (await support.call("GET", `/releases/series?${of}`)).info;
  expect(before).toMatchObject({
    mode: "planned",
    plan: { from: "2026-12-01", time: "18:00", zone: "Europe/Madrid", weekdays: [1, 2, 3, 4, 5], perTime: 2 },
    waiting: [
      { number: 2, isReady: true },
      { number: 3, isReady: true },
      { number: 6, isReady: true },
    ],
    next: 2,
  });
  const hold = (from: string, isHeld: boolean, who = editor) =>
    who.call("POST", "/releases/hold", { seriesId: made.id, from, isHeld });
  expect((await hold("planned", true, support)).reason).toBe("not_permitted");
  expect((await hold("planned", true)).info).toMatchObject({ mode: "held", next: null });
  expect(await hold("planned", true)).toMatchObject({ reason: "changed_meanwhile" });
  expect((await hold("held", false)).info).toMatchObject({ mode: "planned", next: 2 });
  const end = () => editor.call("POST", "/releases/end", { seriesId: made.id });
  expect((await end()).info).toMatchObject({ mode: "at_once", plan: null });
  expect((await end()).errors?.[0]?.message).toContain("no plan that could end");
  const now = (number: number) => editor.call("POST", "/releases/now", { seriesId: made.id, number });
  expect((await now(5)).errors?.[0]?.message).toContain("The film of episode 5 is not ready");
  expect((await now(2)).code).toBe(200);
  await releaseTask().run(releasing());
  const { info } = await editor.call("GET", `/releases/series?${of}`);
  expect(info.drops.at(0)).toMatchObject({ state: "done", episodes: [{ number: 2, isReleased: true }] });
  expect(info.next).toBe(3);
  // Both have the same time, and in one millisecond ids have no order.
  const held = await rows("release.hold");
  expect(held.map(({ before, after }) => `${before.mode} ${after.mode}`).toSorted()).toEqual([
    "held planned",
    "planned held",
  ]);
  expect(await rows("release.now")).toMatchObject([{ actor: editor.id, subject_id: made.id }]);
});

test("support reads the calendar and changes nothing; bad input is named at its field", async () => {
  expect((await read(support)).drops.length).toBeGreaterThan(0);
  expect((await support.call("POST", "/releases", plan({}))).reason).toBe("not_permitted");
  for (const [more, field] of [
    [{ zone: "Madrid" }, "zone"],
    [{ perTime: 11 }, "perTime"],
    [{ time: "25:00" }, "time"],
    [{ from: "2027-02-30" }, "from"],
    [{ weekdays: [] }, "weekdays"],
  ] as const)
    expect((await editor.call("POST", "/releases", plan(more))).errors?.map((one) => one.field)).toEqual([
      field,
    ]);
  expect((await editor.call("GET", "/releases?from=2026-01-01&to=2027-12-31")).code).toBe(400);
  expect((await editor.call("POST", "/releases/cancel", { id: "nothing", version: 1 })).code).toBe(404);
});

test("G5: a drop whose late film followed within 10 minutes is offered to be taken back for as long as it can be", async () => {
  const late = await makeWaitingSeries(app, { waiting: 2, late: [3] });
  await setRelease(actingOn(app), { seriesId: late.id, numbers: [2, 3], moment: momentIn(app, 1) });
  app.clock.advance(3600);
  const owner = await makeOperator(app, "editor");
  await releaseWhatIsDue(app);
  app.clock.advance(8 * 60);
  await finishFilm(app, late, 3);
  await releaseWhatIsDue(app);
  app.clock.advance(4 * 60);
  const { drops } = (await owner.call("GET", `/releases/series?seriesId=${late.id}`)).info;
  const [{ id, version, ...drop }] = drops;
  expect(drop).toMatchObject({ state: "done", takeBackUntil: null });
  const { errors } = await owner.call("POST", "/releases/cancel", { id, version });
  expect(errors?.[0]?.message).toContain("10 minutes");
});

test("C11: a new plan in the console leaves out the days that the one before it leaves out", async () => {
  const { id: seriesId } = await makeWaitingSeries(app, { waiting: 3 });
  const owner = await makeOperator(app, "editor");
  const skip = ["2026-12-24"];
  const before = { timeOfDay: "18:00", zone: "Europe/Madrid", weekdays: null, perTime: 3, skip };
  await planSeries(actingOn(app), { seriesId, startsOn: "2026-12-22", ...before });
  const next = plan({ seriesId, from: "2026-12-22", time: "19:00", weekdays: null });
  expect((await owner.call("POST", "/releases", next)).code).toBe(200);
  expect(await findPlan(app.database.db, seriesId)).toMatchObject({ timeOfDay: "19:00", skip });
  await owner.call("POST", "/releases/end", { seriesId });
  await owner.call("POST", "/releases", next);
  expect(await findPlan(app.database.db, seriesId)).toMatchObject({ active: true, skip: [] });
});

test("C32: a drop that waits for its film is on the page of its series however long ago it was due", async () => {
  const late = await makeWaitingSeries(app, { waiting: 1, late: [2] });
  await setRelease(actingOn(app), { seriesId: late.id, numbers: [2], moment: momentIn(app, 1) });
  const range = `from=${momentIn(app, 0).localAt.slice(0, 10)}&to=${momentIn(app, 24).localAt.slice(0, 10)}`;
  app.clock.advance(91 * 86_400);
  await releaseWhatIsDue(app);
  const owner = await makeOperator(app, "editor");
  const { drops } = (await owner.call("GET", `/releases?${range}&seriesId=${late.id}`)).info;
  expect(drops).toMatchObject([{ state: "blocked", lack: { kind: "film", number: 2 } }]);
  expect((await owner.call("GET", `/releases/series?seriesId=${late.id}`)).info.drops).toEqual(drops);
});
