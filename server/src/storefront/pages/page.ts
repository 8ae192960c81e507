import type { InlinedQuery, Language, RouteOf, ScreenName, Site } from "@cliffhanger/contract";
import type { CachedResponse, ResponseCache } from "#platform/http/cached-response";
import type { Caller } from "#platform/http/caller";
import { type Abilities, type InformationPages, readPublicConfig } from "#site";
import type { ListContext } from "../lists.ts";
import type { PersonalContext } from "../personal.ts";
import type { Recognised } from "../recognise/recognise.ts";
import type { Shell } from "../shell.ts";

/** A rendered page, the same for every visitor, with the offset at which the viewer's own state is inserted. */
export interface RenderedDocument extends CachedResponse {
  viewerStateAt: number;
}

/** A page for every visitor, and the state that is inserted for this viewer. */
export interface Page {
  document: RenderedDocument;
  status: number;
  /** Null if nothing is personal. */
  personal: InlinedQuery[] | null;
  /** Response headers of this page in place of the usual ones; such a page is not cached. */
  headers?: Record<string, string>;
}

/** The dependencies of the pages. */
export interface PageContext extends PersonalContext, ListContext {
  shell: Shell;
  /** Finds the caller. Only pages with per-viewer content call it. */
  caller?: () => Promise<Caller | null>;
  /** The same, with what the caller has of a series. */
  recognise?: (seriesId: string) => Promise<Recognised | null>;
  pages: ResponseCache;
  information: InformationPages;
  abilities: Abilities;
  /** The script of the card form; null if the site accepts no cards. */
  cardScriptUrl: string | null;
  /** The country that the browser reports. */
  region: string | null;
  /** The currency of displayed prices. */
  currency: string;
  /** Called after a search with results. */
  searched?: (keyword: string) => void;
}

/** The branding of the site, and the call that returns it. */
export type Config = { site: Site; query: InlinedQuery };

/** The request for a page without path parameters. */
export interface PlainRequest {
  context: PageContext;
  path: string;
  /** The request's query, reduced to the parameters that the page declares, so that few variants are cached. */
  query: URLSearchParams;
  language: Language;
}

/** The request for a screen's page. */
export type PageRequest<N extends ScreenName> = PlainRequest & { route: RouteOf<N> };

/** The data of a page: the queries that it inlines, and its cache key. */
export interface PageContent {
  /** The path and query that it is rendered with. */
  url: string;
  /** The cache key, in addition to language and origin; null if the page is rendered for each request. */
  key: readonly string[] | null;
  /** Returns the queries to inline after the configuration. Called only if the page is not cached. */
  queries: (config: Config) => Promise<InlinedQuery[]>;
  /** Returns the queries of this viewer, derived from those of the page; null if nothing is personal. */
  viewer?: (inlined: readonly InlinedQuery[]) => Promise<InlinedQuery[] | null>;
  headers?: Record<string, string>;
}

/** Returns the data of a screen's page; null if its address names nothing that exists. */
export type PageData<N extends ScreenName> = (
  request: PageRequest<N>,
) => PageContent | null | Promise<PageContent | null>;

/** Returns the configuration, which every page inlines first. */
export async function configOf({ db, abilities }: Pick<PageContext, "db" | "abilities">): Promise<Config> {
  const config = await readPublicConfig(db, abilities);
  return { site: config.site, query: { name: "GET /api/config", params: {}, result: config } };
}
