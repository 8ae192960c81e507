import { SeriesPage } from "@cliffhanger/contract";
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { setPlays } from "#catalogue";
import { asSystem } from "#platform/db/audit";
import { type TestApp, testApp } from "#test/app";
import { makeSeries } from "#test/factories";
import { unaudited } from "#test/unaudited";

let app: TestApp;
const ids: Record<string, string> = {};

beforeAll(async () => {
  app = await testApp();
  const romance = { kind: "category", name: { en: "Romance", fr: "Amour" } } as const;
  const foxes = { kind: "tag", name: { en: "Foxes" } } as const;
  const series = {
    salt: { title: { en: "The Salt Road", fr: "La route du sel" }, tags: [romance] },
    lighthouse: { title: { en: "Lighthouse", de: "Der Leuchtturmwärter" }, tags: [romance, foxes] },
    keeper: { title: { en: "The Lighthouse Keeper" }, tags: [] },
    fox: { title: { en: "狐の嫁入り" }, tags: [foxes] },
    ete: { title: { en: "An Été in Paris" }, tags: [romance] },
  };
  let plays = 10;
  for (const [name, options] of Object.entries(series)) {
    const { id } = await makeSeries(app, { ...options, episodes: 1 });
    ids[name] = id;
    await asSystem(app.database.db, "restore", (trx) => setPlays(trx, id, plays));
    plays += 10;
    app.clock.advance(60);
  }
});
afterAll(() => app.close());

async function ask(query: string, language = "en") {
  const answer = await app.http.inject({
    url: `/api/homepage/query?${query}`,
    headers: { "accept-language": language },
  });
  expect(answer.statusCode, query).toBe(200);
  expect(answer.json().code, query).toBe(200);
  return SeriesPage.parse(answer.json().data);
}
const titles = async (query: string, language?: string) =>
  (await ask(query, language)).list.map((card) => card.title);
const find = (keyword: string, language?: string) =>
  titles(`keyword=${encodeURIComponent(keyword)}`, language);

test("R12, R81: a tag lists its series, the reserved id all series, an unknown id none", async () => {
  expect(await titles("tag=romance")).toEqual(["An Été in Paris", "Lighthouse", "The Salt Road"]);
  expect(await titles("tag=foxes&sort=newest")).toEqual(["狐の嫁入り", "Lighthouse"]);
  const all = (await ask("tag=all")).list.map((card) => card.id);
  expect(all.toSorted()).toEqual(Object.values(ids).toSorted());
  expect(await ask("tag=all")).toEqual(await ask(""));
  expect(await ask("tag=unknown")).toMatchObject({ list: [], total: 0, hasMore: false });
  expect(await ask("tag=%00'")).toMatchObject({ list: [], total: 0 });
});

test("R12: categories and tags share one list, each with its kind, its name in the language, and its count", async () => {
  const tags = async (query: string) => {
    const answer = await app.http.inject({
      url: `/api/tag${query}`,
      headers: { "accept-language": "fr" },
    });
    return answer.json().data.list;
  };
  const romance = { id: "romance", kind: "category", name: "Amour", seriesCount: 3 };
  const foxes = { id: "foxes", kind: "tag", name: "Foxes", seriesCount: 2 };
  expect(await tags("?kind=category")).toEqual([romance]);
  expect(await tags("?kind=tag")).toEqual([foxes]);
  expect((await tags("")).toSorted((a: { id: string }, b: { id: string }) => (a.id < b.id ? -1 : 1))).toEqual(
    [foxes, romance],
  );
  const inBoth = (await ask("tag=romance")).list.find((card) => card.id === ids["lighthouse"]);
  expect(inBoth?.tags.map(({ id }) => id).toSorted()).toEqual(["foxes", "romance"]);
});

test("R13, R81: a section lists its whole source in its own order, recommended is reserved, unknown is empty", async () => {
  expect(await titles("section=top&pageSize=2")).toEqual(["An Été in Paris", "狐の嫁入り"]);
  expect((await ask("section=featured")).list[0]?.title).toBe("An Été in Paris");
  expect((await ask("section=recommended")).total).toBe(5);
  expect((await ask("section=unknown")).total).toBe(0);
  await unaudited(app.database.pool).query("delete from section where id = 'recommended'");
  expect((await ask("section=recommended&pageSize=99")).total).toBe(5);
});

