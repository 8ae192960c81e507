import { Episode, Series } from "@cliffhanger/contract";
import pg from "pg";
import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import { rightsOf } from "#entitlements";
import { secondNode, type TestApp, testApp } from "#test/app";
import { type MadeSeries, makeSeries } from "#test/factories";
import { type AccountState, accountStates, giveRight } from "#test/paywall-states";
import { headersOf, makeGuest, makeMember, type Person } from "#test/people";
import { unaudited } from "#test/unaudited";

// Positions stay below three seconds, because a counted play would change the compared answers.

let app: TestApp;
let other: Awaited<ReturnType<typeof secondNode>>;
let series: MadeSeries;
let elsewhere: MadeSeries;

beforeAll(async () => {
  app = await testApp();
  other = await secondNode(app);
  await other.http.ready();
  series = await makeSeries(app, { title: { en: `A "salt" \\ road\u2028 🧂`, de: "Die Salzstraße" } });
  elsewhere = await makeSeries(app);
});
afterEach(() => vi.restoreAllMocks());
afterAll(async () => {
  await other.stop(0);
  await app.close();
});

const one = (id = series.id) => `/api/video?id=${id}`;
const all = (id = series.id) => `/api/video/episode?seriesId=${id}`;
const get = async (url: string, person?: Person, node: Pick<TestApp, "http"> = app) => {
  const answer = await node.http.inject({ url, headers: person ? headersOf(person) : {} });
  return { ...answer.json(), headers: answer.headers };
};
const report = (person: Person, number: number, more: object) =>
  person.call("POST", "/api/user/history", { episodeId: series.episodes[number - 1]?.id, ...more });

/** What viewers have done, beside what they have paid. */
const habits: Record<string, (person: Person) => Promise<unknown>> = {
  nothing: async () => undefined,
  favorite: (person) => person.call("POST", "/api/user/favorite", { seriesId: series.id }),
  progress: async (person) => {
    await report(person, 2, { position: 2.25 });
    await report(person, 1, { position: 1, done: true });
  },
  "progress in another series": (person) =>
    person.call("POST", "/api/user/history", { episodeId: elsewhere.episodes[0]?.id, position: 1 }),
  "history removed": async (person) => {
    await report(person, 1, { position: 1 });
    app.clock.advance(1);
    await person.call("DELETE", "/api/user/history", { seriesId: series.id });
  },
};

/** Composes what a viewer must see from the public answers and from statements of their own. */
async function composed(person: Person, id = series.id) {
  const { info } = await get(one(id));
  const { data } = await get(all(id));
  const [view, rights] = await Promise.all([
    app.library.view(person.id, id),
    rightsOf(app.database.db, person.id, app.clock.now()),
  ]);
  const bought = rights.series.has(id);
  const entitledBy = bought ? "purchase" : rights.membership ? "subscription" : null;
  return {
    info: Series.parse({
      ...info,
      favorite: view.favorite,
      progress: view.progress,
      unlocked: entitledBy !== null,
      entitledBy,
      unlockPrice: bought ? null : info.unlockPrice,
    }),
    data: {
      ...data,
      list: data.list.map((episode: Episode) =>
        Episode.parse({
          ...episode,
          locked: !episode.free && entitledBy === null,
          progress: view.episodes.get(episode.id) ?? null,
        }),
      ),
    },
  };
}

test.each(Object.keys(habits))(
  "V13: one statement answers what separate ones answer, in every state of an account; habit: %s",
  async (habit) => {
    for (const state of Object.keys(accountStates) as AccountState[]) {
      const person = state === "active" ? await makeMember(app) : await makeGuest(app, { by: "header" });
      await accountStates[state](app, person.id, { bought: series.id, other: elsewhere.id });
      await habits[habit]?.(person);
      const expected = await composed(person);
      const [info, data] = [await get(one(), person), await get(all(), person)];
      expect(info, state).toMatchObject({ code: 200, message: "" });
      expect(info.info, state).toEqual(expected.info);
      expect(data.data, state).toEqual(expected.data);
      expect(info.headers["cache-control"]).toBe("private, no-store");
      expect(info.headers["etag"]).toBeUndefined();
    }
  },
);

