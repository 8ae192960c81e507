import { HistoryPage, type Series } from "@cliffhanger/contract";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { type TestApp, testApp } from "#test/app";
import { type MadeSeries, makeSeries } from "#test/factories";
import { headersOf, makeGuest, makeMember, type Person } from "#test/people";
import { unaudited } from "#test/unaudited";
import { timeLimit } from "../../../../tools/time-limit.ts";

vi.setConfig({ testTimeout: timeLimit(60) });

let app: TestApp;
let salt: MadeSeries;
let fox: MadeSeries;

beforeAll(async () => {
  app = await testApp();
  salt = await makeSeries(app, { title: { en: "The Salt Road", fr: "La route du sel" } });
  fox = await makeSeries(app, { title: { en: "Foxes" } });
});
afterAll(() => app.close());

const episode = (series: MadeSeries, number: number) => series.episodes[number - 1]?.id ?? "";

/** Sends a report a minute after the last one and checks the response code. */
async function watch(person: Person, series: MadeSeries, number: number, position: number) {
  app.clock.advance(60);
  const answer = await person.call("POST", "/api/user/history", {
    episodeId: episode(series, number),
    position,
  });
  expect(answer).toMatchObject({ status: 200, code: 200, info: {} });
}

async function history(person: Person, query = "", language = "en") {
  const answer = await app.http.inject({
    url: `/api/user/history${query}`,
    headers: { ...headersOf(person), "accept-language": language },
  });
  expect(answer.headers["cache-control"]).toBe("private, no-store");
  return HistoryPage.parse(answer.json().data);
}

const readHistoryOf = async (person: Person) =>
  (await history(person)).list.map((entry) => [entry.series.id, entry.episode.number, entry.position]);

test("R21, R66, R67: a history has one row per series with the episode watched last, newest first", async () => {
  const guest = await makeGuest(app);
  expect(await history(guest)).toEqual({ list: [], total: 0, page: 1, pageSize: 20, hasMore: false });
  await watch(guest, salt, 1, 5);
  await watch(guest, fox, 2, 7);
  await watch(guest, salt, 2, 4.5);
  const { list, total } = await history(guest);
  expect(total).toBe(2);
  expect(list).toMatchObject([
    {
      series: {
        id: salt.id,
        title: "The Salt Road",
        progress: { episodeId: episode(salt, 2), number: 2, position: 4.5, duration: 18 },
      },
      episode: { id: episode(salt, 2), number: 2, title: "Part 2" },
      position: 4.5,
      duration: 18,
      done: false,
      watchedAt: app.clock.now().toISOString(),
    },
    { series: { id: fox.id }, episode: { number: 2 }, position: 7 },
  ]);
  expect((await history(guest, "", "fr")).list[0]?.series.title).toBe("La route du sel");
});

test("R66: a history is paged", async () => {
  const guest = await makeGuest(app);
  await watch(guest, salt, 1, 5);
  await watch(guest, fox, 1, 5);
  expect(await history(guest, "?pageSize=1")).toMatchObject({
    list: [{ series: { id: fox.id } }],
    total: 2,
    hasMore: true,
  });
  expect(await history(guest, "?page=2&pageSize=1")).toMatchObject({
    list: [{ series: { id: salt.id } }],
    hasMore: false,
  });
  expect(await history(guest, "?page=9&pageSize=1")).toMatchObject({ list: [], total: 2, hasMore: false });
});

test("R67: of an episode the newest report counts, whatever their order of arrival", async () => {
  const guest = await makeGuest(app);
  app.clock.advance(3600);
  const ago = (seconds: number) => new Date(app.clock.now().getTime() - seconds * 1000).toISOString();
  const episodeId = episode(salt, 1);
  await guest.call("POST", "/api/user/history", {
    list: [
      { episodeId, position: 9, at: ago(10) },
      { episodeId, position: 12, at: ago(5) },
      { episodeId, position: 3, at: ago(600) },
    ],
  });
  expect(await readHistoryOf(guest)).toEqual([[salt.id, 1, 12]]);
  const late = await guest.call("POST", "/api/user/history", { episodeId, position: 1, at: ago(60) });
  expect(late.code).toBe(200);
  expect(await readHistoryOf(guest)).toEqual([[salt.id, 1, 12]]);
  await guest.call("POST", "/api/user/history", { episodeId: episode(salt, 2), position: 2, at: ago(7) });
  expect(await readHistoryOf(guest)).toEqual([[salt.id, 1, 12]]);
  const rewound = await guest.call("POST", "/api/user/history", { episodeId, position: 4, at: ago(2) });
  expect(rewound.code).toBe(200);
  expect(await readHistoryOf(guest)).toEqual([[salt.id, 1, 4]]);
});