test("R81: series are ordered by play count or by publication, newest first", async () => {
  expect((await ask("sort=popular")).list.map((card) => card.playCount)).toEqual([50, 40, 30, 20, 10]);
  expect((await ask("sort=newest")).list.map((card) => card.id)).toEqual(Object.values(ids).reverse());
  expect(await ask("sort=nonsense")).toEqual(await ask("sort=recommended"));
});

test("R33, R81: the pages of a list contain every series once, and the last one says so", async () => {
  for (const list of ["sort=newest", "sort=popular", "tag=romance", "section=top", "keyword=the"]) {
    const whole = (await ask(`${list}&pageSize=100`)).list.map((card) => card.id);
    const paged: string[] = [];
    for (let page = 1; ; page++) {
      const part = await ask(`${list}&pageSize=2&page=${page}`);
      expect(part).toMatchObject({ page, pageSize: 2, total: whole.length });
      paged.push(...part.list.map((card) => card.id));
      if (!part.hasMore) break;
    }
    expect(paged, list).toEqual(whole);
  }
  expect(await ask("page=999")).toMatchObject({ list: [], total: 5, page: 999, hasMore: false });
});

test("R81: invalid values of page and size are clamped, never refused", async () => {
  for (const [query, page, pageSize] of [
    ["page=0&pageSize=0", 1, 1],
    ["page=-3&pageSize=1000", 1, 100],
    ["page=99999999999999999999&pageSize=NaN", 10_000, 20],
    ["page=two&pageSize=", 1, 20],
    ["page=1.9&pageSize=2e1", 1, 20],
    ["page=2&page=3&pageSize=5&pageSize=6", 2, 5],
    ["page=Infinity&pageSize=-Infinity", 10_000, 1],
  ] as const) {
    expect(await ask(query), query).toMatchObject({ page, pageSize });
  }
});

test("R24: search ignores case and accents and corrects a typo, in title, tags and synopsis", async () => {
  expect(await find("SALT road")).toEqual(["The Salt Road"]);
  expect(await find("ete")).toEqual(["An Été in Paris"]);
  expect(await find("ligthouse keeper")).toEqual(["The Lighthouse Keeper"]);
  expect(await find("lihgthou")).toEqual(["Lighthouse", "The Lighthouse Keeper"].sort());
  expect(await find("fox")).toEqual(["狐の嫁入り", "Lighthouse"]);
  expect((await ask("keyword=mine")).total).toBe(5);
  expect(await find("nothing of this")).toEqual([]);
});

test.each(["ligt", "lght", "lihg", "lifh", "lghth", "liight", "ligth", "lihght", "lighy", "sakt", "ruad"])(
  "R24: a typo is corrected in words of at least four letters, even while typing: %s",
  async (keyword) => {
    const expected = keyword.startsWith("l") ? ["Lighthouse", "The Lighthouse Keeper"] : ["The Salt Road"];
    expect((await find(keyword)).toSorted()).toEqual(expected);
  },
);

test("R24: three letters are not corrected, and a short existing word is never taken for another", async () => {
  expect(await find("lgi")).toEqual([]);
  expect(await find("salt")).toEqual(["The Salt Road"]);
  expect((await ask("keyword=ligt")).suggestions?.[0]).toBe("light");
});

test("R24: a title that begins with the keyword is before one that contains it, whatever their plays", async () => {
  expect(await find("lighthouse")).toEqual(["Lighthouse", "The Lighthouse Keeper"]);
  expect(await find("l")).toEqual(["Lighthouse", "The Lighthouse Keeper"]);
});

test("R9, R24: search uses the requested language and falls back to English", async () => {
  expect(await find("route du sel", "fr")).toEqual(["La route du sel"]);
  expect(await find("leuchtturmwarter", "dy")).toEqual(["Der Leuchtturmwärter"]);
  expect(await find("salt", "pt")).toEqual(["The Salt Road"]);
  expect(await find("amour", "fr")).toEqual(["An Été in Paris", "Lighthouse", "La route du sel"]);
});

test("R24: a title in a script without spaces is found by any part of it", async () => {
  for (const part of ["狐", "狐の", "嫁入り", "入り", "り", "狐の嫁入り"])
    expect(await find(part), part).toEqual(["狐の嫁入り"]);
  expect(await find("犬")).toEqual([]);
});

