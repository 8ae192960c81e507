import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type TestApp, testApp } from "#test/app";
import { type MadeSeries, makeSeries } from "#test/factories";
import { type MadeMember, makeGuest, makeMember, type Person } from "#test/people";
import { countWaiting } from "#test/waiting";
import { openLibrary } from "../library.ts";
import { libraryListener } from "./listener.ts";

let app: TestApp;
let salt: MadeSeries;
let fox: MadeSeries;

beforeAll(async () => {
  app = await testApp();
  salt = await makeSeries(app, { title: { en: "The Salt Road" } });
  fox = await makeSeries(app, { title: { en: "Foxes" } });
});
afterAll(() => app.close());

async function watch(person: Person, series: MadeSeries, number: number, position: number): Promise<void> {
  app.clock.advance(60);
  const episodeId = series.episodes[number - 1]?.id;
  expect((await person.call("POST", "/api/user/history", { episodeId, position })).code).toBe(200);
}

async function remove(person: Person, body: object): Promise<void> {
  app.clock.advance(60);
  expect((await person.call("DELETE", "/api/user/history", body)).code).toBe(200);
}

async function signIn(guest: Person, { email, password }: MadeMember): Promise<void> {
  app.clock.advance(60);
  expect((await guest.call("POST", "/api/user/login", { email, password })).code).toBe(200);
}

async function readHistoryOf(person: Person) {
  const { data } = await person.call("GET", "/api/user/history");
  const { list } = data as {
    list: { series: { id: string }; episode: { number: number }; position: number }[];
  };
  return list.map((entry) => [entry.series.id, entry.episode.number, entry.position]);
}

test("R39: after signing in the member has what the guest watched, the newest of each episode and series", async () => {
  const [member, guest] = [await makeMember(app), await makeGuest(app)];
  await watch(member, salt, 1, 5);
  await watch(guest, salt, 1, 6);
  await watch(guest, fox, 1, 7);
  await watch(member, fox, 2, 8);
  await watch(guest, salt, 2, 9);
  await signIn(guest, member);
  const both = [
    [salt.id, 2, 9],
    [fox.id, 2, 8],
  ];
  expect(await readHistoryOf(guest)).toEqual(both);
  expect(await readHistoryOf(member)).toEqual(both);
  const { data } = await member.call("GET", `/api/video/episode?seriesId=${salt.id}`);
  const { list } = data as { list: { progress: unknown }[] };
  expect(list.map((episode) => episode.progress)).toEqual([
    { position: 6, done: false },
    { position: 9, done: false },
    null,
  ]);
});

test("R39: a guest who registers keeps everything", async () => {
  const guest = await makeGuest(app);
  await watch(guest, salt, 1, 5);
  const member = await makeMember(app, { guest });
  expect(await readHistoryOf(member)).toEqual([[salt.id, 1, 5]]);
});

test("R39: what either has removed since stays removed after signing in", async () => {
  const [member, guest] = [await makeMember(app), await makeGuest(app)];
  await watch(guest, salt, 1, 5);
  await watch(member, fox, 1, 6);
  await remove(member, { seriesId: salt.id });
  await remove(guest, { seriesId: fox.id });
  await signIn(guest, member);
  expect(await readHistoryOf(guest)).toEqual([]);
  const { info } = await member.call("GET", `/api/video?id=${fox.id}`);
  expect(info).toMatchObject({ progress: null });
});

test("R39: a member who cleared everything gets nothing older back", async () => {
  const [member, guest] = [await makeMember(app), await makeGuest(app)];
  await watch(guest, salt, 1, 5);
  await remove(member, { all: true });
  await watch(guest, fox, 1, 6);
  await signIn(guest, member);
  expect(await readHistoryOf(member)).toEqual([[fox.id, 1, 6]]);
});

test("R39: a guest who cleared everything before signing in clears nothing of the member's", async () => {
  const [member, guest] = [await makeMember(app), await makeGuest(app)];
  await watch(member, salt, 1, 5);
  await watch(guest, fox, 1, 6);
  await remove(guest, { all: true });
  await signIn(guest, member);
  expect(await readHistoryOf(member)).toEqual([[salt.id, 1, 5]]);
});

