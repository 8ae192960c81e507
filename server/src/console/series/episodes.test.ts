import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { newId } from "#platform/ids";
import { type TestApp, testApp } from "#test/app";
import { type MadeOperator, makeOperator } from "#test/console";
import { type MadeSeries, makeSeries } from "#test/factories";
import { makeGuest } from "#test/people";
import { releaseReady } from "#test/ready-films";
import { unaudited } from "#test/unaudited";

let app: TestApp;
let editor: MadeOperator;
beforeAll(async () => {
  app = await testApp();
  editor = await makeOperator(app, "editor");
});
afterAll(() => app.close());

const idsOf = ({ episodes }: MadeSeries) => episodes.map(({ id }) => id);
const raw = (text: string, values: unknown[]) => unaudited(app.database.pool).query(text, values);
const reorder = (id: string, from: string[], order: string[], more: object = {}) =>
  editor.call("POST", "/episode/reorder", { id, from, order, ...more });
const numbered = async (id: string) =>
  (await editor.call("GET", `/series/episodes?id=${id}`)).info.episodes.map(
    (one: { id: string; number: number }) => [one.number, one.id],
  );
const seenByViewers = async (id: string) => {
  await app.notified();
  const url = `/api/video/episode?seriesId=${id}`;
  const answer = await app.http.inject({ url, headers: { host: "localhost:3000" } });
  return answer.json().data.list.map((one: { id: string }) => one.id);
};
const auditOf = async (id: string, action: string) =>
  (await app.database.pool.query("select * from audit where subject_id = $1 and action = $2", [id, action]))
    .rows;
/** Makes a series whose episodes with these numbers were never live. */
const withHidden = async (hidden: number[], state = "live") => {
  const made = await makeSeries(app, { episodes: 4 });
  await releaseReady(app, made, { hidden });
  await raw(
    "update series set state = $2, published_at = case when $2 = 'live' then published_at end where id = $1",
    [made.id, state],
  );
  return made;
};

test("C30, C11: the new order of a live series is in its draft, is restored from History, and viewers see it when it is published", async () => {
  const made = await makeSeries(app);
  await releaseReady(app, made);
  const [a = "", b = "", c = ""] = idsOf(made);
  const moved = await reorder(made.id, [a, b, c], [c, a, b]);
  expect(moved.info).toMatchObject({ version: 2, unpublished: ["order"] });
  expect(await numbered(made.id)).toEqual([
    [1, c],
    [2, a],
    [3, b],
  ]);
  expect(await seenByViewers(made.id)).toEqual([a, b, c]);
  expect(await auditOf(made.id, "episode.reorder")).toMatchObject([
    { actor: editor.id, before: { order: { [c]: 3 } }, after: { order: { [c]: 1 } } },
  ]);

  const restored = await editor.call("POST", "/series/restore", { id: made.id, version: 2, restore: 1 });
  expect(restored.info).toMatchObject({ version: 3, unpublished: null });
  expect(await numbered(made.id)).toEqual([
    [1, a],
    [2, b],
    [3, c],
  ]);
  await reorder(made.id, [a, b, c], [b, a, c]);
  const { findings } = (await editor.call("GET", `/series/episodes?id=${made.id}`)).info;
  for (const { key } of findings)
    await editor.call("POST", "/series/accept", { id: made.id, key, word: "A test clip" });
  const published = await editor.call("POST", "/series/publish", { id: made.id, version: 4 });
  expect(published.info).toMatchObject({ unpublished: null });
  expect(await seenByViewers(made.id)).toEqual([b, a, c]);
  const { rows } = await app.database.pool.query(
    "select episode_id from asset_episode where series_id = $1 order by number",
    [made.id],
  );
  expect(rows.map((row) => row.episode_id)).toEqual([b, a, c]);
});

