import { afterAll, beforeAll, expect, test } from "vitest";
import { asSystem } from "#platform/db/audit";
import { openJobs } from "#platform/jobs";
import { type TestApp, testApp } from "#test/app";
import { consoleOrigin, type MadeOperator, makeOperator } from "#test/console";
import { makeSeries } from "#test/factories";
import { plansOf, sentStatements } from "#test/sent-statements";
import { silentLog } from "#test/silent-log";
import { unaudited } from "#test/unaudited";
import { outlastTransactions } from "#test/waiting";
import { timeLimit } from "../../../../tools/time-limit.ts";

let app: TestApp;
let editor: MadeOperator;
beforeAll(async () => {
  app = await testApp();
  editor = await makeOperator(app, "editor");
});
afterAll(() => app.close());

const poll = async (since?: string) => {
  const { code, info } = await editor.call("GET", `/activity${since === undefined ? "" : `?since=${since}`}`);
  expect(code).toBe(200);
  return info;
};
const query = (text: string, values: unknown[] = []) => unaudited(app.database.pool).query(text, values);

/** Gives the first episode of a new series a film that is being encoded. */
async function makeEncoding(): Promise<{ seriesId: string; asset: string }> {
  const { id, episodes } = await makeSeries(app, { episodes: 1 });
  const asset = `moves${id.slice(-8)}`;
  await query(
    `insert into asset (id, source_hash, profile, name, state, created_at) values ($1, $2, 'test', '1.mp4', 'encoding', now())`,
    [asset, asset.padEnd(64, "0")],
  );
  await query(
    `insert into asset_episode (asset_id, episode_id, series_id, number) values ($1, $2, $3, 1)
     on conflict (episode_id) do update set asset_id = excluded.asset_id`,
    [asset, episodes[0]?.id, id],
  );
  return { seriesId: id, asset };
}

/** Waits until nothing that moved before now is answered again. */
const calm = () => outlastTransactions(app.database.pool);

/** Begins the upload of a film. */
const begin = (id: string, seriesId: string) =>
  query(
    `insert into upload (id, series_id, operator_id, name, size, last_modified, kind, number, state, created_at, touched_at)
     values ($1, $2, $3, '1.mp4', 10, 1, 'film', 1, 'receiving', now(), now())`,
    [id, seriesId, editor.id],
  );

const progress = (asset: string, percent: number) =>
  query("update asset set progress = $2 where id = $1", [asset, { percent, speed: 1, secondsLeft: 1 }]);

test("C18: a poll names what moved since the one before, and answers 304 while nothing does", async () => {
  const { seriesId, asset } = await makeEncoding();
  await calm();
  const first = await poll();
  expect(first).toMatchObject({ whole: true, changed: [] });
  const still = await poll(first.since);
  expect(still).toMatchObject({ since: first.since, whole: false, changed: [] });
  const response = () =>
    app.http.inject({
      method: "GET",
      url: `/api/console/activity?since=${first.since}`,
      headers: { host: "localhost:3000", cookie: `console=${editor.cookie}`, "if-none-match": etag },
    });
  let etag = "";
  etag = String((await response()).headers["etag"]);
  const same = await response();
  expect([same.statusCode, same.body, same.headers["cache-control"]]).toEqual([304, "", "private, no-store"]);
  await progress(asset, 10);
  expect((await response()).statusCode).toBe(200);
  await calm();
  const moved = await poll(first.since);
  expect(moved.changed).toEqual([{ kind: "series", id: seriesId, mark: expect.any(String) }]);
  expect((await poll(moved.since)).changed).toEqual([]);
  await progress(asset, 11);
  await calm();
  const next = await poll(moved.since);
  expect(next.changed[0].mark).not.toBe(moved.changed[0].mark);
  // Anything else of the film is not what the screens show.
  await query("update asset set orphaned_at = now() where id = $1", [asset]);
  expect((await poll(next.since)).changed).toEqual([]);
});