test("R39: what a guest cleared before signing in does not come back, neither by a late report nor by what a race left", async () => {
  const [member, guest] = [await makeMember(app), await makeGuest(app)];
  const library = openLibrary({ db: app.database.db, clock: app.clock, listener: null });
  await watch(guest, salt, 1, 5);
  const watchedAt = app.clock.now();
  await remove(guest, { all: true });
  // A report that raced with the clearing leaves its progress behind.
  await app.database.pool.query(
    `insert into progress (visitor_id, series_id, episode_id, position, duration, done, watched_at)
    values ($1, $2, $3, 5, 18, false, $4)`,
    [guest.id, salt.id, salt.episodes[0]?.id, watchedAt],
  );
  await signIn({ ...guest }, member);
  const { data } = await member.call("GET", `/api/video/episode?seriesId=${salt.id}`);
  expect((data as { list: { progress: unknown }[] }).list.map(({ progress }) => progress)).toEqual(
    salt.episodes.map(() => null),
  );
  const late = { episodeId: salt.episodes[1]?.id ?? "", position: 6, at: watchedAt.toISOString() };
  await library.report({ id: guest.id, kind: "guest" }, [late]);
  expect(await readHistoryOf(member)).toEqual([]);
  await library.report({ id: guest.id, kind: "guest" }, [{ ...late, at: app.clock.now().toISOString() }]);
  expect(await readHistoryOf(member)).toEqual([[salt.id, 2, 6]]);
});

test("R39: a report that arrives during the sign-in is saved for the member", async () => {
  const [member, guest] = [await makeMember(app), await makeGuest(app)];
  const { db, pool } = app.database;
  let reported: Promise<unknown> = Promise.resolve();
  await db.transaction().execute(async (trx) => {
    await libraryListener.merged?.(trx, { guestId: guest.id, memberId: member.id });
    await sql`update visitor set merged_into = ${member.id} where id = ${guest.id}`.execute(trx);
    reported = guest.call("POST", "/api/user/history", { episodeId: salt.episodes[0]?.id, position: 4 });
    await expect.poll(() => countWaiting(pool)).toBe(1);
  });
  expect(await reported).toMatchObject({ code: 200 });
  expect(await readHistoryOf(member)).toEqual([[salt.id, 1, 4]]);
});

test("R39: a report of a guest who has since signed in is saved for the member", async () => {
  const [member, guest] = [await makeMember(app), await makeGuest(app)];
  const library = openLibrary({ db: app.database.db, clock: app.clock, listener: null });
  await signIn({ ...guest }, member);
  app.clock.advance(60);
  await library.report({ id: guest.id, kind: "guest" }, [
    { episodeId: fox.episodes[0]?.id ?? "", position: 4 },
  ]);
  expect(await readHistoryOf(member)).toEqual([[fox.id, 1, 4]]);
});

test("an export contains My List and the history in readable form", async () => {
  const member = await makeMember(app);
  await watch(member, salt, 2, 5);
  await member.call("POST", "/api/user/favorite", { seriesId: fox.id });
  await member.call("DELETE", "/api/user/history", { seriesId: fox.id });
  const files = await libraryListener.exported?.(app.database.db, member.id);
  expect(JSON.parse(JSON.stringify(files))).toEqual({
    "my-list": [{ seriesId: fox.id, title: { en: "Foxes" }, addedAt: app.clock.now().toISOString() }],
    history: [
      {
        seriesId: salt.id,
        seriesTitle: { en: "The Salt Road" },
        episodeNumber: 2,
        episodeTitle: { en: "Part 2" },
        position: 5,
        duration: 18,
        done: false,
        watchedAt: app.clock.now().toISOString(),
      },
    ],
    "history-removed": {
      clearedAt: null,
      series: [{ seriesId: fox.id, seriesTitle: { en: "Foxes" }, removedAt: app.clock.now().toISOString() }],
    },
  });
  await member.call("DELETE", "/api/user/history", { all: true });
  expect(await libraryListener.exported?.(app.database.db, member.id)).toMatchObject({
    history: [],
    "history-removed": { clearedAt: app.clock.now() },
  });
});

test("an erased account leaves nothing in the library", async () => {
  const member = await makeMember(app);
  await watch(member, salt, 1, 5);
  await remove(member, { all: true });
  await watch(member, salt, 1, 5);
  await member.call("POST", "/api/user/favorite", { seriesId: fox.id });
  const { pool } = app.database;
  await pool.query("delete from visitor where id = $1", [member.id]);
  for (const table of ["favorite", "progress", "history", "history_cleared", "counted_play"]) {
    const { rows } = await pool.query(`select from ${table} where visitor_id = $1`, [member.id]);
    expect(rows, table).toEqual([]);
  }
});
