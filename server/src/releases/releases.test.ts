import { setTimeout as pause } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { publishSeries, saveEpisode, withdrawEpisodes } from "#catalogue";
import { asSystem } from "#platform/db/audit";
import { openDatabase } from "#platform/db/database";
import { newId } from "#platform/ids";
import { sayIn } from "#platform/said";
import { secondNode, type TestApp, testApp } from "#test/app";
import type { MadeSeries } from "#test/factories";
import {
  auditOf,
  finishFilm,
  makeWaitingSeries,
  momentIn,
  numbersOn,
  releasedTogether,
  releaseWhatIsDue,
  releasing,
} from "#test/releasing";
import { silentLog } from "#test/silent-log";
import { actingOn, unaudited } from "#test/unaudited";
import { cancelDrop, holdReleases, moveDrop, planSeries, releaseNow, setRelease } from "./change.ts";
import { sayLate } from "./describe.ts";
import { releaseTask } from "./release.ts";
import { findDrop, listOpenDrops } from "./repository.ts";

let app: TestApp;
let other: Awaited<ReturnType<typeof secondNode>>;
beforeAll(async () => {
  app = await testApp();
  other = await secondNode(app);
});
afterAll(async () => {
  await other.stop();
  await app.close();
});

const HOUR_S = 3600;

/** Returns what doctor says of late drops. */
async function lateNow(): Promise<string[]> {
  return (await sayLate(app.database.db)).map((say) => sayIn("en", say));
}

const daily = {
  startsOn: "2026-11-01",
  timeOfDay: "18:00",
  zone: "Europe/Madrid",
  weekdays: null,
  perTime: 1,
};
const inHours = (hours: number) => momentIn(app, hours);
const context = () => releasing(app);
const tick = () => releaseWhatIsDue(app);
const makeWaiting = (wanted?: Parameters<typeof makeWaitingSeries>[1]) => makeWaitingSeries(app, wanted);
const finish = (made: MadeSeries, number: number) => finishFilm(app, made, number);
const visible = (id: string) => numbersOn(app, id);
const events = (id: string) => releasedTogether(app, id);
const audit = (action: string, id: string) => auditOf(app, action, id);

test("G1, G2: a planned episode is in no answer before its time, and on both nodes within 5 seconds after it", async () => {
  const made = await makeWaiting();
  const [, second] = made.episodes;
  await setRelease(actingOn(app), { seriesId: made.id, numbers: [2, 3], moment: inHours(2) });
  await tick();
  const urls = [
    `/api/video/episode?seriesId=${made.id}`,
    `/api/video?id=${made.id}`,
    "/api/homepage",
    "/api/homepage/query?tag=all",
    "/sitemaps/series-1.xml",
  ];
  const tags = async () =>
    Promise.all(urls.slice(2, 4).map(async (url) => (await other.http.inject(url)).headers["etag"]));
  for (const url of urls) expect((await app.http.inject(url)).body).not.toContain(second?.id);
  const refused = (await app.http.inject(`/api/video/episode?id=${second?.id}`)).json();
  expect(refused.code).toBe(404);
  const before = await tags();
  app.clock.advance(2 * HOUR_S - 1);
  await tick();
  expect(await visible(made.id)).toEqual([1]);
  app.clock.advance(61);
  await releaseTask().run(context());
  const began = Date.now();
  for (const node of [app, other])
    await expect.poll(() => numbersOn(node, made.id), { timeout: 5000, interval: 20 }).toEqual([1, 2, 3]);
  expect(Date.now() - began).toBeLessThan(5000);
  const after = await tags();
  for (const [place, tag] of before.entries()) expect(after[place]).not.toBe(tag);
  expect(before.every((tag) => tag !== undefined)).toBe(true);
  expect(await events(made.id)).toEqual([[2, 3]]);
  // Background work: the drop's row in the log is that of the operator who made it.
  expect(await audit("release.plan", made.id)).toMatchObject([
    { actor_kind: "command", subject_kind: "series" },
  ]);
});