test("C18: the first poll asks from where the sign-in was read, and names what moved since its screens were read", async () => {
  const { seriesId, asset } = await makeEncoding();
  await calm();
  const { since } = (await editor.call("GET", "/me")).info;
  expect((await poll(since)).changed).toEqual([]);
  // Between a screen's first reading and the first poll.
  await progress(asset, 20);
  expect(await poll(since)).toMatchObject({ whole: false, changed: [{ kind: "series", id: seriesId }] });
});

test("C18: a change that commits after a later one is answered all the same", async () => {
  const [slow, fast] = [await makeEncoding(), await makeEncoding()];
  await calm();
  const { since } = await poll();
  const wait = Promise.withResolvers<void>();
  const written = Promise.withResolvers<void>();
  const late = asSystem(app.database.db, "ingest", async (trx) => {
    await trx
      .$extendTables<{ asset: { id: string; error: string } }>()
      .updateTable("asset")
      .set({ error: "slow" })
      .where("id", "=", slow.asset)
      .execute();
    written.resolve();
    await wait.promise;
  });
  await written.promise;
  await progress(fast.asset, 50);
  const meanwhile = await poll(since);
  expect(meanwhile.changed.map(({ id }: { id: string }) => id)).toEqual([fast.seriesId]);
  // Another one of the same series, whose mark must not hide the change that is still to come.
  await begin("overtaking", slow.seriesId);
  const markIn = ({ changed }: { changed: { id: string; mark: string }[] }) =>
    changed.find(({ id }) => id === slow.seriesId)?.mark;
  const overtaken = await poll(meanwhile.since);
  expect(markIn(overtaken)).toEqual(expect.any(String));
  wait.resolve();
  await late;
  const after = await poll(overtaken.since);
  expect(markIn(after)).toEqual(expect.any(String));
  expect(markIn(after)).not.toBe(markIn(overtaken));
});

test("C18: uploads and acts on many series move too, and queues have their numbers", async () => {
  const { id } = await makeSeries(app, { episodes: 1 });
  await calm();
  const { since } = await poll();
  await begin("moving", id);
  const begun = await poll(since);
  expect(begun.changed).toMatchObject([{ kind: "series", id }]);
  await query("update upload set touched_at = now() where id = 'moving'");
  expect((await poll(begun.since)).changed).toMatchObject([{ kind: "series", id }]);
  const queue = await openJobs(app.database, silentLog);
  try {
    await queue.define("mail", { retryLimit: 0 });
    await queue.send(app.database.db, "mail", { kind: "receipt", data: {} });
    await expect
      .poll(async () => (await poll(since)).queues, { timeout: timeLimit(15) })
      .toEqual([{ name: "mail", waiting: 1, running: 0, failed: 0 }]);
  } finally {
    await queue.stop();
  }
});

test("C9, T35: polling, also of other calls that a poll led to, keeps no session open", async () => {
  const last = async () =>
    (
      await app.database.pool.query(
        "select max(last_used_at) as at from operator_session where operator_id = $1",
        [editor.id],
      )
    ).rows[0].at.getTime();
  const before = await last();
  app.clock.advance(300);
  await poll();
  await editor.call("GET", "/series", undefined, { "x-console-poll": "1" });
  expect(await last()).toBe(before);
  // A header makes no act a poll.
  await editor.call("POST", "/jobs/encode", {}, { "x-console-poll": "1" });
  expect(await last()).toBeGreaterThan(before);
  const stranger = await app.http.inject({
    method: "GET",
    url: "/api/console/activity",
    headers: { host: "localhost:3000", origin: consoleOrigin },
  });
  expect(stranger.json()).toMatchObject({ code: 401 });
  for (const since of ["x", "-1", "9".repeat(18), "9".repeat(30)])
    expect(await poll(since), since).toMatchObject({ whole: true });
});

test("C53: the statements of a poll read indexes alone", async () => {
  const { pool } = app.database;
  const { since } = (await poll()) as { since: string };
  const sent = await sentStatements([pool], () => poll(since));
  const plans = await plansOf(pool, sent);
  const read = plans.flatMap(({ indexes }) => indexes);
  expect(read).toEqual(expect.arrayContaining(["activity_changed", "queue_pkey"]));
  expect(plans.flatMap(({ wholeTables }) => wholeTables)).toEqual([]);
});
