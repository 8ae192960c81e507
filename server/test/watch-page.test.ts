import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { readConfig } from "#platform/config";
import { type TestApp, testApp } from "#test/app";
import { type MadeSeries, makeSeries } from "#test/factories";
import { headersOf, makeGuest, makeMember, type Person } from "#test/people";
import { raisedLimits } from "#test/raised-limits";
import { silentLog } from "#test/silent-log";
import { type App, createApp, type Shell } from "../src/app.ts";

let app: TestApp;
let node: App;
let series: MadeSeries;
let folder: string;

/** Records what a page is made of instead of rendering the screens. */
const shell: Shell = {
  offline: () => "",
  description: () => "",
  render({ url, queries }) {
    const rendered = JSON.stringify({ url, queries }).replaceAll("<", "\\u003c");
    const html = `<p id="drawn">${rendered}</p>`;
    return { html, status: 200, viewerStateAt: html.length };
  },
};

beforeAll(async () => {
  app = await testApp();
  folder = await mkdtemp(join(tmpdir(), "cliffhanger-web-"));
  node = await createApp({
    ...app,
    config: readConfig({ ...raisedLimits, DATA_DIR: folder, LOG_LEVEL: "silent" }, folder),
    log: silentLog,
    web: { shell, folder },
    role: "web",
  });
  await node.http.ready();
  series = await makeSeries(app, { episodes: 4, free: 3 });
});
afterAll(async () => {
  await node.stop();
  await app.close();
  await rm(folder, { recursive: true, force: true });
});

type Query = { name: string; params: Record<string, string>; result: Record<string, unknown> };

async function page(person: Person | null, rest = "") {
  const answer = await node.http.inject({
    url: `/videos/${series.id}${rest}`,
    headers: person ? headersOf(person) : {},
  });
  expect(answer.statusCode).toBe(200);
  const rendered = /id="drawn">(.*?)<\/p>/s.exec(answer.body)?.[1] ?? "{}";
  const own = /id="viewer-state">(.*?)<\/script>/s.exec(answer.body)?.[1] ?? '{"queries":[]}';
  const { url, queries } = JSON.parse(rendered) as { url: string; queries: Query[] };
  const { queries: personal } = JSON.parse(own) as { queries: Query[] };
  return { url, rendered, queries, personal, headers: answer.headers };
}

/** Below three seconds, which counts no play, so no play count changes under the compared pages. */
const watch = async (person: Person, number: number, position: number, done = false) => {
  app.clock.advance(60);
  const episodeId = series.episodes[number - 1]?.id;
  expect((await person.call("POST", "/api/user/history", { episodeId, position, done })).code).toBe(200);
};
const playable = (personal: Query[]) =>
  personal.find(({ name, params }) => name === "GET /api/video/episode" && "id" in params);

test("R22: the page of a series without a number shows the episode at which its viewer continues", async () => {
  const guest = await makeGuest(app);
  expect((await page(guest)).url).toBe(`/videos/${series.id}`);
  await watch(guest, 2, 2);
  const { url, personal, headers } = await page(guest);
  expect(url).toBe(`/videos/${series.id}?ep=2`);
  expect(headers["cache-control"]).toBe("private, no-store");
  expect(playable(personal)).toMatchObject({
    params: { id: series.episodes[1]?.id },
    result: { progress: { position: 2, done: false } },
  });
  await watch(guest, 2, 2.5, true);
  expect((await page(guest)).url).toBe(`/videos/${series.id}?ep=3`);
  await watch(guest, 3, 2.5, true);
  expect((await page(guest)).url).toBe(`/videos/${series.id}?ep=3`);
});

test("R14: the number in the address takes precedence over the watch history, unless there is no such episode", async () => {
  const guest = await makeGuest(app);
  await watch(guest, 2, 2);
  expect((await page(guest, "?ep=1")).url).toBe(`/videos/${series.id}?ep=1`);
  expect((await page(guest, "?ep=3")).url).toBe(`/videos/${series.id}?ep=3`);
  expect((await page(guest, "?ep=77")).url).toBe(`/videos/${series.id}?ep=2`);
  expect((await page(await makeGuest(app), "?ep=77")).url).toBe(`/videos/${series.id}`);
});

test("R39: the page contains its viewer's private answers, equal to those of the calls, and the viewer's grant", async () => {
  const member = await makeMember(app);
  await watch(member, 1, 2);
  await member.call("POST", "/api/user/favorite", { seriesId: series.id });
  const { personal } = await page(member);
  const [one, all] = personal;
  const call = async (path: string) => JSON.parse(JSON.stringify(await member.call("GET", path)));
  expect(one?.result).toEqual((await call(`/api/video?id=${series.id}`)).info);
  expect(one?.result).toMatchObject({ favorite: true, progress: { number: 1 } });
  expect(all?.result).toEqual((await call(`/api/video/episode?seriesId=${series.id}`)).data);
  expect(JSON.stringify(playable(personal)?.result)).toContain(`.${member.id}.`);
});

test("T06: the rendered page is the same for every viewer and contains no private data", async () => {
  const guest = await makeGuest(app);
  await watch(guest, 3, 2);
  const theirs = await page(guest);
  const everybodys = await page(null, "?ep=3");
  expect(theirs.rendered).toBe(everybodys.rendered);
  expect(everybodys.rendered).not.toContain(guest.id);
  expect(everybodys.queries.map(({ result }) => result["progress"] ?? null)).toEqual([null, null, null]);
  expect(everybodys.personal).toHaveLength(1);
});

test("R39: a viewer new to a series gets the page with a grant only, even with an ended session", async () => {
  const guest = await makeGuest(app, { by: "header" });
  for (const person of [guest, { ...guest, token: "x".repeat(43) }]) {
    const { url, personal } = await page(person);
    expect(url).toBe(`/videos/${series.id}`);
    expect(personal).toHaveLength(1);
  }
  expect(JSON.stringify((await page(guest)).personal)).toContain(guest.id);
});
