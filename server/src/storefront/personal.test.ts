import { Series } from "@cliffhanger/contract";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type TestApp, testApp } from "#test/app";
import { type MadeSeries, makeSeries } from "#test/factories";
import { headersOf, makeGuest, makeMember, type Person } from "#test/people";

// Positions stay below three seconds, because a counted play would change the compared answers.

let app: TestApp;
let series: MadeSeries;

beforeAll(async () => {
  app = await testApp();
  series = await makeSeries(app, { title: { en: "The Salt Road", de: "Die Salzstraße" } });
});
afterAll(() => app.close());

const get = (url: string, person?: Person, headers: Record<string, string> = {}) =>
  app.http.inject({ url, headers: { ...(person ? headersOf(person) : {}), ...headers } });
const one = () => `/api/video?id=${series.id}`;
const all = () => `/api/video/episode?seriesId=${series.id}`;
const play = (number: number) => `/api/video/episode?id=${series.episodes[number - 1]?.id}`;

test("R72: with a session the series includes its My List state and the viewer's progress", async () => {
  const member = await makeMember(app);
  await member.call("POST", "/api/user/favorite", { seriesId: series.id });
  await member.call("POST", "/api/user/history", { episodeId: series.episodes[1]?.id, position: 2.25 });
  const answer = await get(one(), member, { "accept-language": "de" });
  expect(answer.headers["cache-control"]).toBe("private, no-store");
  expect(answer.headers["etag"]).toBeUndefined();
  expect(Series.parse(answer.json().info)).toMatchObject({
    title: "Die Salzstraße",
    favorite: true,
    progress: { episodeId: series.episodes[1]?.id, number: 2, position: 2.25, duration: 18 },
  });
  await member.call("DELETE", "/api/user/favorite", { seriesId: series.id });
  expect((await get(one(), member)).json().info).toMatchObject({ favorite: false, progress: { number: 2 } });
});

test("R71: with a session the episodes include the viewer's progress in each", async () => {
  const guest = await makeGuest(app, { by: "header" });
  await guest.call("POST", "/api/user/history", {
    episodeId: series.episodes[0]?.id,
    position: 2,
    done: true,
  });
  await guest.call("POST", "/api/user/history", { episodeId: series.episodes[1]?.id, position: 1 });
  const answer = await get(all(), guest);
  expect(answer.headers["cache-control"]).toBe("private, no-store");
  const progress = answer.json().data.list.map((episode: { progress: unknown }) => episode.progress);
  expect(progress).toEqual([{ position: 2, done: true }, { position: 1, done: false }, null]);
  expect((await get(play(2), guest)).json().info.progress).toEqual({ position: 1, done: false });
  expect((await get(play(1))).json().info.progress).toBeNull();
});

test("R14, R39: the list includes the media URLs of the episode at which the viewer resumes", async () => {
  const guest = await makeGuest(app);
  await guest.call("POST", "/api/user/history", { episodeId: series.episodes[1]?.id, position: 1 });
  const { data } = (await get(`${all()}&play=resume`, guest)).json();
  expect(data.playing).toMatchObject({ id: series.episodes[1]?.id, progress: { position: 1 } });
  expect(data.playing.playback.hls).toContain(`.${guest.id}.`);
});

test("R47, T01: a grant names its viewer; without a session it names a new anonymous one each time", async () => {
  const guest = await makeGuest(app);
  expect((await get(play(1), guest)).json().info.playback.hls).toContain(`.${guest.id}.`);
  const hls = async () => (await get(play(1))).json().info.playback.hls as string;
  expect(await hls()).not.toContain(guest.id);
  expect(await hls()).not.toBe(await hls());
  expect((await get(play(3), guest)).json()).toMatchObject({ code: 402, reason: "payment_required" });
});

test("T06: personal data is in no public answer, before or after, and the public one stays cached for everyone", async () => {
  const [guest, other] = [await makeGuest(app), await makeGuest(app)];
  const before = await get(one());
  expect(before.headers["cache-control"]).toBe("public, no-cache");
  expect(before.headers["vary"]).toContain("Cookie, X-User-Token");
  await guest.call("POST", "/api/user/history", { episodeId: series.episodes[0]?.id, position: 1.5 });
  expect((await get(one(), guest)).json().info.progress).toMatchObject({ position: 1.5 });
  const after = await get(one());
  expect(after.body).toBe(before.body);
  expect(after.headers["etag"]).toBe(before.headers["etag"]);
  // A viewer without personal data gets the same content, but not from a shared cache.
  for (const encoding of ["identity", "br", "gzip"]) {
    const theirs = await get(one(), other, { "accept-encoding": encoding });
    expect(theirs.headers["cache-control"]).toBe("private, no-store");
    expect(theirs.headers["etag"]).toBeUndefined();
    expect(theirs.headers["set-cookie"]).toBeUndefined();
    const theSame = await get(one(), undefined, { "accept-encoding": encoding });
    expect(theirs.rawPayload.equals(theSame.rawPayload)).toBe(true);
  }
  // A browser with the public answer cached must not get a 304 for the personal one.
  const etag = String(before.headers["etag"]);
  expect((await get(one(), guest, { "if-none-match": etag })).statusCode).toBe(200);
  expect((await get(one(), undefined, { "if-none-match": etag })).statusCode).toBe(304);
});

test("T03: an invalid session is answered like none", async () => {
  const headers = { cookie: `sid=${"x".repeat(43)}` };
  const answer = await get(one(), undefined, headers);
  expect(answer.json().info).toMatchObject({ favorite: false, progress: null });
  expect((await get(all(), undefined, headers)).json().code).toBe(200);
});

test("a missing series and its episodes are code 404 with a session too", async () => {
  const guest = await makeGuest(app);
  for (const url of [
    "/api/video?id=nothing",
    "/api/video/episode?seriesId=nothing",
    "/api/video/episode?id=nothing",
  ])
    expect((await get(url, guest)).json(), url).toMatchObject({ code: 404, reason: "not_found" });
});