test("R67: a report without a time, or from the future, counts as of now", async () => {
  const guest = await makeGuest(app);
  const { list: before } = await history(guest);
  expect(before).toEqual([]);
  await guest.call("POST", "/api/user/history", {
    episodeId: episode(fox, 1),
    position: 8,
    at: "2999-01-01T00:00:00Z",
  });
  expect((await history(guest)).list[0]?.watchedAt).toBe(app.clock.now().toISOString());
  await watch(guest, fox, 1, 9);
  expect(await readHistoryOf(guest)).toEqual([[fox.id, 1, 9]]);
});

test("R67: unknown and unpublished episodes of a batch are skipped, and the rest counts", async () => {
  const guest = await makeGuest(app);
  const hidden = await makeSeries(app);
  await unaudited(app.database.pool).query("update series set published_at = null where id = $1", [
    hidden.id,
  ]);
  const answer = await guest.call("POST", "/api/user/history", {
    list: [
      { episodeId: "nothing", position: 4 },
      { episodeId: episode(hidden, 1), position: 4 },
      { episodeId: episode(fox, 3), position: 4 },
    ],
  });
  expect(answer.code).toBe(200);
  expect(await readHistoryOf(guest)).toEqual([[fox.id, 3, 4]]);
});

test("R22: a position is never past the end, and an episode near its end is finished", async () => {
  const guest = await makeGuest(app);
  const report = async (body: object) => {
    app.clock.advance(1);
    await guest.call("POST", "/api/user/history", { episodeId: episode(fox, 1), ...body });
    const [entry] = (await history(guest)).list;
    return [entry?.position, entry?.duration, entry?.done];
  };
  expect(await report({ position: 500 })).toEqual([18, 18, true]);
  expect(await report({ position: 14.9 })).toEqual([14.9, 18, false]);
  expect(await report({ position: 15 })).toEqual([15, 18, true]);
  expect(await report({ position: 2, done: true })).toEqual([2, 18, true]);
  expect(await report({ position: 190, duration: 200 })).toEqual([190, 200, true]);
  expect(await report({ position: 189, duration: 200 })).toEqual([189, 200, false]);
  expect(await report({ position: 1, duration: 2 })).toEqual([1, 2, true]);
  expect(await report({ position: 0.9, duration: 2 })).toEqual([0.9, 2, false]);
  expect(await report({ position: 4, duration: 0 })).toEqual([4, 18, false]);
});

test("R22: removing a series removes its progress, and late reports do not bring it back", async () => {
  const guest = await makeGuest(app);
  await watch(guest, salt, 1, 5);
  await watch(guest, fox, 1, 5);
  const before = new Date(app.clock.now().getTime() + 1000).toISOString();
  app.clock.advance(60);
  for (let twice = 0; twice < 2; twice++) {
    const answer = await guest.call("DELETE", "/api/user/history", { seriesId: salt.id });
    expect(answer).toMatchObject({ status: 200, code: 200, info: {} });
  }
  expect(await readHistoryOf(guest)).toEqual([[fox.id, 1, 5]]);
  app.clock.advance(60);
  await guest.call("POST", "/api/user/history", { episodeId: episode(salt, 2), position: 9, at: before });
  expect(await readHistoryOf(guest)).toEqual([[fox.id, 1, 5]]);
  const { info } = await guest.call("GET", `/api/video?id=${salt.id}`);
  expect(info).toMatchObject({ progress: null });
  await watch(guest, salt, 2, 3);
  expect(await readHistoryOf(guest)).toEqual([
    [salt.id, 2, 3],
    [fox.id, 1, 5],
  ]);
});

test("R22: the whole history is removed at once, and late reports bring nothing back", async () => {
  const guest = await makeGuest(app);
  await watch(guest, salt, 1, 5);
  const before = app.clock.now().toISOString();
  await watch(guest, fox, 1, 5);
  app.clock.advance(60);
  expect((await guest.call("DELETE", "/api/user/history", { all: true })).code).toBe(200);
  expect(await readHistoryOf(guest)).toEqual([]);
  for (const series of [salt, fox])
    await guest.call("POST", "/api/user/history", { episodeId: episode(series, 3), position: 9, at: before });
  expect(await readHistoryOf(guest)).toEqual([]);
  await watch(guest, salt, 1, 6);
  expect(await readHistoryOf(guest)).toEqual([[salt.id, 1, 6]]);
  // Clients that send no body with a DELETE name it in the query.
  app.clock.advance(60);
  expect((await guest.call("DELETE", "/api/user/history?all=true")).code).toBe(200);
  expect(await readHistoryOf(guest)).toEqual([]);
});

