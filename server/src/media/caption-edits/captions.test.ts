import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type TestApp, testApp } from "#test/app";
import { type MadeOperator, makeOperator } from "#test/console";
import { type MadeSeries, makeSeries } from "#test/factories";
import { pathIn } from "#test/path-in";
import { captionFile } from "../captions.ts";
import * as media from "../repository.ts";
import { removedCaptionsTask } from "./forget.ts";

let app: TestApp;
let editor: MadeOperator;
beforeAll(async () => {
  app = await testApp();
  editor = await makeOperator(app, "editor");
});
afterAll(() => app.close());

const body =
  "WEBVTT\n\n00:00:00.500 --> 00:00:02.000\n<i>Ebb &amp; flow</i>\n\n00:00:03.000 --> 00:00:04.250 line:5%\nNow.\n";
/** Makes a series whose first episode has captions in French. */
async function captioned(): Promise<{ made: MadeSeries; id: string; file: string }> {
  const made = await makeSeries(app);
  const id = made.episodes[0]?.id ?? "";
  const file = captionFile("fr", body);
  await media.saveCaption(app.database.db, { episodeId: id, language: "fr", file, body });
  return { made, id, file };
}
const languagesOf = async (id: string) =>
  (await media.listCaptions(app.database.db, id)).map(({ language }) => language);
const auditOf = async (seriesId: string) =>
  (
    await app.database.pool.query(
      "select action, actor, before, after from audit where subject_id = $1 order by id",
      [seriesId],
    )
  ).rows;

test("C11: captions are shown with their times and shifted both ways; players load the new text at once", async () => {
  const { made, id, file } = await captioned();
  const shown = await editor.call("GET", `/captions?id=${id}&language=fr`);
  expect(shown.info).toMatchObject({
    file,
    duration: 18,
    cues: [
      { start: 0.5, end: 2, text: "Ebb & flow" },
      { start: 3, end: 4.25, text: "Now." },
    ],
  });
  const later = await editor.call("POST", "/captions", { id, language: "fr", from: file, ms: 1250 });
  expect(later.info.cues).toMatchObject([{ start: 1.75 }, { start: 4.25, end: 5.5 }]);
  const stored = pathIn(app.store, `assets/${made.episodes[0]?.assetId}`);
  expect(await readFile(join(stored, later.info.file), "utf8")).toContain(
    "00:00:04.250 --> 00:00:05.500 line:5%",
  );
  app.clock.advance(1);
  const back = await editor.call("POST", "/captions", {
    id,
    language: "fr",
    from: later.info.file,
    ms: -1750,
  });
  expect(back.info.cues[0]).toMatchObject({ start: 0, text: "Ebb & flow" });
  expect(await auditOf(made.id)).toMatchObject([
    { action: "captions.change", actor: editor.id, before: { file }, after: { shiftMs: 1250, episode: 1 } },
    { action: "captions.change", after: { shiftMs: -1750 } },
  ]);
});

test("C29: a shift before the film, of nothing, of others than were seen, or by who may not is refused and changes nothing", async () => {
  const { made, id, file } = await captioned();
  const shift = (more: object, who = editor) =>
    who.call("POST", "/captions", { id, language: "fr", from: file, ms: 100, ...more });
  expect((await shift({ ms: -501 })).errors?.[0]?.message).toBe(
    "The first caption begins at 0.500 s, so they can be at most 500 ms earlier.",
  );
  const french = { "accept-language": "fr" };
  const zero = await editor.call("POST", "/captions", { id, language: "fr", from: file, ms: 0 }, french);
  expect(zero.errors?.[0]).toEqual({
    field: "ms",
    message: "Indiquez un nombre de millisecondes autre que 0.",
  });
  expect(await shift({ from: "captions-fr-other.vtt" })).toMatchObject({
    code: 409,
    reason: "changed_meanwhile",
  });
  expect(await shift({ language: "de" })).toMatchObject({ code: 404 });
  const support = await makeOperator(app, "support");
  expect(await shift({}, support)).toMatchObject({ code: 403, reason: "not_permitted" });
  const stale = { id, language: "fr", from: "captions-fr-other.vtt" };
  expect(await editor.call("DELETE", "/captions", stale)).toMatchObject({ code: 409 });
  expect((await support.call("GET", `/captions?id=${id}&language=fr`)).info.file).toBe(file);
  expect(await auditOf(made.id)).toEqual([]);
});

test("C11: deleted captions are gone for viewers at once, come back within a day, and not over others or later", async () => {
  const { made, id, file } = await captioned();
  const remove = (from = file) => editor.call("DELETE", "/captions", { id, language: "fr", from });
  const undo = (seriesId = made.id) =>
    editor.call("POST", "/series/undo", {
      id: seriesId,
      captions: { episode: id, language: "fr", file },
    });
  expect((await remove()).code).toBe(200);
  expect(await languagesOf(id)).toEqual([]);
  const other = await makeSeries(app);
  app.clock.advance(1);
  expect((await undo(other.id)).code).toBe(404);
  expect((await undo()).info).toMatchObject({ id: made.id });
  expect((await undo()).code).toBe(200);
  expect(await languagesOf(id)).toEqual(["fr"]);
  expect((await auditOf(made.id)).map(({ action }) => action)).toEqual(["captions.delete", "series.undo"]);

  await remove();
  await media.saveCaption(app.database.db, {
    episodeId: id,
    language: "fr",
    file: "new.vtt",
    body: "WEBVTT",
  });
  expect(await undo()).toMatchObject({ code: 409, reason: "changed_meanwhile" });
  await remove("new.vtt");
  await media.saveCaption(app.database.db, { episodeId: id, language: "fr", file, body });
  await remove();

  // Nothing ran meanwhile: the limit is the time, and not whether the row is there.
  app.clock.advance(25 * 3600 * 1000);
  const captions = { episode: id, language: "fr", file };
  const later = await makeOperator(app, "editor");
  expect((await later.call("POST", "/series/undo", { id: made.id, captions })).code).toBe(404);
  const kept = async () =>
    (await app.database.pool.query("select count(*)::int from removed_caption where episode_id = $1", [id]))
      .rows[0].count;
  expect(await kept()).toBe(2);
  await removedCaptionsTask().run({ db: app.database.db, clock: app.clock } as never);
  expect(await kept()).toBe(0);
});

test("§6.3: a part of a film is had by its name alone, and only of the film that the episode has now", async () => {
  const { episodes } = await makeSeries(app);
  const id = episodes[0]?.id ?? "";
  const { rows } = await app.database.pool.query("select asset_id from episode where id = $1", [id]);
  const asset = rows[0].asset_id;
  // The clock went on by days meanwhile.
  const present = await makeOperator(app, "support");
  const ask = async (query: Record<string, string>) =>
    (
      await present.call(
        "GET",
        `/episode/film/part?${new URLSearchParams({ id, asset, ...query }).toString()}`,
      )
    ).code;
  for (const file of [
    "../x",
    "v270.m3u8",
    "index.m3u8",
    "iframes-00000.m4s",
    "v270-00000.m4s\0",
    "v270-init.mp4/..",
  ])
    expect(await ask({ file }), file).toBe(400);
  expect(await ask({ file: "v270-init.mp4", asset: "another" })).not.toBe(200);
  expect(await ask({ file: "v270-init.mp4", id: "01ARZ3NDEKTSV4RRFFQ69G5FAV" })).toBe(404);
  expect((await present.call("GET", "/episode/film?id=01ARZ3NDEKTSV4RRFFQ69G5FAV")).code).toBe(404);
});
