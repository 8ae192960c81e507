import { type InlinedQuery, type Language, type RouteOf, SeriesQuery } from "@cliffhanger/contract";
import { EVERY_SERIES, listSections, RECOMMENDED } from "#catalogue";
import { cachedResponseOf } from "#platform/http/cached-response";
import { normaliseQuery, readSeriesPage, readTags } from "../lists.ts";
import { readHomepage } from "../read.ts";
import { readTrending } from "../trending.ts";
import type { PageContent, PageContext, PageRequest, PlainRequest } from "./page.ts";

/** Home, with its sections. */
export function home({ context, query, language }: PlainRequest): PageContent {
  // Holds the place of the continue-watching row, so that nothing moves when the browser fills it.
  const url = query.get("continue") === "1" ? "/?continue=1" : "/";
  return {
    url,
    key: ["home", url],
    queries: async (): Promise<InlinedQuery[]> => [
      { name: "GET /api/homepage", params: {}, result: await readHomepage(context, language) },
    ],
  };
}

/** The page on which a search begins. */
export function search({ context, language }: PlainRequest): PageContent {
  return {
    url: "/search",
    key: ["search"],
    queries: async (): Promise<InlinedQuery[]> => [
      { name: "GET /api/search/trending", params: {}, result: await readTrending(context, language) },
      {
        name: "GET /api/tag",
        params: { kind: "category" },
        result: await readTags(context, "category", language),
      },
    ],
  };
}

/** What a keyword finds. Rendered for each request: there is no end to keywords. */
export function results({ context, route: { keyword }, language }: PageRequest<"results">): PageContent {
  const params = { keyword, page: "1", pageSize: String(listPageSize) };
  return {
    url: `/searchDetail/${encodeURIComponent(keyword)}`,
    key: null,
    queries: async (): Promise<InlinedQuery[]> => {
      const first = await readSeriesPage(context, normaliseQuery(SeriesQuery.parse(params)), language);
      if (first.total > 0) context.searched?.(keyword);
      return [{ name: "GET /api/homepage/query", params, result: JSON.parse(first.json) }];
    },
  };
}

/** Series on the first page of a list: two, three, four and six columns end evenly. The app asks for as many. */
const listPageSize = 24;

/** The page of a category or section; null where there is none. */
export async function list({
  context,
  route: { name, id },
  query,
  language,
}: PlainRequest & { route: RouteOf<"browse" | "more"> }): Promise<PageContent | null> {
  if (!(await isThere(context, name, id))) return null;
  const { sort } = SeriesQuery.parse({ sort: query.get("sort") ?? undefined });
  const usual = sort === "recommended";
  const params = {
    [name === "browse" ? "tag" : "section"]: id,
    ...(usual ? {} : { sort }),
    page: "1",
    pageSize: String(listPageSize),
  };
  return {
    url: `/${name}/${id}${usual ? "" : `?sort=${sort}`}`,
    key: [name, id, sort],
    queries: async (): Promise<InlinedQuery[]> => {
      const first = await readSeriesPage(context, normaliseQuery(SeriesQuery.parse(params)), language);
      return [
        { name: "GET /api/homepage/query", params, result: JSON.parse(first.json) },
        ...(await queryNamesOf(context, name, id, language)),
      ];
    },
  };
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