test("C29: an order on top of one that somebody changed meanwhile is refused, and a repeated request writes nothing", async () => {
  const made = await makeSeries(app);
  const other = await makeOperator(app, "editor");
  const [a = "", b = "", c = ""] = idsOf(made);
  const order = { id: made.id, from: [a, b, c], order: [b, a, c] };
  expect((await other.call("POST", "/episode/reorder", order)).code).toBe(200);
  expect((await other.call("POST", "/episode/reorder", order)).info.version).toBe(2);
  expect(await reorder(made.id, [a, b, c], [c, b, a])).toMatchObject({
    code: 409,
    reason: "changed_meanwhile",
    info: { by: other.email },
  });
  expect(await reorder(made.id, [b, a, c], [b, a])).toMatchObject({ code: 409, reason: "changed_meanwhile" });
  expect(await auditOf(made.id, "episode.reorder")).toHaveLength(1);
});

test("C32: an order that no release could follow is refused with the way out", async () => {
  const made = await withHidden([3, 4]);
  const [a = "", b = "", c = "", d = ""] = idsOf(made);
  const before = await reorder(made.id, [a, b, c, d], [a, c, b, d]);
  expect(before.errors?.[0]?.message).toMatch(
    /Episode 3 is not live yet, so it cannot come before episode 2.*Release it first/,
  );
  expect((await reorder(made.id, [a, b, c, d], [a, b, d, c])).code).toBe(200);
  await raw("update episode set release_at = now() + interval '1 day' where id = $1", [c]);
  const planned = await reorder(made.id, [a, b, d, c], [a, b, c, d]);
  // It goes back to where its drop expects it.
  expect(planned.code).toBe(200);
  expect((await reorder(made.id, [a, b, c, d], [a, b, d, c])).errors?.[0]?.message).toMatch(
    /Episode 3 waits for its drop.*Take it out of the drop/,
  );
});

test("C18: the gap that a removed episode leaves is closed in a draft, and not where viewers know the numbers", async () => {
  const draft = await withHidden([1, 2, 3, 4], "draft");
  const [a = "", b = "", c = "", d = ""] = idsOf(draft);
  await raw("insert into caption values ($1, 'fr', 'captions-fr-0.vtt', 'WEBVTT')", [b]);
  const seen = await editor.call("POST", "/episode/remove", { id: b, dryRun: true });
  const { hash, sentences } = seen.info.effect;
  expect(sentences).toEqual([
    "Episode 2 and its film film.mp4 are removed.",
    "Its captions are removed: FR.",
    "Its title is removed, in 1 language.",
    "The other episodes keep their numbers, so 2 is missing until another film is added or the gap is closed.",
    "Nobody has seen it. This cannot be undone; the film can be uploaded again.",
  ]);
  await editor.call("POST", "/series/change", {
    id: draft.id,
    set: [{ path: `episode.${b}.de`, from: null, to: "Zwei" }],
  });
  expect(await editor.call("POST", "/episode/remove", { id: b, effect: hash })).toMatchObject({
    code: 409,
    reason: "changed_meanwhile",
    info: { by: editor.email },
  });
  const again = (await editor.call("POST", "/episode/remove", { id: b, dryRun: true })).info.effect.hash;
  const removed = await editor.call("POST", "/episode/remove", { id: b, effect: again });
  expect(Object.keys(removed.info.series.content.episodes).toSorted()).toEqual([a, c, d].toSorted());
  expect(await auditOf(draft.id, "episode.remove")).toMatchObject([
    { before: { episode: b, number: 2, film: "film.mp4", title: { en: "Part 2", de: "Zwei" } } },
  ]);
  const closed = await reorder(draft.id, [a, c, d], [a, c, d], { closeGaps: true });
  expect(closed.code).toBe(200);
  expect(await numbered(draft.id)).toEqual([
    [1, a],
    [2, c],
    [3, d],
  ]);

  const live = await withHidden([3]);
  await raw("delete from episode where id = $1", [idsOf(live)[2]]);
  const left = idsOf(live).filter((_, at) => at !== 2);
  expect((await reorder(live.id, left, left, { closeGaps: true })).errors?.[0]?.message).toMatch(
    /Viewers know the episodes of this series by their numbers/,
  );
});