test("G3: a release whose connections are cut 20 times happens once", async () => {
  const node = await openDatabase({
    databaseUrl: app.database.url,
    dataDir: "",
    mode: "own",
    holder: "npm test",
    log: silentLog,
  });
  node.pool.on("error", () => undefined);
  let cuts = 0;
  for (let round = 0; round < 20; round++) {
    const made = await makeWaiting({ waiting: 1 });
    await setRelease(actingOn(app), { seriesId: made.id, numbers: [2], moment: inHours(1) });
    app.clock.advance(HOUR_S + 60);
    const { rows } = await node.pool.query("select pg_backend_pid() as pid");
    const running = releaseTask()
      .run({ ...context(), db: node.db })
      .catch(() => {
        cuts += 1;
      });
    await pause(round / 2);
    await app.database.pool.query("select pg_terminate_backend($1)", [rows[0].pid]);
    await running;
    // Two nodes go on at the same moment.
    await Promise.all([releaseTask().run(context()), releaseTask().run(context())]);
    expect(await visible(made.id)).toEqual([1, 2]);
    expect(await events(made.id)).toEqual([[2]]);
  }
  await node.close();
  expect(cuts).toBeGreaterThan(0);
});

test("C32, G5: of a drop with one film that is not ready, the episodes before it go; it and those after it wait, and that is said", async () => {
  const made = await makeWaiting({ waiting: 4, late: [3] });
  await setRelease(actingOn(app), { seriesId: made.id, numbers: [2, 3, 4], moment: inHours(1) });
  await setRelease(actingOn(app), { seriesId: made.id, numbers: [5], moment: inHours(2) });
  app.clock.advance(2 * HOUR_S + 60);
  await tick();
  expect(await visible(made.id)).toEqual([1, 2]);
  const late = (await lateNow()).filter((line) => line.includes("episode"));
  expect(late.join("\n")).toMatch(
    /episode 3, 4, .*The film of episode 3 is not ready\.\n.*episode 5, .*Episode 3 is not/,
  );
  await finish(made, 3);
  await app.notified();
  await tick();
  expect(await visible(made.id)).toEqual([1, 2, 3, 4, 5]);
  expect(await events(made.id)).toEqual([[2], [3, 4, 5]]);
  expect(await lateNow()).toEqual([]);
});

test("G6: a series whose first episode has a time has a page and is in the section of what comes, and in no search", async () => {
  const made = await makeWaiting({ released: 0, waiting: 12 });
  await unaudited(app.database.pool).query(
    `insert into section values ('soon', 'row', '{"en":"Soon"}', '{"type":"coming"}', 20, 99)`,
  );
  await setRelease(actingOn(app), { seriesId: made.id, numbers: [1], moment: inHours(24) });
  await planSeries(actingOn(app), { seriesId: made.id, ...daily, timeOfDay: "09:00" });
  await app.notified();
  const { info } = (await app.http.inject(`/api/video?id=${made.id}`)).json();
  expect(info).toMatchObject({ episodeCount: 0, nextReleaseAt: info.upcoming[0].at });
  expect(info.upcoming.map(({ number }: { number: number }) => number)).toEqual([
    1, 2, 3, 4, 5, 6, 7, 8, 9, 10,
  ]);
  expect((await app.http.inject(`/api/video/episode?seriesId=${made.id}`)).json().data.list).toEqual([]);
  const [section] = (await app.http.inject("/api/homepage"))
    .json()
    .info.sections.filter(({ id }: { id: string }) => id === "soon");
  expect(section.list).toMatchObject([{ id: made.id, nextReleaseAt: info.nextReleaseAt, badge: null }]);
  const listed = async (query: string) =>
    (await app.http.inject(`/api/homepage/query?${query}&pageSize=100`))
      .json()
      .data.list.map(({ id }: { id: string }) => id);
  expect(await listed("section=soon")).toEqual([made.id]);
  for (const query of ["tag=all", "keyword=salt"]) expect(await listed(query)).not.toContain(made.id);
  expect((await app.http.inject("/sitemaps/series-1.xml")).body).not.toContain(made.id);
  app.clock.advance(24 * HOUR_S + 60);
  await tick();
  expect(await listed("section=soon")).toEqual([]);
  expect(await listed("tag=all")).toContain(made.id);
});

