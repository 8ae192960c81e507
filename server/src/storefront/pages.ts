import { type Language, SeriesQuery, type Site } from "@cliffhanger/contract";
import { type Document, type Documents, documentOf } from "#platform/http/document";
import { Refusal } from "#platform/http/errors";
import type { PlaybackContext } from "#playback";
import { readPublicConfig } from "#site";
import { type ListContext, normaliseQuery, readSeriesPage, readTags } from "./lists.ts";
import { readEpisodes, readHomepage, readPlayableEpisode, readSeries } from "./read.ts";
import type { InlinedQuery, Shell } from "./shell.ts";

/** A page for everybody, and what this one viewer gets put in. */
export interface Page {
  document: Document;
  status: number;
  /** Goes in at the mark; null where nothing is personal. */
  personal: InlinedQuery[] | null;
}

/** What pages are made of. */
export interface PageContext extends PlaybackContext, ListContext {
  shell: Shell;
  pages: Documents;
}

/** The page for a path. Only `ep` and `sort` of the query reach the page, so that the pages kept stay few. */
export async function renderPage(
  context: PageContext,
  path: string,
  query: URLSearchParams,
  language: Language,
  origin: string,
): Promise<Page> {
  const route = context.shell.route(path);
  if (route.name === "home") {
    const document = await keep(context, ["home", language, origin], async (config) =>
      draw(context, "/", language, origin, config.site, [
        config.query,
        { name: "GET /api/homepage", params: {}, result: await readHomepage(context, language) },
      ]),
    );
    return { document, status: 200, personal: null };
  }
  if (route.name === "browse" || route.name === "more") {
    return renderList(context, route, query.get("sort"), language, origin);
  }
  if (route.name === "notFound") return renderNotFound(context, language, origin);
  if (route.name === "watch") return renderWatch(context, route.seriesId, query.get("ep"), language, origin);
  return renderFrame(context, path, language, origin);
}

/** A screen whose content the browser fetches: the frame, the title and the words come with the page. */
async function renderFrame(
  context: PageContext,
  path: string,
  language: Language,
  origin: string,
): Promise<Page> {
  const { site, query } = await configOf(context);
  return {
    document: draw(context, path, language, origin, site, [query]),
    status: 200,
    personal: null,
  };
}

/** Series on the first page of a list: two, three, four and six columns end evenly. The app asks for as many. */
const listPageSize = 24;

async function renderList(
  context: PageContext,
  { name, id }: { name: "browse" | "more"; id: string },
  asked: string | null,
  language: Language,
  origin: string,
): Promise<Page> {
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
  if (id === "recommended") return [];
  return [{ name: "GET /api/homepage", params: {}, result: await readHomepage(context, language) }];
}

async function renderWatch(
  context: PageContext,
  seriesId: string,
  ep: string | null,
  language: Language,
  origin: string,
): Promise<Page> {
  const number = ep !== null && /^[1-9]\d{0,4}$/.test(ep) ? Number(ep) : null;
  try {
    const episodes = await readEpisodes(context, seriesId, language);
    const chosen = episodes.find((episode) => episode.number === number) ?? episodes[0];
    const url = `/videos/${seriesId}${number !== null && chosen?.number === number ? `?ep=${number}` : ""}`;
    const document = await keep(context, ["watch", url, language, origin], async (config) => {
      const list = {
        list: episodes,
        total: episodes.length,
        page: 1,
        pageSize: episodes.length,
        hasMore: false,
      };
      return draw(context, url, language, origin, config.site, [
        config.query,
        {
          name: "GET /api/video",
          params: { id: seriesId },
          result: await readSeries(context, seriesId, language),
        },
        { name: "GET /api/video/episode", params: { seriesId }, result: list },
      ]);
    });
    if (!chosen || chosen.locked) return { document, status: 200, personal: null };
    const playable = await readPlayableEpisode(context, chosen.id, language);
    return {
      document,
      status: 200,
      personal: [{ name: "GET /api/video/episode", params: { id: chosen.id }, result: playable }],
    };
  } catch (error) {
    if (error instanceof Refusal && error.code === 404) return renderNotFound(context, language, origin);
    throw error;
  }
}

async function renderNotFound(context: PageContext, language: Language, origin: string): Promise<Page> {
  const document = await keep(context, ["notFound", language, origin], async (config) =>
    draw(context, "/404", language, origin, config.site, [config.query], true),
  );
  return { document, status: 404, personal: null };
}

type Config = { site: Site; query: InlinedQuery };

function keep(
  context: PageContext,
  key: string[],
  build: (config: Config) => Promise<Document>,
): Document | Promise<Document> {
  return context.pages.get(key.join(" "), async () => build(await configOf(context)));
}

async function configOf({ db }: PageContext): Promise<Config> {
  const config = await readPublicConfig(db);
  return { site: config.site, query: { name: "GET /api/config", params: {}, result: config } };
}

function draw(
  { shell }: PageContext,
  url: string,
  language: Language,
  origin: string,
  site: Site,
  queries: InlinedQuery[],
  notFound = false,
): Document {
  const { html } = shell.render({ url, language, origin, site, queries, notFound });
  return documentOf(html, "text/html; charset=utf-8");
}

/** The text of a page with this viewer's data in its place. `<` is escaped, so that no text can end the element. */
export function personalise(document: Document, personal: InlinedQuery[]): string {
  const json = JSON.stringify({ queries: personal }).replaceAll("<", "\\u003c");
  const element = `<script type="application/json" id="private-state">${json}</script>`;
  return document.body.toString().replace("<!--private-->", () => element);
}
