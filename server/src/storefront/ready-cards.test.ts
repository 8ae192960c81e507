import { createHash } from "node:crypto";
import { type Language, languages, SeriesCard, SeriesPage } from "@cliffhanger/contract";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import * as z from "zod";
import {
  cardsOf,
  findCards,
  listPage,
  openTagNames,
  prepareBacklog,
  saveSeries,
  saveSeriesImages,
  searchBacklogTask,
  setPlays,
  storedCardOf,
  withdrawSeries,
} from "#catalogue";
import { asSystem } from "#platform/db/audit";
import { inTransaction } from "#platform/db/database";
import { secondNode, type TestApp, testApp } from "#test/app";
import { anImage, makeSeries } from "#test/factories";
import { silentLog } from "#test/silent-log";
import { timeLimit } from "../../../tools/time-limit.ts";

type Node = Awaited<ReturnType<typeof secondNode>>;

let app: TestApp;
let other: Node;
const oddTitles = [
  `Say "yes"`,
  "back\\slash",
  "line\u2028break",
  "tab\tand\u0007bell",
  "Émigré 狐 🦊",
  "</script>",
];
const romance = { kind: "category", name: { en: "Romance", fr: "Amour" } } as const;
const foxes = { kind: "tag", name: { en: "Foxes", de: "Füchse" } } as const;

beforeAll(async () => {
  app = await testApp({ CARD_CACHE_MB: "1" });
  other = await secondNode(app);
  for (const [at, title] of [...oddTitles, ...Array.from({ length: 14 }, (_, n) => `Story ${n}`)].entries()) {
    const { id } = await makeSeries(app, {
      title: at % 3 === 0 ? { en: title, es: `${title} (es)` } : { en: title },
      tags: at % 4 === 0 ? [romance, foxes] : at % 2 === 0 ? [foxes] : [],
      episodes: 1,
      free: at % 5 === 0 ? 0 : 1,
    });
    await asSystem(app.database.db, "restore", (trx) => setPlays(trx, id, at * 400));
    app.clock.advance(at * 86_400);
  }
});
afterAll(async () => {
  await other.stop();
  await app.close();
});

async function ask(node: Pick<Node, "http">, query: string, language: Language = "en") {
  const answer = await node.http.inject({
    url: `/api/homepage/query?${query}`,
    headers: { "accept-language": language },
  });
  return answer.json().data as SeriesPage;
}
const titles = async (node: Pick<Node, "http">, query: string, language?: Language) =>
  (await ask(node, query, language)).list.map((card) => card.title);

test("V6: 200 pages of lists with ready cards equal those composed from rows", async () => {
  const { db } = app.database;
  const names = await openTagNames(db).byId();
  let seed = 7;
  const random = (below: number) => {
    seed = (seed * 48_271) % 2_147_483_647;
    return seed % below;
  };
  for (let round = 0; round < 200; round++) {
    const tag = ["all", "romance", "foxes", "unknown"][random(4)] ?? "all";
    const sort = (["newest", "popular", "recommended"] as const)[random(3)] ?? "newest";
    const [page, pageSize] = [1 + random(4), 1 + random(12)];
    const language = languages[random(languages.length)] ?? "en";
    const source = tag === "all" ? ({ type: "all" } as const) : ({ type: "tag", tag } as const);
    const slice = { offset: (page - 1) * pageSize, limit: pageSize };
    const { series, total } = await listPage(db, source, sort, slice);
    const rows = await findCards(
      db,
      series.map(({ id }) => id),
    );
    const list = cardsOf(rows, names, language, app.clock.now());
    expect(await ask(app, `tag=${tag}&sort=${sort}&page=${page}&pageSize=${pageSize}`, language)).toEqual({
      list,
      total,
      page,
      pageSize,
      hasMore: page * pageSize < total,
    });
  }
});

test("V7: every answer passes the contract's schema, whatever a title contains", async () => {
  const all = new Set<string>();
  for (const language of languages) {
    for (let page = 1; page <= 7; page++) {
      const answer = SeriesPage.parse(await ask(app, `sort=popular&page=${page}&pageSize=3`, language));
      for (const card of answer.list) all.add(card.title);
    }
  }
  for (const title of oddTitles) expect(all).toContain(title);
});

test("V7: a raised version of cards rewrites all of them while the site answers", async () => {
  const { db } = app.database;
  await sql`update series_card set version = 0, head = '{"id":"old"'`.execute(db);
  await sql`update catalogue_state set card_version = 0`.execute(db);
  const fresh = await secondNode(app);
  expect((await ask(fresh, "sort=popular")).list.every((card) => SeriesCard.safeParse(card).success)).toBe(
    true,
  );
  await prepareBacklog(db);
  const task = searchBacklogTask();
  const signal = new AbortController().signal;
  while ((await task.run({ db, clock: app.clock, log: silentLog, signal })) > 0);
  const { rows } = await sql`select from series_card where version = 0`.execute(db);
  expect(rows).toEqual([]);
  expect(await ask(fresh, "sort=popular")).toEqual(await ask(app, "sort=popular"));
  await fresh.stop();
});