/** Changes the catalogue past its rules, and announces it. */
async function change(statement: string, values: unknown[]): Promise<void> {
  await unaudited(app.database.pool).query(statement, values);
  await app.database.pool.query("select pg_notify('catalogue_changed', '')");
  await app.notified();
}

test("V13: a series goes on where a separate statement says, whichever of its episodes were taken back", async () => {
  const { id, episodes } = await makeSeries(app);
  const orders = [[], [2], [1, 3], [3, 1, 2], [2, 3, 1, 2]];
  const watchers = await Promise.all(orders.map(() => makeGuest(app)));
  for (const [at, numbers] of orders.entries())
    for (const number of numbers) {
      app.clock.advance(1);
      await watchers[at]?.call("POST", "/api/user/history", {
        episodeId: episodes[number - 1]?.id,
        position: number / 2,
      });
    }
  // Two at the same time, a removed series, and one begun again after its removal.
  const [together, removed, again] = [await makeGuest(app), await makeGuest(app), await makeGuest(app)];
  for (const number of [1, 2, 3])
    for (const person of [together, removed, again])
      await person.call("POST", "/api/user/history", { episodeId: episodes[number - 1]?.id, position: 1 });
  app.clock.advance(1);
  for (const person of [removed, again]) await person.call("DELETE", "/api/user/history", { seriesId: id });
  app.clock.advance(1);
  await again.call("POST", "/api/user/history", { episodeId: episodes[1]?.id, position: 2 });
  const buyer = await makeMember(app);
  await giveRight(app, buyer.id, { scope: "series", seriesId: id });
  for (const number of [1, 2])
    await buyer.call("POST", "/api/user/history", { episodeId: episodes[number - 1]?.id, position: 2 });

  const seen: (number | null)[] = [];
  for (const away of [[], [1], [2], [3], [1, 2], [1, 3], [2, 3], [1, 2, 3]]) {
    await change(
      "update episode set published_at = case when number = any($2::int[]) then null else $3::timestamptz end where series_id = $1",
      [id, away, app.clock.now()],
    );
    for (const person of [...watchers, together, removed, again, buyer]) {
      const expected = await composed(person, id);
      expect((await get(one(id), person)).info, `without ${away.join()}`).toEqual(expected.info);
      expect((await get(all(id), person)).data, `without ${away.join()}`).toEqual(expected.data);
      seen.push(expected.info.progress?.number ?? null);
    }
  }
  expect(new Set(seen)).toEqual(new Set([null, 1, 2, 3]));

  await change(
    "update episode set published_at = case when number = 2 then null else $2::timestamptz end where series_id = $1",
    [id, app.clock.now()],
  );
  await change(
    "update series set state = 'withdrawn', published_at = null, withdrawn_at = $2 where id = $1",
    [id, app.clock.now()],
  );
  expect((await get(one(id), watchers[3])).code).toBe(404);
  expect((await get(one(id), buyer)).info.progress).toEqual((await app.library.view(buyer.id, id)).progress);
  expect((await get(one(id), buyer)).info.progress).toMatchObject({ number: 1 });
});

test("V13: an answer spliced for one viewer says who may watch, and leaves the public one as it was", async () => {
  const before = await get(one());
  const member = await makeMember(app);
  await giveRight(app, member.id, { scope: "series", seriesId: series.id });
  await report(member, 2, { position: 2.25 });
  expect((await get(one(), member)).info).toMatchObject({
    title: `A "salt" \\ road\u2028 🧂`,
    unlocked: true,
    entitledBy: "purchase",
    unlockPrice: null,
    progress: { episodeId: series.episodes[1]?.id, number: 2, position: 2.25, duration: 18 },
  });
  const { list } = (await get(all(), member)).data;
  expect(list.map(({ locked, progress }: Episode) => [locked, progress])).toEqual([
    [false, null],
    [false, { position: 2.25, done: false }],
    [false, null],
  ]);
  expect((await get(one())).info).toEqual(before.info);
  expect((await get(all())).data.list[2]).toMatchObject({ locked: true, progress: null });
});

/** Records the statements about visitors and series that are sent from now on. */
function recordStatements(): string[] {
  const sent: string[] = [];
  const { submit } = pg.Query.prototype;
  vi.spyOn(pg.Query.prototype, "submit").mockImplementation(function (this: pg.Query, connection) {
    const { text = "" } = this as unknown as { text?: string };
    if (/\b(session|visitor|favorite|progress|entitlement|series|episode)\b/.test(text)) sent.push(text);
    return submit.call(this, connection);
  });
  return sent;
}

