import {
  type InlinedQuery,
  type Language,
  matchScreen,
  parseLanguage,
  type Route,
  type ScreenName,
} from "@cliffhanger/contract";
import { cachedResponseOf } from "#platform/http/cached-response";
import { DomainError } from "#platform/http/errors";
import { pages } from "./index.ts";
import {
  configOf,
  type Page,
  type PageContent,
  type PageContext,
  type PageData,
  type PlainRequest,
  type RenderedDocument,
} from "./page.ts";

type AnyPageData = (request: PlainRequest & { route: Route }) => ReturnType<PageData<ScreenName>>;

/** Where a page is, and in which language. */
interface Place {
  /** The language that the address itself names; the page is then another one to search engines. */
  asked: Language | null;
  language: Language;
  origin: string;
}

/** Returns the page for a path. Only `ep`, `sort`, `series`, `lang` and `continue` of the query reach it, so few are cached. */
export async function renderPage(
  context: PageContext,
  path: string,
  query: URLSearchParams,
  place: Omit<Place, "asked">,
): Promise<Page> {
  const here: Place = { ...place, asked: parseLanguage(query.get("lang")) };
  const route = matchScreen(path);
  // The table pairs each name with the data of its own route.
  const dataOf = pages[route.name] as AnyPageData;
  try {
    const content = await dataOf({ context, route, path, query, language: place.language });
    return content ? await renderContent(context, content, here) : await renderNotFound(context, here);
  } catch (error) {
    if (error instanceof DomainError && error.code === 404) return renderNotFound(context, here);
    throw error;
  }
}

async function renderContent(context: PageContext, content: PageContent, place: Place): Promise<Page> {
  const { key, viewer, headers } = content;
  const document = await (key
    ? cached(context, key, place, () => render(context, content, place))
    : render(context, content, place));
  const personal = viewer ? await viewer(document.source as InlinedQuery[]) : null;
  return { document, status: 200, personal, ...(headers ? { headers } : {}) };
}

const notFound: PageContent = { url: "/404", key: ["notFound"], queries: async () => [] };

/** The page for an address that leads nowhere. */
async function renderNotFound(context: PageContext, place: Place): Promise<Page> {
  const document = await cached(context, ["notFound"], place, () => render(context, notFound, place, true));
  return { document, status: 404, personal: null };
}

async function cached(
  { pages: cache }: PageContext,
  key: readonly string[],
  { language, origin, asked }: Place,
  build: () => Promise<RenderedDocument>,
): Promise<RenderedDocument> {
  return cache.get([...key, language, origin, asked ?? ""].join(" "), build);
}

async function render(
  context: PageContext,
  { url, queries, viewer }: PageContent,
  { language, origin, asked }: Place,
  isMissing = false,
): Promise<RenderedDocument> {
  const config = await configOf(context);
  const inlined = [config.query, ...(await queries(config))];
  const lang = asked ? `${url.includes("?") ? "&" : "?"}lang=${asked}` : "";
  const { html, viewerStateAt } = context.shell.render({
    url: url + lang,
    language,
    origin,
    site: config.site,
    queries: inlined,
    notFound: isMissing,
  });
  const document = cachedResponseOf(html, "text/html; charset=utf-8");
  return {
    ...document,
    viewerStateAt: Buffer.byteLength(html.slice(0, viewerStateAt)),
    // Kept only where one viewer's own answers are made from it.
    ...(viewer ? { source: inlined } : {}),
  };
}
