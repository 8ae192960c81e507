import { type Language, SeriesQuery } from "@cliffhanger/contract";
import { EVERY_SERIES, listSections, RECOMMENDED } from "#catalogue";
import { cachedResponseOf } from "#platform/http/cached-response";
import { normaliseQuery, readSeriesPage, readTags } from "../lists.ts";
import { readHomepage } from "../read.ts";
import type { InlinedQuery } from "../shell.ts";
import { readTrending } from "../trending.ts";
import { renderNotFound } from "./frames.ts";
import { configOf, draw, keep, type Page, type PageContext } from "./page.ts";

/** The page on which one begins to look for something. */
export async function renderSearch(context: PageContext, language: Language, origin: string): Promise<Page> {
  const document = await keep(context, ["search", language, origin], async ({ site, query }) =>
    draw(context, "/search", language, origin, site, [
      query,
      { name: "GET /api/search/trending", params: {}, result: await readTrending(context, language) },
      {
        name: "GET /api/tag",
        params: { kind: "category" },
        result: await readTags(context, "category", language),
      },
    ]),
  );
  return { document, status: 200, personal: null };
}

/** What a keyword finds. Drawn for each who asks and not kept: there is no end to keywords. */
export async function renderResults(
  context: PageContext,
  keyword: string,
  language: Language,
  origin: string,
): Promise<Page> {
  const params = { keyword, page: "1", pageSize: String(listPageSize) };
  const wanted = normaliseQuery(SeriesQuery.parse(params));
  const [{ site, query }, first] = await Promise.all([
    configOf(context),
    readSeriesPage(context, wanted, language),
  ]);
  if (first.total > 0) context.searched?.(keyword);
  const url = `/searchDetail/${encodeURIComponent(keyword)}`;
  const document = draw(context, url, language, origin, site, [
    query,
    { name: "GET /api/homepage/query", params, result: first },
  ]);
  return { document, status: 200, personal: null };
}

/** Series on the first page of a list: two, three, four and six columns end evenly. The app asks for as many. */
const listPageSize = 24;

/** The page of a category or section. */
export async function renderList(
  context: PageContext,
  { name, id }: { name: "browse" | "more"; id: string },
  asked: string | null,
  language: Language,
  origin: string,
): Promise<Page> {
  if (!(await isThere(context, name, id))) return renderNotFound(context, language, origin);
  const { sort } = SeriesQuery.parse({ sort: asked ?? undefined });
  const usual = sort === "recommended";
  const document = await keep(context, [name, id, sort, language, origin], async (config) => {
    const params = {
      [name === "browse" ? "tag" : "section"]: id,
      ...(usual ? {} : { sort }),
      page: "1",
      pageSize: String(listPageSize),
    };
    const first = await readSeriesPage(context, normaliseQuery(SeriesQuery.parse(params)), language);
    return draw(context, `/${name}/${id}${usual ? "" : `?sort=${sort}`}`, language, origin, config.site, [
      config.query,
      { name: "GET /api/homepage/query", params, result: first },
      ...(await queryNamesOf(context, name, id, language)),
    ]);
  });
  return { document, status: 200, personal: null };
}

/** Whether there is such a category, tag or section: anybody may make up ids, and each would cost a page. */
async function isThere(
  { db, tagNames, responses }: PageContext,
  name: "browse" | "more",
  id: string,
): Promise<boolean> {
  if (name === "browse") return id === EVERY_SERIES || (await tagNames.byId()).has(id);
  if (id === RECOMMENDED) return true;
  const { source } = await responses.get("section ids", async () => ({
    ...cachedResponseOf("", "text/plain"),
    source: new Set((await listSections(db)).map((section) => section.id)),
  }));
  return (source as ReadonlySet<string>).has(id);
}

/** Where the list's name stands: a category's among the categories, a section's on the home screen. */
async function queryNamesOf(
  context: PageContext,
  name: "browse" | "more",
  id: string,
  language: Language,
): Promise<InlinedQuery[]> {
  if (name === "browse") {
    const params = { kind: "category" };
    return [{ name: "GET /api/tag", params, result: await readTags(context, "category", language) }];
  }
  if (id === RECOMMENDED) return [];
  return [{ name: "GET /api/homepage", params: {}, result: await readHomepage(context, language) }];
}
