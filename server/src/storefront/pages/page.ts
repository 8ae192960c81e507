import type { Language, Site } from "@cliffhanger/contract";
import { type CachedResponse, cachedResponseOf, type ResponseCache } from "#platform/http/cached-response";
import type { Caller } from "#platform/http/caller";
import { type Abilities, type InformationPages, readPublicConfig } from "#site";
import type { ListContext } from "../lists.ts";
import type { PersonalContext } from "../personal.ts";
import type { InlinedQuery, Shell } from "../shell.ts";

/** A page for everybody, and what this one viewer gets put in. */
export interface Page {
  document: CachedResponse;
  status: number;
  /** Goes in at the mark; null where nothing is personal. */
  personal: InlinedQuery[] | null;
  /** Those that it is sent with, where they are not every page's; such a page is kept nowhere. */
  headers?: Record<string, string>;
}

/** What pages are made of. */
export interface PageContext extends PersonalContext, ListContext {
  shell: Shell;
  /** Finds who asks; only pages that have something of theirs look. */
  caller?: () => Promise<Caller | null>;
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
  /** The language that the address itself asks for; the page is then another one to search engines. */
  asked?: Language | null;
}

/** The site's face, and the call that tells it. */
export type Config = { site: Site; query: InlinedQuery };

/** The page kept under this key, or drawn now. */
export function keep<T extends CachedResponse>(
  context: PageContext,
  key: string[],
  build: (config: Config) => Promise<T>,
): Promise<T> {
  return context.pages.get([...key, context.asked ?? ""].join(" "), async () =>
    build(await configOf(context)),
  );
}

/** What every page begins with. */
export async function configOf({ db, abilities }: PageContext): Promise<Config> {
  const config = await readPublicConfig(db, abilities);
  return { site: config.site, query: { name: "GET /api/config", params: {}, result: config } };
}

/** Draws a page for everybody. */
export function draw(
  { shell, asked }: PageContext,
  url: string,
  language: Language,
  origin: string,
  site: Site,
  queries: InlinedQuery[],
  notFound = false,
): CachedResponse {
  const lang = asked ? `${url.includes("?") ? "&" : "?"}lang=${asked}` : "";
  const { html } = shell.render({ url: url + lang, language, origin, site, queries, notFound });
  return cachedResponseOf(html, "text/html; charset=utf-8");
}
