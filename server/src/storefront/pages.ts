import {
  chooseEpisode,
  type Language,
  type PageName,
  parseLanguage,
  type Series,
  SeriesQuery,
  type Site,
} from "@cliffhanger/contract";
import type { View } from "#library";
import type { Caller } from "#platform/http/caller";
import { type Document, type Documents, documentOf } from "#platform/http/document";
import { Refusal } from "#platform/http/errors";
import { type Abilities, type InformationPages, readPublicConfig } from "#site";
import { type ListContext, normaliseQuery, readSeriesPage, readTags } from "./lists.ts";
import {
  type EpisodePage,
  episodesFor,
  type Kept,
  keptEpisodes,
  keptSeries,
  type PersonalContext,
  seriesFor,
} from "./personal.ts";
import { readHomepage, readPlayableEpisode } from "./read.ts";
import type { InlinedQuery, Shell } from "./shell.ts";
import { readTrending } from "./trending.ts";

/** A page for everybody, and what this one viewer gets put in. */
export interface Page {
  document: Document;
  status: number;
  /** Goes in at the mark; null where nothing is personal. */
  personal: InlinedQuery[] | null;
}

/** What pages are made of. */
export interface PageContext extends PersonalContext, ListContext {
  shell: Shell;
  /** Finds who asks; only pages that have something of theirs look. */
  caller?: () => Promise<Caller | null>;
  pages: Documents;
  information: InformationPages;
  abilities: Abilities;
  /** Hears of a search that found something. */
  searched?: (keyword: string) => void;
  /** The language that the address itself asks for; the page is then another one to search engines. */
  asked?: Language | null;
}

/** The page for a path. Only `ep`, `sort`, `lang` and `continue` of the query reach the page, so that the pages kept stay few. */
export async function renderPage(
  given: PageContext,
  path: string,
  query: URLSearchParams,
  language: Language,
  origin: string,
): Promise<Page> {
  const context = { ...given, asked: parseLanguage(query.get("lang")) };
  const route = context.shell.route(path);
  if (route.name === "home") {
    // Keeps the place of the continue-watching row, so that nothing moves when the browser fills it.
    const url = query.get("continue") === "1" ? "/?continue=1" : "/";
    const document = await keep(context, ["home", url, language, origin], async (config) =>
      draw(context, url, language, origin, config.site, [
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
  if (route.name === "info") return renderInformation(context, route.page, language, origin);
  if (route.name === "contactUs") return renderInformation(context, "contactUs", language, origin);
  if (route.name === "search") return renderSearch(context, language, origin);
  if (route.name === "results") return renderResults(context, route.keyword, language, origin);
  return renderFrame(context, path, language, origin);
}

async function renderSearch(context: PageContext, language: Language, origin: string): Promise<Page> {
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
async function renderResults(
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

async function renderInformation(
  context: PageContext,
  name: PageName,
  language: Language,
  origin: string,
): Promise<Page> {
  const document = await keep(context, ["info", name, language, origin], async ({ site, query }) => {
    const result = await context.information.read(name, language, site);
    return draw(context, `/${name}`, language, origin, site, [
      query,
      { name: "GET /api/page", params: { name }, result },
    ]);
  });
  return { document, status: 200, personal: null };
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

/** What a watch page is made of, the same for everybody. */
type Watched = { series: Series; episodes: EpisodePage };

/** The page of a series. Without a number it is that of the episode at which this viewer goes on. */
async function renderWatch(
  context: PageContext,
  seriesId: string,
  ep: string | null,
  language: Language,
  origin: string,
): Promise<Page> {
  const number = ep !== null && /^[1-9]\d{0,4}$/.test(ep) ? Number(ep) : null;
  try {
    const [{ source: episodes }, caller] = await Promise.all([
      keptEpisodes(context, seriesId, language),
      context.caller?.() ?? null,
    ]);
    const view = caller && (await context.library.view(caller.id, seriesId));
    const { list } = view ? episodesFor(episodes, view) : episodes;
    const chosen = chooseEpisode(list, number, view?.progress?.episodeId);
    const first = chosen?.id === list[0]?.id && number === null;
    const named = chosen && !first && (number === null || chosen.number === number);
    const url = `/videos/${seriesId}${named ? `?ep=${chosen.number}` : ""}`;
    const document = await keepWatch(context, url, seriesId, language, origin);
    const personal = view ? ownQueries(document.source, view) : [];
    if (chosen && !chosen.locked) {
      const viewer = caller && view && { id: caller.id, view: async () => view };
      const result = await readPlayableEpisode(context, chosen.id, language, viewer);
      personal.push({ name: "GET /api/video/episode", params: { id: chosen.id }, result });
    }
    return { document, status: 200, personal: caller || personal.length > 0 ? personal : null };
  } catch (error) {
    if (error instanceof Refusal && error.code === 404) return renderNotFound(context, language, origin);
    throw error;
  }
}

function keepWatch(
  context: PageContext,
  url: string,
  seriesId: string,
  language: Language,
  origin: string,
): Kept<Watched> | Promise<Kept<Watched>> {
  return keep(context, ["watch", url, language, origin], async (config) => {
    const [{ source: series }, { source: episodes }] = await Promise.all([
      keptSeries(context, seriesId, language),
      keptEpisodes(context, seriesId, language),
    ]);
    const document = draw(context, url, language, origin, config.site, [
      config.query,
      { name: "GET /api/video", params: { id: seriesId }, result: series },
      { name: "GET /api/video/episode", params: { seriesId }, result: episodes },
    ]);
    return { ...document, source: { series, episodes } satisfies Watched };
  }) as Kept<Watched> | Promise<Kept<Watched>>;
}

/**
 * The answers of the page as this viewer gets them, where they differ. Made from what the page was drawn from, so that
 * the browser finds in the markup what it draws at first.
 */
function ownQueries({ series, episodes }: Watched, view: View): InlinedQuery[] {
  const queries: InlinedQuery[] = [];
  if (view.favorite || view.progress)
    queries.push({ name: "GET /api/video", params: { id: series.id }, result: seriesFor(series, view) });
  if (view.episodes.size > 0)
    queries.push({
      name: "GET /api/video/episode",
      params: { seriesId: series.id },
      result: episodesFor(episodes, view),
    });
  return queries;
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
  return context.pages.get([...key, context.asked ?? ""].join(" "), async () =>
    build(await configOf(context)),
  );
}

async function configOf({ db, abilities }: PageContext): Promise<Config> {
  const config = await readPublicConfig(db, abilities);
  return { site: config.site, query: { name: "GET /api/config", params: {}, result: config } };
}

function draw(
  { shell, asked }: PageContext,
  url: string,
  language: Language,
  origin: string,
  site: Site,
  queries: InlinedQuery[],
  notFound = false,
): Document {
  const lang = asked ? `${url.includes("?") ? "&" : "?"}lang=${asked}` : "";
  const { html } = shell.render({ url: url + lang, language, origin, site, queries, notFound });
  return documentOf(html, "text/html; charset=utf-8");
}

/** The text of a page with this viewer's data in its place. `<` is escaped, so that no text can end the element. */
export function personalise(document: Document, personal: InlinedQuery[]): string {
  const json = JSON.stringify({ queries: personal }).replaceAll("<", "\\u003c");
  const element = `<script type="application/json" id="private-state">${json}</script>`;
  return document.body.toString().replace("<!--private-->", () => element);
}
