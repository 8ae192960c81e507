import { readdir, readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import type { Homepage, SeriesPage } from "@cliffhanger/contract";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type TestApp, testApp } from "#test/app";
import { silentLog } from "#test/silent-log";
import { actingOn } from "#test/unaudited";
import { timeLimit } from "../../tools/time-limit.ts";
import { loadDemo, removeDemo } from "../src/demo.ts";

const root = join(import.meta.dirname, "../..");
const catalogue = join(root, "demo/catalogue");

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
  await load();
}, timeLimit(120));
afterAll(() => app.close());

function load(): Promise<void> {
  const { clock, store, database } = app;
  return loadDemo({ db: database.db, clock, store, log: silentLog }, root);
}
async function ask<T>(path: string, language = "en"): Promise<T> {
  const answer = await app.http.inject({ url: path, headers: { "accept-language": language } });
  return answer.json().info ?? answer.json().data;
}
const every = (language = "en") => ask<SeriesPage>("/api/homepage/query?pageSize=100", language);

test("the demo catalogue holds 16 series or more, in five languages, each with free and locked episodes", async () => {
  const { list } = await every();
  expect(list.length).toBeGreaterThanOrEqual(16);
  for (const card of list) {
    expect(card.freeEpisodeCount, card.title).toBeGreaterThan(0);
    expect(card.freeEpisodeCount, card.title).toBeLessThan(card.episodeCount);
    expect(card.tags.length, card.title).toBeGreaterThan(1);
  }
  expect(list.filter((card) => card.episodeCount >= 8).length).toBeGreaterThanOrEqual(4);
  for (const language of ["es", "fr", "de", "pt"]) {
    const titles = (await every(language)).list.map((card) => card.title);
    expect(new Set([...titles, ...list.map((card) => card.title)]).size, language).toBeGreaterThan(
      list.length + 10,
    );
  }
});

test("the demo's home has a carousel, sections, a ranking by plays, and every kind of badge that applies", async () => {
  const home = await ask<Homepage>("/api/homepage");
  expect(home.featured.list[0]?.title).toBe("Contract with the Lighthouse Keeper");
  expect(home.featured.list.length).toBeGreaterThanOrEqual(5);
  const kinds = new Map(home.sections.map((section) => [section.kind, section.list]));
  expect([...kinds.keys()].toSorted()).toEqual(["grid", "ranking", "row", "switcher"]);
  const plays = kinds.get("ranking")?.map((card) => card.playCount) ?? [];
  expect(plays).toEqual(plays.toSorted((a, b) => b - a));
  const badges = new Set((await every()).list.map((card) => card.badge));
  expect(badges).toEqual(new Set(["hot", "new", null]));
});

test("every series of the demo is in its programme, and all of it takes at most 70 MB", async () => {
  const programme = JSON.parse(await readFile(join(root, "demo/programme.json"), "utf8"));
  expect(Object.keys(programme.series).toSorted()).toEqual((await readdir(catalogue)).toSorted());
  for (const name of programme.featured) expect(programme.series).toHaveProperty(name);
  let bytes = 0;
  for (const entry of await readdir(catalogue, { recursive: true, withFileTypes: true }))
    if (entry.isFile()) bytes += (await stat(join(entry.parentPath, entry.name))).size;
  expect(bytes).toBeLessThan(70e6);
});

test("the demo can be removed, and stays removed at the next start", async () => {
  const output = await removeDemo(actingOn(app), root);
  expect(output.length).toBeGreaterThanOrEqual(16);
  await load();
  await expect.poll(async () => (await every()).total).toBe(0);
});
