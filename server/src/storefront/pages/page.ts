import type { InlinedQuery, Language, RouteOf, ScreenName, Site } from "@cliffhanger/contract";
import type { CachedResponse, ResponseCache } from "#platform/http/cached-response";
import type { Caller } from "#platform/http/caller";
import { type Abilities, type InformationPages, readPublicConfig } from "#site";
import type { ListContext } from "../lists.ts";
import type { PersonalContext } from "../personal.ts";
import type { Recognised } from "../recognise/recognise.ts";
import type { Shell } from "../shell.ts";

/** A rendered page, the same for everybody, with the offset at which a viewer's own state is inserted. */
export interface RenderedDocument extends CachedResponse {
  viewerStateAt: number;
}

/** A page for everybody, and the state that is inserted for this one viewer. */
export interface Page {
  document: RenderedDocument;
  status: number;
  /** Null where nothing is personal. */
  personal: InlinedQuery[] | null;
  /** Those that it is sent with, where they are not every page's; such a page is kept nowhere. */
  headers?: Record<string, string>;
}

/** What pages are made of. */
export interface PageContext extends PersonalContext, ListContext {
  shell: Shell;
  /** Finds who asks; only pages that have something of theirs look. */
  caller?: () => Promise<Caller | null>;
  /** The same, with what the caller has of a series. */
  recognise?: (seriesId: string) => Promise<Recognised | null>;
  pages: ResponseCache;
  information: InformationPages;
  abilities: Abilities;
  /** The script of the card form; null where no card is taken. */
  cardScriptUrl: string | null;
  /** The country that the browser names. */
  region: string | null;
  /** What prices are told in. */
  currency: string;
  /** Hears of a search that found something. */
  searched?: (keyword: string) => void;
}

/** The branding of the site, and the call that returns it. */
export type Config = { site: Site; query: InlinedQuery };

/** What is asked of a page that depends on no parameter of its path. */
export interface PlainRequest {
  context: PageContext;
  path: string;
  /** The request's query. Only the parameters that a page names reach it, so that few pages are cached. */
  query: URLSearchParams;
  language: Language;
}

/** What is asked of a screen's page. */
export type PageRequest<N extends ScreenName> = PlainRequest & { route: RouteOf<N> };

/** The data of a page: what it inlines, and what it is cached by. */
export interface PageContent {
  /** The path and query that it is rendered with. */
  url: string;
  /** What the page depends on, in addition to language and origin; null where it is rendered for each request. */
  key: readonly string[] | null;
  /** The queries to inline, after the configuration. Asked only where the page is not cached. */
  queries: (config: Config) => Promise<InlinedQuery[]>;
  /** The queries of this viewer alone, made from those of the page; null where nothing is personal. */
  viewer?: (inlined: readonly InlinedQuery[]) => Promise<InlinedQuery[] | null>;
  headers?: Record<string, string>;
}

/** Returns the data of a screen's page; null where its address names nothing that exists. */
export type PageData<N extends ScreenName> = (
  request: PageRequest<N>,
) => PageContent | null | Promise<PageContent | null>;

/** What every page begins with. */
export async function configOf({ db, abilities }: PageContext): Promise<Config> {
  const config = await readPublicConfig(db, abilities);
  return { site: config.site, query: { name: "GET /api/config", params: {}, result: config } };
}
