import { afterAll, beforeAll, expect, test } from "vitest";
import { openJobs } from "#platform/jobs";
import { type TestApp, testApp } from "#test/app";
import { type MadeOperator, makeOperator } from "#test/console";
import { makeSeries } from "#test/factories";
import { silentLog } from "#test/silent-log";
import { unaudited } from "#test/unaudited";

let app: TestApp;
let editor: MadeOperator;
beforeAll(async () => {
  app = await testApp();
  editor = await makeOperator(app, "editor");
});
afterAll(() => app.close());

const jobs = async () => (await editor.call("GET", "/jobs")).info;

/** Gives episodes of a new series films that failed; returns the ids of the episodes. */
async function makeFailed(count: number): Promise<{ seriesId: string; episodes: string[] }> {
  const { id, episodes } = await makeSeries(app, { episodes: count });
  const { query } = unaudited(app.database.pool);
  for (const [at, episode] of episodes.entries()) {
    const asset = `failed${id.slice(-6)}${at}`;
    await query(
      `insert into asset (id, source_hash, profile, name, state, error, created_at)
       values ($1, $2, 'test', $3, 'failed', 'No picture in it.', now())`,
      [asset, asset.padEnd(64, "0"), `${at + 1}.mp4`],
    );
    await query(
      `insert into asset_episode (asset_id, episode_id, series_id, number) values ($1, $2, $3, $4)
       on conflict (episode_id) do update set asset_id = excluded.asset_id`,
      [asset, episode.id, id, at + 1],
    );
  }
  return { seriesId: id, episodes: episodes.map((one) => one.id) };
}

test("C25: failed films are listed with their sentence, and are encoded again one by one or all at once", async () => {
  const first = await makeFailed(3);
  const second = await makeFailed(1);
  const { films } = await jobs();
  expect(films).toHaveLength(4);
  expect(films[0]).toMatchObject({ film: { state: "failed", sentence: "No picture in it.", file: "1.mp4" } });
  expect((await editor.call("POST", "/episode/encode", { id: first.episodes[0] })).code).toBe(200);
  const done = await editor.call("POST", "/jobs/encode", {});
  expect(done.info).toMatchObject({ count: 3 });
  const states = done.info.films.map(({ film }: { film: { state: string } }) => film.state);
  expect(states).toEqual(["queued", "queued", "queued", "queued"]);
  const waiting = done.info.queues.find(({ name }: { name: string }) => name === "media.transcode");
  expect(waiting).toMatchObject({ waiting: 4, failed: 0 });
  const { rows } = await app.database.pool.query(
    "select subject_id, after from audit where action = 'episode.encode' order by at, id",
  );
  const ofSeries = (id: string) => rows.filter((row) => row.subject_id === id).length;
  expect([rows.length, ofSeries(first.seriesId), ofSeries(second.seriesId)]).toEqual([3, 2, 1]);
  // Nothing has failed any more, so nothing is written.
  expect((await editor.call("POST", "/jobs/encode", {})).info.count).toBe(0);
  expect((await app.database.pool.query("select from audit where action = 'episode.encode'")).rowCount).toBe(
    3,
  );
});

test("C25: an encode that waits is cancelled, and can be encoded again", async () => {
  const { episodes } = await makeFailed(1);
  const [episode] = episodes;
  const film = async () =>
    (await jobs()).films.find((one: { episodeId: string }) => one.episodeId === episode)?.film;
  await editor.call("POST", "/episode/encode", { id: episode });
  expect(await film()).toMatchObject({ state: "queued" });
  const cancel = () => editor.call("POST", "/jobs/cancel", { queue: "media.transcode", episodeId: episode });
  expect((await cancel()).code).toBe(200);
  expect(await film()).toMatchObject({ state: "failed", sentence: expect.stringContaining("cancelled") });
  expect(await cancel()).toMatchObject({ code: 409, reason: "already_so" });
  expect((await editor.call("POST", "/episode/encode", { id: episode })).code).toBe(200);
  expect(await film()).toMatchObject({ state: "queued" });
});

test("C25: a job that was given up runs again, a waiting one is cancelled, each with a row; no viewer's address is shown", async () => {
  const queue = await openJobs(app.database, silentLog);
  try {
    await queue.define("mail", { retryLimit: 0 });
    const id = await queue.send(app.database.db, "mail", { kind: "receipt", data: {} });
    await queue.work("mail", async () => {
      throw new Error("550 <ada@example.com> is unknown here");
    });
    await expect.poll(async () => (await jobs()).jobs[0]?.state).toBe("failed");
    await queue.stop();
    const [failed] = (await jobs()).jobs;
    expect(failed).toMatchObject({ id, queue: "mail", kind: "receipt", attempts: 1 });
    expect(failed.sentence).toContain("550");
    expect(failed.sentence).not.toContain("ada");

    const act = (name: string) => editor.call("POST", `/jobs/${name}`, { queue: "mail", id });
    expect(await act("cancel")).toMatchObject({ code: 409, reason: "already_so" });
    expect((await act("retry")).info.jobs[0]).toMatchObject({ id, state: "waiting" });
    expect(await act("retry")).toMatchObject({ code: 409, reason: "already_so" });
    expect((await act("cancel")).info.jobs).toEqual([]);
    expect(await act("cancel")).toMatchObject({ code: 404 });
    const { rows } = await app.database.pool.query(
      "select action, actor from audit where subject_id = $1 order by action desc",
      [id],
    );
    expect(rows).toEqual([
      { action: "job.retry", actor: editor.id },
      { action: "job.cancel", actor: editor.id },
    ]);
    const support = await makeOperator(app, "support");
    expect((await support.call("GET", "/jobs")).code).toBe(200);
    expect(await support.call("POST", "/jobs/retry", { queue: "mail", id })).toMatchObject({ code: 403 });
  } finally {
    await queue.stop();
  }
});
