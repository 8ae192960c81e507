import { Homepage, PlayableEpisode, Series } from "@cliffhanger/contract";
import { afterAll, beforeAll, expect, test } from "vitest";
import { announceChange, publishEpisode, saveEpisode, setPlays } from "#catalogue";
import { asSystem } from "#platform/db/audit";
import { type TestApp, testApp } from "#test/app";
import { type MadeSeries, makeSeries } from "#test/factories";
import { unaudited } from "#test/unaudited";

let app: TestApp;
let series: MadeSeries;

beforeAll(async () => {
  app = await testApp();
  series = await makeSeries(app, {
    title: { en: "The Salt Road", fr: "La route du sel" },
    tags: [
      { kind: "tag", name: { en: "Asian Stories", fr: "Histoires d’Asie" } },
      { kind: "category", name: { en: "Romance", fr: "Romance" } },
    ],
  });
});
afterAll(() => app.close());

const get = (url: string, language = "en") =>
  app.http.inject({ url, headers: { "accept-language": language } });

test("R10, R11, R80: home contains the featured carousel and the default sections with their names", async () => {
  const answer = await get("/api/homepage");
  expect(answer.json()).toMatchObject({ code: 200, message: "" });
  const home = Homepage.parse(answer.json().info);
  expect(home.featured.title).toBe("Featured Videos");
  expect(home.featured.list.map((card) => card.id)).toContain(series.id);
  const titles = home.sections.map((section) => section.title);
  expect(titles).toEqual(
    expect.arrayContaining(["Asian Stories", "More Recommendations", "Click to Switch Categories"]),
  );
  const switcher = home.sections.find((section) => section.kind === "switcher");
  expect(switcher?.tabs).toEqual([{ id: "romance", name: "Romance" }]);
});

test("a ranking is shown only after something was watched", async () => {
  const kinds = async () =>
    Homepage.parse((await get("/api/homepage")).json().info).sections.map((section) => section.kind);
  expect(await kinds()).not.toContain("ranking");
  const { db } = app.database;
  await asSystem(db, "restore", (trx) => setPlays(trx, series.id, 3));
  await announceChange(db, series.id);
  await expect.poll(kinds).toContain("ranking");
  await asSystem(db, "restore", (trx) => setPlays(trx, series.id, 0));
  await announceChange(db, series.id);
  await expect.poll(kinds).not.toContain("ranking");
});

test("R9: texts are in the requested language, by either code, and each field falls back to English", async () => {
  for (const language of ["fr", "fy", "fr-CA"]) {
    const { info } = (await get(`/api/video?id=${series.id}`, language)).json();
    expect(info).toMatchObject({ title: "La route du sel", synopsis: "Two sisters, one mine." });
  }
  expect((await get("/api/homepage", "dy")).json().info.featured.title).toBe("Im Rampenlicht");
});

test("R72, R40: a series is answered completely, and a missing one is code 404", async () => {
  const info = Series.parse((await get(`/api/video?id=${series.id}`)).json().info);
  expect(info).toMatchObject({
    episodeCount: 3,
    freeEpisodeCount: 2,
    playCount: 0,
    badge: "new",
    unlocked: false,
    entitledBy: null,
  });
  const missing = await get("/api/video?id=nothing");
  expect(missing.statusCode).toBe(200);
  expect(missing.json()).toMatchObject({ code: 404, reason: "not_found" });
});

test("R71: all episodes of a series come in one page, with their locks", async () => {
  const { data } = (await get(`/api/video/episode?seriesId=${series.id}`)).json();
  expect(data).toMatchObject({ total: 3, page: 1, hasMore: false });
  expect(data.list.map((episode: { locked: boolean }) => episode.locked)).toEqual([false, false, true]);
});

test("R71, R47: a free episode has media URLs for ten minutes, and those of the next one", async () => {
  const answer = await get(`/api/video/episode?id=${series.episodes[0]?.id}`);
  expect(answer.headers["cache-control"]).toContain("no-store");
  const { playback } = PlayableEpisode.parse(answer.json().info);
  expect(playback.hls).toMatch(new RegExp(`^/media/v/[^/]+/${series.episodes[0]?.assetId}/index\\.m3u8$`));
  const lifetime = (Date.parse(playback.expiresAt) - app.clock.now().getTime()) / 1000;
  expect(lifetime).toBeGreaterThan(500);
  expect(lifetime).toBeLessThanOrEqual(600);
  expect(playback.next).toMatchObject({ number: 2, locked: false });
  expect(playback.next?.hls).toContain(series.episodes[1]?.assetId);
});