test("R66: what can no longer be watched is hidden from the history, and returns with its series", async () => {
  const guest = await makeGuest(app);
  const gone = await makeSeries(app);
  await watch(guest, salt, 1, 5);
  await watch(guest, gone, 1, 5);
  const { pool } = app.database;
  await unaudited(pool).query("update series set published_at = null where id = $1", [gone.id]);
  expect(await history(guest)).toMatchObject({ list: [{ series: { id: salt.id } }], total: 1 });
  await unaudited(pool).query("update series set published_at = $2 where id = $1", [
    gone.id,
    app.clock.now(),
  ]);
  expect((await history(guest)).total).toBe(2);
  await unaudited(pool).query("update episode set published_at = null where id = $1", [episode(gone, 1)]);
  expect(await history(guest)).toMatchObject({ list: [{ series: { id: salt.id } }], total: 1 });
});

test("R21, R66: a series whose last watched episode was taken back continues at the one watched before it", async () => {
  const guest = await makeGuest(app);
  const dropped = await makeSeries(app);
  const seriesOf = async () => (await guest.call<Series>("GET", `/api/video?id=${dropped.id}`)).info;
  for (const number of [2, 1, 3]) await watch(guest, dropped, number, 5 + number);
  const release = async (at: Date | null) => {
    const { pool } = app.database;
    await unaudited(pool).query("update episode set published_at = $2 where id = $1", [
      episode(dropped, 3),
      at,
    ]);
    await pool.query("select pg_notify('catalogue_changed', '')");
    await app.notified();
  };
  await release(null);
  expect(await readHistoryOf(guest)).toEqual([[dropped.id, 1, 6]]);
  expect((await seriesOf()).progress).toMatchObject({
    episodeId: episode(dropped, 1),
    number: 1,
    position: 6,
  });
  await release(app.clock.now());
  expect(await readHistoryOf(guest)).toEqual([[dropped.id, 3, 8]]);
  expect((await seriesOf()).progress).toMatchObject({ number: 3, position: 8 });
  await release(null);
  await guest.call("DELETE", "/api/user/history", { seriesId: dropped.id });
  expect(await readHistoryOf(guest)).toEqual([]);
  expect((await seriesOf()).progress).toBeNull();
});

test("R22: after a finished episode the next one that is there is named, over a gap, and none after the last", async () => {
  const guest = await makeGuest(app);
  const gapped = await makeSeries(app, { episodes: 5 });
  const nextOf = async () => (await history(guest)).list.map(({ episode, next }) => [episode.number, next]);
  await watch(guest, gapped, 1, 5);
  expect(await nextOf()).toEqual([[1, 2]]);
  await unaudited(app.database.pool).query("update episode set published_at = null where id = $1", [
    episode(gapped, 2),
  ]);
  expect(await nextOf()).toEqual([[1, 3]]);
  await watch(guest, gapped, 4, 5);
  expect(await nextOf(), "four episodes are there, and this is number four").toEqual([[4, 5]]);
  await watch(guest, gapped, 5, 5);
  expect(await nextOf()).toEqual([[5, null]]);
});

test("R39, T10: no caller sees or changes another's history", async () => {
  const [one, other] = [await makeGuest(app, { by: "header" }), await makeMember(app)];
  await watch(one, salt, 1, 5);
  await watch(other, fox, 1, 6);
  expect(await readHistoryOf(one)).toEqual([[salt.id, 1, 5]]);
  expect(await readHistoryOf(other)).toEqual([[fox.id, 1, 6]]);
  app.clock.advance(1);
  await one.call("DELETE", "/api/user/history", { all: true });
  expect(await readHistoryOf(other)).toEqual([[fox.id, 1, 6]]);
});

test("without a session the history is code 401, for reading, writing and removing", async () => {
  const nobody = { headers: { "content-type": "application/json" } };
  const answers = await Promise.all([
    app.http.inject({ url: "/api/user/history" }),
    app.http.inject({
      ...nobody,
      method: "POST",
      url: "/api/user/history",
      payload: { episodeId: "x", position: 1 },
    }),
    app.http.inject({ ...nobody, method: "DELETE", url: "/api/user/history", payload: { all: true } }),
  ]);
  for (const answer of answers) expect([answer.statusCode, answer.json().code]).toEqual([200, 401]);
});