test("R47: an episode that viewers see, have watched, or wait for is not removed; a hidden one of a live series is", async () => {
  const made = await withHidden([3, 4]);
  const [a = "", , c = "", d = ""] = idsOf(made);
  const refusal = async (id: string) =>
    (await editor.call("POST", "/episode/remove", { id, dryRun: true })).info.effect.sentences[0];
  expect((await editor.call("POST", "/episode/remove", { id: a })).errors?.[0]?.message).toBe(
    await refusal(a),
  );
  expect(await refusal(a)).toMatch(
    /those who unlocked the series have paid for it. Replace its film, or withdraw/,
  );
  await raw("update episode set release_at = now() + interval '1 day' where id = $1", [c]);
  expect(await refusal(c)).toMatch(/A drop waits for episode 3/);
  await raw("update episode set release_at = null where id = $1", [c]);
  const guest = await makeGuest(app);
  await app.database.pool.query("insert into progress values ($1, $2, $3, 4, 18, false, now())", [
    guest.id,
    made.id,
    c,
  ]);
  expect(await refusal(c)).toMatch(/was live before, and 1 person has watched some of it/);
  await editor.call("POST", "/series/change", {
    id: made.id,
    set: [{ path: "title.de", from: null, to: "Salz" }],
  });
  const { hash } = (await editor.call("POST", "/episode/remove", { id: d, dryRun: true })).info.effect;
  const done = await editor.call("POST", "/episode/remove", { id: d, effect: hash });
  expect(done.info.series).toMatchObject({ unpublished: ["title.de"] });
  expect(await numbered(made.id)).toHaveLength(3);
  const support = await makeOperator(app, "support");
  expect(await support.call("POST", "/episode/remove", { id: c, dryRun: true })).toMatchObject({ code: 403 });
});

test("C25, C22: a film of any name is begun for its episode, continues, and ends with it; no film is refused with a sentence", async () => {
  const made = await withHidden([1, 2, 3, 4], "draft");
  const [a = "", b = "", c = "", d = ""] = idsOf(made);
  const replace = (id: string, file: object, requestKey = newId(app.clock.now()).toUpperCase()) =>
    editor.call("POST", "/episode/replace", {
      requestKey,
      id,
      file: { name: "final cut 09.mp4", size: 9, lastModified: 7, ...file },
    });
  const begun = await replace(b, {});
  expect(begun.info).toMatchObject({
    seriesId: made.id,
    files: [{ kind: "film", number: 2, replaces: true }],
  });
  const uploadId = begun.info.files[0].id;
  expect((await replace(b, {})).info.files[0].id).toBe(uploadId);
  expect(await auditOf(made.id, "episode.replace")).toMatchObject([
    { actor: editor.id, after: { episode: 2, upload: "final cut 09.mp4" } },
  ]);
  for (const [file, words] of [
    [{ name: "notes.docx" }, /is no film that can be read. Choose an MP4/],
    [{ name: "empty.mp4", size: 0 }, /is empty. Choose a film/],
    [{ name: "large.mp4", size: 9 * 1024 ** 3 }, /is larger than 8 GB/],
  ] as const)
    expect((await replace(b, file)).errors?.[0]?.message).toMatch(words);
  expect((await replace(newId(app.clock.now()), {})).code).toBe(404);

  // It stays with its episode in whatever place that is.
  await reorder(made.id, [a, b, c, d], [b, a, c, d]);
  const { uploads } = (await editor.call("GET", `/series/episodes?id=${made.id}`)).info;
  expect(uploads).toMatchObject([{ id: uploadId, number: 1, state: "receiving" }]);
  const { hash } = (await editor.call("POST", "/episode/remove", { id: b, dryRun: true })).info.effect;
  expect((await editor.call("POST", "/episode/remove", { id: b, effect: hash })).code).toBe(200);
  const piece = await app.http.inject({
    method: "PATCH",
    url: `/api/console/tus/${uploadId}`,
    headers: {
      host: "localhost:3000",
      origin: "http://localhost:3000",
      cookie: `console=${editor.cookie}`,
      "tus-resumable": "1.0.0",
      "upload-offset": "0",
      "content-type": "application/offset+octet-stream",
    },
    payload: randomBytes(9),
  });
  expect(piece.statusCode).toBe(410);
});
