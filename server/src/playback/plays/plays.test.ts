import { afterAll, beforeAll, expect, test } from "vitest";
import { type TestApp, testApp } from "#test/app";
import { type MadeSeries, makeSeries } from "#test/factories";
import { makeGuest, makeMember, type Person } from "#test/people";
import { silentLog } from "#test/silent-log";
import { openPlays } from "./plays.ts";

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
});
afterAll(() => app.close());

const report = (person: Person, series: MadeSeries, position: number, more: object = {}) =>
  person.call("POST", "/api/user/history", { episodeId: series.episodes[0]?.id, position, ...more });

/** Returns the plays counted for a series, added to it or still queued. */
async function counted(series: MadeSeries): Promise<number> {
  const { rows } = await app.database.pool.query<{ plays: number }>(
    `select (select coalesce(sum(plays), 0) from series_plays where series_id = $1)::bigint
       + (select coalesce(sum(plays), 0) from pending_play where series_id = $1)::bigint as plays`,
    [series.id],
  );
  return rows[0]?.plays ?? Number.NaN;
}

const shown = async (series: MadeSeries, person?: Person) => {
  const answer = person
    ? await person.call<{ playCount: number }>("GET", `/api/video?id=${series.id}`)
    : (await app.http.inject(`/api/video?id=${series.id}`)).json();
  return answer.info.playCount;
};

test("R14: a play counts at the first report from three seconds on, once per half hour", async () => {
  const series = await makeSeries(app);
  const guest = await makeGuest(app);
  await report(guest, series, 2.9);
  expect(await counted(series)).toBe(0);
  await report(guest, series, 3);
  expect(await counted(series)).toBe(1);
  for (let heartbeat = 0; heartbeat < 5; heartbeat++) {
    app.clock.advance(300);
    await report(guest, series, 5 + heartbeat);
  }
  expect(await counted(series)).toBe(1);
  app.clock.advance(299);
  await report(guest, series, 4);
  expect(await counted(series)).toBe(1);
  app.clock.advance(1);
  await report(guest, series, 4);
  expect(await counted(series)).toBe(2);
});

test("R14: plays are counted by viewer and by episode", async () => {
  const series = await makeSeries(app);
  const [one, other] = [await makeGuest(app), await makeMember(app)];
  await report(one, series, 4);
  await report(other, series, 4);
  await one.call("POST", "/api/user/history", { episodeId: series.episodes[1]?.id, position: 4 });
  expect(await counted(series)).toBe(3);
});

test("R14, T13: fifty concurrent reports are one play", async () => {
  const series = await makeSeries(app);
  const guest = await makeGuest(app);
  await Promise.all(Array.from({ length: 50 }, (_, at) => report(guest, series, 3 + at / 10)));
  expect(await counted(series)).toBe(1);
});

test("T13: neither invented times nor repeated reports add plays", async () => {
  const series = await makeSeries(app);
  const guest = await makeGuest(app);
  const hours = (count: number) => new Date(app.clock.now().getTime() - count * 3_600_000).toISOString();
  for (let ago = 48; ago > 0; ago--) await report(guest, series, 4, { at: hours(ago) });
  expect(await counted(series)).toBe(1);
  const last = hours(1);
  app.clock.advance(7200);
  await report(guest, series, 4, { at: last });
  expect(await counted(series)).toBe(1);
});

test("R14: a batch that passed three seconds counts, even if its newest report is before that", async () => {
  const series = await makeSeries(app);
  const guest = await makeGuest(app);
  const at = (ago: number) => new Date(app.clock.now().getTime() - ago * 1000).toISOString();
  const episodeId = series.episodes[0]?.id;
  await guest.call("POST", "/api/user/history", {
    list: [
      { episodeId, position: 10, at: at(5) },
      { episodeId, position: 0.5, at: at(1) },
    ],
  });
  expect(await counted(series)).toBe(1);
});

test("R39, R14: signing in does not count again what the guest or the member watched", async () => {
  const series = await makeSeries(app);
  const member = await makeMember(app);
  await report(member, series, 4);
  const guests = [await makeGuest(app), await makeGuest(app)];
  for (const guest of guests) {
    app.clock.advance(60);
    await report(guest, series, 5);
  }
  expect(await counted(series)).toBe(3);
  for (const guest of guests) {
    const { email, password } = member;
    expect((await guest.call("POST", "/api/user/login", { email, password })).code).toBe(200);
    app.clock.advance(60);
    await report(guest, series, 6);
  }
  expect(await counted(series)).toBe(3);
  app.clock.advance(1740);
  await report(member, series, 7);
  expect(await counted(series)).toBe(4);
});

test("R14, R40: a new play count is soon visible to everyone, while other cached responses stay", async () => {
  const series = await makeSeries(app);
  const other = await makeSeries(app);
  expect(await shown(series)).toBe(0);
  const guest = await makeGuest(app);
  expect(await shown(series, guest)).toBe(0);
  await app.http.inject(`/api/video?id=${other.id}`);
  await app.database.pool.query("insert into series_plays values ($1, 77)", [other.id]);
  await report(guest, series, 4);
  await expect.poll(() => shown(series), { interval: 50 }).toBe(1);
  expect(await shown(series, guest)).toBe(1);
  expect(await shown(other)).toBe(0);
});

test("R14: two nodes that add plays at the same time neither lose nor double any", async () => {
  const series = await Promise.all(Array.from({ length: 4 }, () => makeSeries(app)));
  const { db, pool } = app.database;
  const nodes = [openPlays({ db, log: silentLog }), openPlays({ db, log: silentLog })];
  let plays = 0;
  for (let round = 0; round < 10; round++) {
    const writing = pool.query(
      "insert into pending_play (series_id, plays) select id, 1 from unnest($1::text[]) as id, generate_series(1, 50)",
      [series.map((one) => one.id)],
    );
    plays += 50;
    await Promise.all([writing, ...nodes.map((node) => node.add())]);
  }
  await Promise.all(nodes.map((node) => node.add()));
  for (const one of series) {
    const { rows } = await pool.query("select plays from series_plays where series_id = $1", [one.id]);
    expect(rows[0].plays).toBe(plays);
  }
  for (const node of nodes) await node.stop();
});

test("R14: plays of a deleted series do not block the others", async () => {
  const series = await makeSeries(app);
  const { db, pool } = app.database;
  await pool.query("insert into pending_play (series_id, plays) values ('gone', 3), ($1, 2)", [series.id]);
  const node = openPlays({ db, log: silentLog });
  await node.add();
  expect((await pool.query("select count(*)::int as rows from pending_play")).rows[0].rows).toBe(0);
  expect(await counted(series)).toBe(2);
  await node.stop();
});