test("G5, G6: the page of a series whose first episode is late at its time stays, without a time, until it is cancelled", async () => {
  const made = await makeWaiting({ released: 0, waiting: 2, late: [1] });
  const premiere = async () => {
    await setRelease(actingOn(app), { seriesId: made.id, numbers: [1], moment: inHours(1) });
    app.clock.advance(HOUR_S + 60);
    await tick();
    const [drop] = await listOpenDrops(app.database.db, made.id);
    return { id: drop?.id ?? "", version: drop?.version ?? 0 };
  };
  const page = async () => (await app.http.inject(`/api/video?id=${made.id}`)).json();
  const first = await premiere();
  expect(await page()).toMatchObject({
    code: 200,
    info: { id: made.id, episodeCount: 0, nextReleaseAt: null, upcoming: [] },
  });
  for (const url of ["/api/homepage/query?tag=all&pageSize=100", "/sitemaps/series-1.xml"])
    expect((await app.http.inject(url)).body).not.toContain(made.id);
  await cancelDrop(actingOn(app), first);
  await app.notified();
  expect((await page()).code).toBe(404);
  await premiere();
  await finish(made, 1);
  await tick();
  expect(await visible(made.id)).toEqual([1]);
  expect((await page()).info).toMatchObject({ episodeCount: 1 });
});

test("a series is marked as new for 48 hours after a release", async () => {
  const made = await makeWaiting({ waiting: 1 });
  app.clock.advance(15 * 24 * HOUR_S);
  await setRelease(actingOn(app), { seriesId: made.id, numbers: [2], moment: inHours(1) });
  const card = async (pageSize: number) => {
    const { list } = (await app.http.inject(`/api/homepage/query?tag=all&pageSize=${pageSize}`)).json().data;
    return list.find(({ id }: { id: string }) => id === made.id);
  };
  expect(await card(60)).toMatchObject({ badge: null, nextReleaseAt: inHours(1).at.toISOString() });
  app.clock.advance(HOUR_S + 60);
  await tick();
  expect(await card(60)).toMatchObject({ badge: "new", nextReleaseAt: null, episodeCount: 2 });
  app.clock.advance(48 * HOUR_S);
  expect(await card(61)).toMatchObject({ badge: null });
});

test("C26: a drop of a draft waits until it is published, and publishing shows nothing that has a time", async () => {
  const made = await makeWaiting({ released: 0, waiting: 3 });
  const { id: seriesId } = made;
  await unaudited(app.database.pool).query("update series set state = 'draft' where id = $1", [seriesId]);
  for (const [number, hours] of [
    [1, 1],
    [2, 48],
  ] as const)
    await setRelease(actingOn(app), { seriesId, numbers: [number], moment: inHours(hours) });
  app.clock.advance(HOUR_S + 60);
  await tick();
  expect(await visible(seriesId)).toEqual([]);
  expect((await lateNow()).join()).toContain("not live");
  await publishSeries(actingOn(app), { id: seriesId, version: 1 }, async () => undefined);
  await app.notified();
  expect(await visible(seriesId)).toEqual([]);
  await tick();
  expect(await visible(seriesId)).toEqual([1]);
  app.clock.advance(48 * HOUR_S);
  await tick();
  expect(await visible(seriesId)).toEqual([1, 2]);
});

test("an episode that is encoded after its time does not overtake the one before it", async () => {
  const made = await makeWaiting({ waiting: 2, late: [2, 3] });
  await setRelease(actingOn(app), { seriesId: made.id, numbers: [2, 3], moment: inHours(1) });
  app.clock.advance(HOUR_S + 60);
  await tick();
  await finish(made, 3);
  await tick();
  expect(await visible(made.id)).toEqual([1]);
  await finish(made, 2);
  await tick();
  expect(await visible(made.id)).toEqual([1, 2, 3]);
});