test("R23: suggestions name tags and titles similar to the keyword, even if nothing was found", async () => {
  expect((await ask("keyword=rom")).suggestions).toContain("Romance");
  expect((await ask("keyword=ligthouse")).suggestions?.[0]).toBe("lighthouse");
  expect(await ask("keyword=salt%20keeper")).toMatchObject({ total: 0 });
  expect((await ask("keyword=salt%20keeper")).suggestions).toContain("The Lighthouse Keeper");
  expect((await ask("tag=all")).suggestions).toBeUndefined();
});

test("R24: no keyword causes an error, whatever it contains", async () => {
  const hard = [
    "",
    " ",
    "\u0000",
    "'",
    "\\",
    "a:*",
    "!(&|)<->",
    "%",
    "_",
    "💥",
    "\ud800",
    "a'b\"c",
    "x".repeat(10_000),
  ];
  for (const keyword of hard) await ask(`keyword=${encodeURIComponent(keyword.toWellFormed())}`);
  await ask("keyword=%FF%FE");
  await ask("keyword=a&keyword=b&keyword[]=c");
  await fc.assert(
    fc.asyncProperty(fc.string({ unit: "binary", maxLength: 40 }), async (keyword) => {
      const page = await ask(`keyword=${encodeURIComponent(keyword.toWellFormed())}`);
      expect(page.list.length).toBeLessThanOrEqual(page.total);
    }),
    { numRuns: 150 },
  );
});

test("R24: a new title is found, and the old one is not", async () => {
  const { id } = await makeSeries(app, { title: { en: "Passing Name" }, episodes: 1 });
  await expect.poll(() => find("passing")).toEqual(["Passing Name"]);
  await unaudited(app.database.pool).query("update series set published_at = null where id = $1", [id]);
  await app.database.pool.query("select pg_notify('catalogue_changed', '')");
  await expect.poll(() => find("passing")).toEqual([]);
  expect((await ask("tag=all")).total).toBe(5);
});

test("R79: tags contain their kind, name and number of series; one kind alone if requested", async () => {
  const tags = async (query: string, language = "en") =>
    (await app.http.inject({ url: `/api/tag${query}`, headers: { "accept-language": language } })).json()
      .data;
  expect(await tags("", "fr")).toEqual({
    list: [
      { id: "romance", kind: "category", name: "Amour", seriesCount: 3 },
      { id: "foxes", kind: "tag", name: "Foxes", seriesCount: 2 },
    ],
    total: 2,
    page: 1,
    pageSize: 2,
    hasMore: false,
  });
  expect((await tags("?kind=tag")).list.map((tag: { id: string }) => tag.id)).toEqual(["foxes"]);
  expect((await tags("?kind=strange")).total).toBe(2);
});

test("public lists have an ETag and a Vary header, and are the same for everyone", async () => {
  const answer = await app.http.inject({
    url: "/api/homepage/query?tag=romance",
    headers: { cookie: "sid=1" },
  });
  expect(answer.headers).toMatchObject({
    "cache-control": "public, no-cache",
    vary: "Accept-Language, Accept-Encoding",
  });
  const again = await app.http.inject({
    url: "/api/homepage/query?tag=romance",
    headers: { "if-none-match": String(answer.headers.etag) },
  });
  expect(again.statusCode).toBe(304);
  expect(answer.json().data.list[0].progress).toBeNull();
});

test("a badge is correct: nothing free, among the three most played, or new", async () => {
  const { id } = await makeSeries(app, { title: { en: "Closed Doors" }, episodes: 2, free: 0 });
  const badges = async () =>
    Object.fromEntries((await ask("tag=all")).list.map((card) => [card.id, card.badge]));
  await expect.poll(badges).toMatchObject({ [id]: "vip", [ids["salt"] ?? ""]: "new" });
  await asSystem(app.database.db, "restore", (trx) => setPlays(trx, ids["fox"] ?? "", 5000));
  await asSystem(app.database.db, "restore", (trx) => setPlays(trx, ids["keeper"] ?? "", 999));
  await app.database.pool.query("select pg_notify('catalogue_changed', '')");
  await expect.poll(badges).toMatchObject({ [ids["fox"] ?? ""]: "hot", [ids["keeper"] ?? ""]: "new" });
  app.clock.advance(15 * 86_400);
  await app.database.pool.query("select pg_notify('catalogue_changed', '')");
  await expect.poll(badges).toMatchObject({ [ids["fox"] ?? ""]: "hot", [ids["keeper"] ?? ""]: null });
});