test("V13: a signed-in read is one statement, alone and 32 at once, of one caller and of many", async () => {
  const member = await makeMember(app);
  await report(member, 1, { position: 1 });
  const crowd = await Promise.all(Array.from({ length: 31 }, () => makeGuest(app)));
  for (const url of [one(), all()]) {
    await get(url);
    for (const callers of [[member], [member, ...crowd], Array.from({ length: 32 }, () => member)]) {
      const sent = recordStatements();
      const answers = await Promise.all(callers.map((person) => get(url, person)));
      vi.restoreAllMocks();
      expect(answers.map(({ code }) => code)).toEqual(callers.map(() => 200));
      expect(sent.length, url).toBe(callers.length);
      expect(new Set(sent).size).toBe(1);
    }
  }
});

test("V13: without a valid form of a secret, no statement is sent", async () => {
  await get(one());
  const sent = recordStatements();
  const answer = await app.http.inject({ url: one(), headers: { cookie: "sid=short" } });
  expect([answer.json().code, sent]).toEqual([200, []]);
});

/** Whether a viewer may watch the locked episode, by each answer that says so, on both nodes. */
async function watches(person: Person): Promise<boolean[]> {
  const locked = `/api/video/episode?id=${series.episodes[2]?.id}`;
  const answers = [app, other].map(async (node) => [
    (await get(one(), person, node)).info.unlocked as boolean,
    !(await get(all(), person, node)).data.list[2].locked,
    (await get(locked, person, node)).code === 200,
  ]);
  return (await Promise.all(answers)).flat();
}

const everywhere = (may: boolean) => Array.from({ length: 6 }, () => may);

test("V13: a session that ended is refused at the next request, on every node", async () => {
  const member = await makeMember(app);
  await giveRight(app, member.id, { scope: "membership" });
  expect(await watches(member)).toEqual(everywhere(true));
  await app.database.pool.query("delete from session where visitor_id = $1", [member.id]);
  expect(await watches(member)).toEqual(everywhere(false));
});

test("V13: a session is not used beyond its end or its idle time", async () => {
  for (const column of ["ends_at", "last_seen_at"]) {
    const member = await makeMember(app);
    await giveRight(app, member.id, { scope: "membership" });
    expect(await watches(member)).toEqual(everywhere(true));
    const past = new Date(app.clock.now().getTime() - 31 * 86_400_000);
    await app.database.pool.query(`update session set ${column} = $2 where visitor_id = $1`, [
      member.id,
      past,
    ]);
    expect(await watches(member), column).toEqual(everywhere(false));
  }
});

test.each(["revoked_at", "suspended_at"])(
  "V13: a right with %s is refused at the next request, on every node",
  async (column) => {
    const member = await makeMember(app);
    const right = await giveRight(app, member.id, { scope: "series", seriesId: series.id });
    expect(await watches(member)).toEqual(everywhere(true));
    await unaudited(app.database.pool).query(`update entitlement set ${column} = $2 where id = $1`, [
      right,
      app.clock.now(),
    ]);
    expect(await watches(member)).toEqual(everywhere(false));
  },
);

test("V13: a membership that lapsed is refused at the next request, on every node", async () => {
  const member = await makeMember(app);
  await giveRight(app, member.id, { scope: "membership", to: 60 });
  expect(await watches(member)).toEqual(everywhere(true));
  app.clock.advance(60);
  expect(await watches(member)).toEqual(everywhere(false));
});

test("V13: a signed-in read records the use of the session, and its answer does not wait for it", async () => {
  const member = await makeMember(app);
  app.clock.advance(600);
  const blocker = await app.database.pool.connect();
  await blocker.query("begin");
  await blocker.query("select from session where visitor_id = $1 for update", [member.id]);
  expect((await get(one(), member)).code).toBe(200);
  await blocker.query("commit");
  blocker.release();
  const seen = async () =>
    (await app.database.pool.query("select last_seen_at from session where visitor_id = $1", [member.id]))
      .rows[0].last_seen_at as Date;
  await expect.poll(seen).toEqual(app.clock.now());
});
