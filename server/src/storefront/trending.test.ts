import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openSearchCounter, searchRetentionTask } from "#catalogue";
import type { TestApp } from "#test/app";
import { testApp } from "#test/app";
import { makeSeries } from "#test/factories";
import { silentLog } from "#test/silent-log";

const titles = ["Velvet Debt", "Glass Harbour", "Night Ferry", "Paper Crown", "Élan perdu", "Quiet Storm"];

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
  for (const title of titles) await makeSeries(app, { title: { en: title }, episodes: 1 });
});
afterAll(() => app.close());

const search = (keyword: string, from: string, more: Record<string, string> = { intent: "results" }) =>
  app.http.inject({
    url: `/api/homepage/query?${new URLSearchParams({ keyword, page: "1", pageSize: "24", ...more }).toString()}`,
    remoteAddress: from,
  });
const trending = async () => (await app.http.inject("/api/search/trending")).json().data;
const counted = async () => {
  const { rows } = await sql<{ term: string; count: number }>`
    select term, count from search_term order by term`.execute(app.database.db);
  return rows;
};

test("R23: while there are few searches, the most played titles are returned and marked as such", async () => {
  const answer = await trending();
  expect(answer.source).toBe("popular");
  expect(answer.list.toSorted()).toEqual(titles.toSorted());
});

test("R23: a search counts after it found something, once per household, and without storing the searcher", async () => {
  await search("Velvet  DEBT", "10.0.0.1");
  await search("velvet debt", "10.0.0.1");
  await search("velvet debt", "10.0.0.2");
  await search("velvet", "10.0.0.3", {});
  await search("paper", "10.0.0.3", { intent: "results", page: "2" });
  await search("nothing of that name", "10.0.0.3");
  await search("velvet@debt", "10.0.0.3");
  await search("v", "10.0.0.3");
  await expect.poll(counted).toEqual([{ term: "velvet debt", count: 2 }]);
  const { rows } = await sql<{ name: string }>`
    select column_name as name from information_schema.columns where table_name = 'search_term'`.execute(
    app.database.db,
  );
  expect(rows.map(({ name }) => name).toSorted()).toEqual(["count", "day", "language", "term"]);
});

test("R23: terms with at least three searches in seven days trend, most frequent first, spelled as in the title", async () => {
  const counter = openSearchCounter({ db: app.database.db, clock: app.clock, log: silentLog });
  const searches = [...titles.keys()].flatMap((at) => Array.from({ length: 9 - at }, () => titles[at] ?? ""));
  for (const [at, title] of searches.entries()) counter.note(title.toUpperCase(), "en", `10.1.0.${at}`);
  for (const at of [1, 2]) counter.note("harbour", "en", `10.2.0.${at}`);
  await counter.flush();
  const { rows } = await sql<{ term: string }>`
    select term from search_term where term = 'elan perdu'`.execute(app.database.db);
  expect(rows, "kept without accents").toHaveLength(1);
  // A change of the catalogue drops the cached response.
  await makeSeries(app, { title: { en: "The Newest" }, episodes: 1 });
  await expect.poll(trending).toMatchObject({ source: "searches", list: titles });
  app.clock.advance(8 * 86_400);
  await makeSeries(app, { title: { en: "Newer still" }, episodes: 1 });
  await expect.poll(trending).toMatchObject({ source: "popular" });
});

test("R23: searches are deleted after thirty days", async () => {
  const counter = openSearchCounter({ db: app.database.db, clock: app.clock, log: silentLog });
  app.clock.advance(30 * 86_400);
  counter.note("night ferry", "en", "10.3.0.1");
  await counter.flush();
  const { clock, database } = app;
  const { signal } = new AbortController();
  await searchRetentionTask().run({ db: database.db, clock, log: silentLog, signal });
  expect(await counted()).toEqual([{ term: "night ferry", count: 1 }]);
});

test.each(["12345678", "call 555 1234 now", "a", "x".repeat(41), "me@example.com", "!!!"])(
  "R23: %j is not shown to others",
  async (typed) => {
    const before = await counted();
    const counter = openSearchCounter({ db: app.database.db, clock: app.clock, log: silentLog });
    counter.note(typed, "en", "10.4.0.1");
    await counter.flush();
    expect(await counted()).toEqual(before);
  },
);