test("R14: an episode's URL comes with its playlists and init segments, so a player requests neither", async () => {
  const answer = await get(`/api/video/episode?id=${series.episodes[0]?.id}`);
  expect(PlayableEpisode.parse(answer.json().info).playback.startup).toEqual({
    playlists: { "index.m3u8": "#EXTM3U\nv720.m3u8\n", "v720.m3u8": "#EXTM3U\nv720-00000.m4s\n" },
    inits: { "v720-init.mp4": Buffer.alloc(700, 1).toString("base64") },
  });
});

test("R14, R71: the list includes the media URLs of the requested episode, or of the first one before any progress", async () => {
  const opened = async (play: string) =>
    (await get(`/api/video/episode?seriesId=${series.id}&play=${play}`)).json().data;
  const [first, second] = series.episodes;
  expect(await opened("resume")).toMatchObject({ total: 3, playing: { id: first?.id } });
  expect(await opened("2")).toMatchObject({ total: 3, playing: { id: second?.id } });
  expect((await opened("3")).playing).toBeNull();
  expect((await get(`/api/video/episode?seriesId=${series.id}&play=x`)).statusCode).toBe(400);
});

test("R47: a locked episode is code 402 with the offer and without any media URL", async () => {
  const answer = await get(`/api/video/episode?id=${series.episodes[2]?.id}`);
  expect(answer.json()).toMatchObject({
    code: 402,
    reason: "payment_required",
    info: { offer: { seriesId: series.id, fromEpisode: 3 } },
  });
  expect(answer.body).not.toContain("/media/");
  const before = (await get(`/api/video/episode?id=${series.episodes[1]?.id}`)).json().info.playback.next;
  expect(before).toMatchObject({ number: 3, locked: true, hls: null });
});

test("an id of the wrong form, or none, is HTTP 400 and names the field", async () => {
  for (const url of [
    "/api/video",
    "/api/video?id=%00",
    "/api/video?id=a&id=b",
    `/api/video?id=${"x".repeat(40)}`,
    "/api/video/episode",
  ]) {
    const answer = await get(url);
    expect(answer.statusCode, url).toBe(400);
    expect(answer.json().errors.length, url).toBeGreaterThan(0);
  }
});

test("R60: fbclid and ttclid are accepted on every call, and unknown parameters are ignored", async () => {
  expect((await get("/api/homepage?fbclid=abc&ttclid=&anything=1")).json().code).toBe(200);
});

test("R85: the public configuration has its list, and the site its branding", async () => {
  const { data } = (await get("/api/config")).json();
  expect(data.list).toEqual([]);
  expect(data.site).toMatchObject({ name: "Cliffhanger", languages: ["en", "es", "fr", "de", "pt"] });
});

test("R42: a configuration entry of the wrong form is never sent", async () => {
  const other = await testApp();
  const at = other.clock.now();
  await unaudited(other.database.pool).query(
    "insert into config_entry values ('facebook_pixel_id', '123456789', $1), ('tiktok_pixel', '<script>', $1), ('secret', 'x', $1)",
    [at],
  );
  const { data } = (await other.http.inject("/api/config")).json();
  expect(data.list).toEqual([{ config_key: "facebook_pixel_id", config_value: "123456789" }]);
  await other.close();
});

test("an unpublished episode is hidden everywhere, and a published one is visible at once on every node", async () => {
  const { db } = app.database;
  const id = await asSystem(db, "restore", (trx) =>
    saveEpisode(trx, app.clock, { seriesId: series.id, number: 4, title: { en: "Part 4" } }),
  );
  expect((await get(`/api/video/episode?id=${id}`)).json().code).toBe(404);
  expect((await get(`/api/video/episode?seriesId=${series.id}`)).json().data.total).toBe(3);
  const assetId = series.episodes[0]?.assetId ?? "";
  await asSystem(db, "restore", (trx) =>
    publishEpisode(trx, app.clock, { id, assetId, duration: 18, thumbnail: null }),
  );
  await expect
    .poll(async () => (await get(`/api/video/episode?seriesId=${series.id}`)).json().data.total)
    .toBe(4);
});

test("R1: without the built app, pages say what to run", async () => {
  const answer = await get("/");
  expect(answer.statusCode).toBe(503);
  expect(answer.body).toContain("npm run build");
});

test("the colours of the site are a style sheet, and the health endpoint answers", async () => {
  const asked = await get("/theme.css");
  expect([asked.body, asked.headers["cache-control"]]).toEqual([
    expect.stringContaining("--accent: #FF4F64"),
    "public, no-cache",
  ]);
  const named = await get("/theme.css?colours=FF4F64FF8A4C");
  expect([named.body, named.headers["cache-control"]]).toEqual([asked.body, "public, max-age=86400"]);
  expect((await get("/healthz")).statusCode).toBe(200);
  expect((await get("/readyz")).body).toBe("ready\n");
});