test("a node of an older version leaves its series to the newer one", async () => {
  const { db } = app.database;
  await sql`update catalogue_state set card_version = card_version + 1`.execute(db);
  await makeSeries(app, { title: { en: "Written by the older node" }, episodes: 1 });
  const { rows: waiting } = await sql`select from search_backlog`.execute(db);
  expect(waiting).toHaveLength(1);
  const due = searchBacklogTask().hasWork(app.clock.now());
  const { rows } = await sql<{ due: boolean }>`select ${due} as due`.execute(db);
  expect(rows).toEqual([{ due: false }]);
  await sql`update catalogue_state set card_version = card_version - 1`.execute(db);
  await sql`delete from search_backlog`.execute(db);
});

test("V7: CARD_VERSION rises with the shape and the composition of a card", () => {
  const series = {
    id: "fixed",
    title: { en: "Title", de: "Titel" },
    poster: anImage,
    episode_count: 3,
    free_episode_count: 9,
    next_release_at: new Date("2026-12-01T18:00:00Z"),
    tags: [{ id: "foxes", name: { en: "Foxes", de: "Füchse" } }],
  };
  const made = languages.map((language) => storedCardOf(series, language).head);
  const shape = JSON.stringify([z.toJSONSchema(SeriesCard), made]);
  const hash = createHash("sha256").update(shape).digest("hex").slice(0, 16);
  // If this fails, cards have changed: increment CARD_VERSION in catalogue/cards/ready-card.ts, and put the new hash here.
  expect(hash).toBe("b65020019f5b6e0c");
});

const soon = { timeout: timeLimit(1), interval: 20 };

test("V8: publishing, renaming, a new tag, a new poster and taking down are visible on another node within a second", async () => {
  const { db } = app.database;
  const { id } = await makeSeries(app, { title: { en: "Fresh" }, episodes: 1 });
  await expect.poll(() => titles(other, "sort=newest"), soon).toContain("Fresh");
  const { rows } = await sql<{ source_key: string }>`select source_key from series where id = ${id}`.execute(
    db,
  );
  const input = {
    sourceKey: rows[0]?.source_key ?? "",
    title: { en: "Fresher" },
    synopsis: { en: "" },
    language: "en" as const,
    freeEpisodeCount: 1,
    completed: false,
  };
  const brides = { kind: "tag", name: { en: "Brides" } } as const;
  await asSystem(db, "restore", (trx) => saveSeries(trx, app.clock, input, [brides]));
  await expect.poll(() => titles(other, "sort=newest"), soon).toContain("Fresher");
  await expect.poll(() => titles(other, "tag=brides"), soon).toEqual(["Fresher"]);
  await expect.poll(() => titles(other, "keyword=fresher"), soon).toEqual(["Fresher"]);
  await asSystem(db, "restore", (trx) =>
    saveSeries(trx, app.clock, input, [{ ...brides, name: { en: "Brides", de: "Bräute" } }]),
  );
  const tagsOf = async () => (await ask(other, "tag=brides", "de")).list.flatMap((card) => card.tags);
  await expect.poll(tagsOf, soon).toEqual([{ id: "brides", name: "Bräute" }]);
  const poster = { ...anImage, url: "/media/images/ffffffffffffffffffff-360.webp" };
  await asSystem(db, "restore", (trx) => saveSeriesImages(trx, id, { poster, cover: poster }));
  const posterOf = async () => (await ask(other, "tag=brides")).list.map((card) => card.poster.url);
  await expect.poll(posterOf, soon).toEqual([poster.url]);
  await asSystem(db, "restore", (trx) => withdrawSeries(trx, app.clock, id));
  await expect.poll(() => titles(other, "tag=brides"), soon).toEqual([]);
  await expect.poll(() => titles(other, "keyword=fresher"), soon).toEqual([]);
  await expect.poll(() => titles(other, "sort=newest"), soon).not.toContain("Fresher");
});

test("V8: a change whose notification was lost is visible on every node within six seconds", async () => {
  const { db } = app.database;
  const { id } = await makeSeries(app, { title: { en: "Before" }, tags: [romance], episodes: 1 });
  // Twice: an answer is cached when it is asked for again.
  for (const _ of [1, 2]) expect(await titles(other, "tag=romance&sort=newest")).toContain("Before");
  await inTransaction(db, async (trx) => {
    await asSystem(trx, "restore", (trx) =>
      sql`update series set published_at = null where id = ${id}`.execute(trx),
    );
    await sql`update catalogue_state set version = version + 1`.execute(trx);
  });
  await expect
    .poll(() => titles(other, "tag=romance&sort=newest"), { timeout: timeLimit(6.5), interval: 200 })
    .not.toContain("Before");
});