test("T24, T13: invalid reports are HTTP 400 and save nothing", async () => {
  const guest = await makeGuest(app);
  const good = { episodeId: episode(salt, 1), position: 4 };
  const invalid: unknown[] = [
    {},
    null,
    [],
    { list: [] },
    { list: Array.from({ length: 101 }, () => good) },
    { list: [good, { ...good, position: -1 }] },
    { ...good, episodeId: "a\u0000b" },
    { ...good, episodeId: "x".repeat(33) },
    { ...good, episodeId: { $ne: "" } },
    { ...good, position: "4" },
    { ...good, position: 86_401 },
    { ...good, position: null },
    { ...good, duration: -1 },
    { ...good, at: "yesterday" },
    { ...good, at: "2026-13-01T00:00:00Z" },
    { ...good, at: 5 },
    { ...good, done: "yes" },
  ];
  for (const body of invalid) {
    const answer = await guest.call("POST", "/api/user/history", body);
    expect([answer.status, answer.code], JSON.stringify(body).slice(0, 80)).toEqual([400, 400]);
  }
  for (const body of [{}, { all: false }, { seriesId: "\u0000" }, { seriesId: 4 }]) {
    const answer = await guest.call("DELETE", "/api/user/history", body);
    expect(answer.status, JSON.stringify(body)).toBe(400);
  }
  const raw = await app.http.inject({
    method: "POST",
    url: "/api/user/history",
    headers: { ...headersOf(guest), "content-type": "application/json" },
    payload: '{"episodeId":"x","position":1e999}',
  });
  expect(raw.statusCode).toBe(400);
  expect(await readHistoryOf(guest)).toEqual([]);
});

test("T24: unusual but valid times are accepted: in the year 0001, with nine fractional digits", async () => {
  const guest = await makeGuest(app);
  for (const at of ["0001-01-01T00:00:00Z", "2026-11-20T12:00:00.123456789Z"]) {
    const answer = await guest.call("POST", "/api/user/history", {
      episodeId: episode(salt, 1),
      position: 4,
      at,
    });
    expect(answer.code, at).toBe(200);
  }
  expect(await readHistoryOf(guest)).toHaveLength(1);
});

test("T24: times too small for the column count as zero", async () => {
  const guest = await makeGuest(app);
  for (const tiny of [5e-324, 1e-46]) {
    const report = { episodeId: episode(salt, 1), position: tiny, duration: tiny };
    const answer = await guest.call("POST", "/api/user/history", report);
    expect([answer.status, answer.code], String(tiny)).toEqual([200, 200]);
  }
  expect(await readHistoryOf(guest)).toEqual([[salt.id, 1, 0]]);
});

test("T13: a history holds a thousand series, and the least recently watched are removed with their progress", async () => {
  const guest = await makeGuest(app);
  const { pool } = app.database;
  const { rows } = await unaudited(pool).query<{ id: string; episode: string }>(
    `with many as (
       insert into series (id, source_key, title, free_episode_count, poster, published_at, created_at, updated_at)
       select 'many-' || n, 'many-' || n, '{"en": "Many"}', 1, poster, published_at, created_at, updated_at
       from series, generate_series(1, 1050) as n where id = $1 returning id)
     , parts as (
       insert into episode (id, series_id, number, asset_id, duration, published_at)
       select 'part-' || id, id, 1, 'x', 18, $2 from many returning id, series_id)
     select series_id as id, id as episode from parts order by split_part(series_id, '-', 2)::int`,
    [salt.id, app.clock.now()],
  );
  await watch(guest, salt, 1, 5);
  for (let from = 0; from < 1050; from += 50) {
    app.clock.advance(60);
    const list = rows.slice(from, from + 50).map((row) => ({ episodeId: row.episode, position: 4 }));
    expect((await guest.call("POST", "/api/user/history", { list })).code).toBe(200);
  }
  const { total, list } = await history(guest, "?pageSize=100&page=10");
  expect(total).toBe(1000);
  expect(list).toHaveLength(100);
  const stored = await pool.query("select series_id from progress where visitor_id = $1", [guest.id]);
  expect(stored.rows).toHaveLength(1000);
  expect(stored.rows.map((row) => row.series_id)).not.toContain(salt.id);
  expect(stored.rows.map((row) => row.series_id)).not.toContain("many-50");
  expect(stored.rows.map((row) => row.series_id)).toContain("many-51");
  // Watching an old one again keeps it, and the next oldest is dropped.
  await watch(guest, { id: "many-51", episodes: [{ id: "part-many-51", assetId: "x" }] }, 1, 9);
  await watch(guest, salt, 1, 5);
  const [first, second] = (await history(guest)).list;
  expect([first?.series.id, second?.series.id]).toEqual([salt.id, "many-51"]);
  expect((await history(guest)).total).toBe(1000);
});