test("a plan gives each episode a time, and one that comes later too; the film alone does not show it", async () => {
  const made = await makeWaiting({ waiting: 3 });
  const planned = await planSeries(actingOn(app), { seriesId: made.id, ...daily, perTime: 2 });
  expect(planned.map(({ numbers }) => numbers)).toEqual([[2, 3], [4]]);
  const id = await asSystem(app.database.db, "ingest", (trx) =>
    saveEpisode(trx, app.clock, { seriesId: made.id, number: 5, title: {} }),
  );
  await finish({ ...made, episodes: [...made.episodes, { id, assetId: newId(app.clock.now()) }] }, 5);
  await app.notified();
  expect(await visible(made.id)).toEqual([1]);
  await tick();
  const open = await listOpenDrops(app.database.db, made.id);
  expect(
    open.map(({ localAt, episodes }) => [localAt.slice(11), episodes.map(({ number }) => number)]),
  ).toEqual([
    ["18:00", [2, 3]],
    ["18:00", [4]],
    ["18:00", [5]],
  ]);
  expect(await audit("release.plan", made.id)).toMatchObject([
    { after: { plan: { perTime: 2, zone: "Europe/Madrid" } } },
  ]);
});

test("a released episode whose film is removed does not hold up new ones", async () => {
  const made = await makeWaiting({ waiting: 2 });
  await setRelease(actingOn(app), { seriesId: made.id, numbers: [2], moment: inHours(1) });
  app.clock.advance(HOUR_S + 60);
  await tick();
  await asSystem(app.database.db, "restore", (trx) =>
    withdrawEpisodes(trx, app.clock, made.id, [made.episodes[1]?.id ?? ""]),
  );
  await unaudited(app.database.pool).query("update episode set held = false where series_id = $1", [made.id]);
  await finish(made, 3);
  await app.notified();
  expect(await visible(made.id)).toEqual([1, 3]);
});

test("times are kept in order, and a series on hold waits; what became due then comes at once", async () => {
  const made = await makeWaiting({ waiting: 3 });
  const seriesId = made.id;
  const set = (numbers: number[], hours: number) =>
    setRelease(actingOn(app), { seriesId, numbers, moment: inHours(hours) });
  await expect(set([3], 5)).rejects.toThrow("Give episode 2 a time first.");
  await expect(set([1], 5)).rejects.toThrow("released already");
  await expect(set([9], 5)).rejects.toThrow("There is no episode 9");
  await set([2], 5);
  await set([3], 6);
  await expect(set([3], 4)).rejects.toThrow("Episode 3 would come before episode 2");
  const [drop] = await listOpenDrops(app.database.db, seriesId);
  const change = { id: drop?.id ?? "", version: 1 };
  await expect(moveDrop(actingOn(app), { ...change, localAt: inHours(7).localAt })).rejects.toThrow(
    "would come before",
  );
  await moveDrop(actingOn(app), { ...change, localAt: inHours(2).localAt });
  expect(await findDrop(app.database.db, change.id)).toMatchObject({
    version: 2,
    localAt: inHours(2).localAt,
  });
  await holdReleases(actingOn(app), { seriesId, isHeld: true });
  app.clock.advance(3 * HOUR_S);
  await tick();
  expect(await visible(seriesId)).toEqual([1]);
  expect((await lateNow()).join()).toContain("on hold");
  await holdReleases(actingOn(app), { seriesId, isHeld: false });
  await tick();
  expect(await visible(seriesId)).toEqual([1, 2]);
  await releaseNow(actingOn(app), { seriesId, number: 3 });
  await tick();
  expect(await visible(seriesId)).toEqual([1, 2, 3]);
  expect((await listOpenDrops(app.database.db, seriesId)).length).toBe(0);
});

test("an episode waits for one drop at most, and a change without a row in the audit log is refused", async () => {
  const made = await makeWaiting({ waiting: 1 });
  await setRelease(actingOn(app), { seriesId: made.id, numbers: [2], moment: inHours(1) });
  const [drop] = await listOpenDrops(app.database.db, made.id);
  const twice =
    "insert into release_drop_episode select $1, episode_id from release_drop_episode where drop_id = $2";
  const copy = `insert into release_drop (id, series_id, local_at, zone, at, changed_at)
    select 'copy', series_id, local_at, zone, at, changed_at from release_drop where id = $1`;
  const raw = unaudited(app.database.pool);
  await raw.query(copy, [drop?.id]);
  await expect(raw.query(twice, ["copy", drop?.id])).rejects.toThrow("release_drop_episode_open");
  await expect(app.database.pool.query("update release_drop set zone = 'UTC'")).rejects.toThrow("audit log");
  await expect(app.database.pool.query("delete from release_plan")).rejects.toThrow("audit log");
});
