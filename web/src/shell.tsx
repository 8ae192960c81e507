import type { Site } from "@cliffhanger/contract";
import { type Language, languages, parseLanguage } from "@cliffhanger/contract/languages";
import type { ReactNode } from "react";
import { renderToString } from "react-dom/server";
import { i18nOf } from "./all-messages.ts";
import { App } from "./app/app.tsx";
import type { CodeComes } from "./app/code-tags.ts";
import { documentHead } from "./app/document-head.ts";
import { wordsOf } from "./app/later-screens.ts";
import type { Manifest } from "./app/manifest.ts";
import { type PageState, type SeededQuery, seedQueries } from "./app/page-state.ts";
import { createQueryClient } from "./app/query-client.ts";
import { matchRoute, type Route, type ScreenName } from "./app/routes.ts";
import { provideScreen } from "./app/screen-registry.ts";
import { describePage } from "./describe-page.ts";
import { formatCount } from "./lib/format-count.ts";
import { translator } from "./lib/messages.ts";
import { BrowseScreen } from "./screens/browse.tsx";
import { ContactUsScreen } from "./screens/contact-us.tsx";
import { FavoritesScreen } from "./screens/favorites.tsx";
import { HistorysScreen } from "./screens/historys.tsx";
import { HomeScreen } from "./screens/home.tsx";
import { IndividualScreen } from "./screens/individual.tsx";
import { InfoScreen } from "./screens/info.tsx";
import { LoginScreen } from "./screens/login.tsx";
import { MoreScreen } from "./screens/more.tsx";
import { MyScreen } from "./screens/my.tsx";
import { NotFoundScreen } from "./screens/not-found.tsx";
import { OrderEasyScreen } from "./screens/order-easy.tsx";
import { OrderResultScreen } from "./screens/order-result.tsx";
import { RegisterScreen } from "./screens/register.tsx";
import { RetrievePasswordScreen } from "./screens/retrieve-password.tsx";
import { SearchScreen } from "./screens/search.tsx";
import { SearchDetailScreen } from "./screens/search-detail.tsx";
import { ShoppingScreen } from "./screens/shopping.tsx";
import { UnlockedScreen } from "./screens/unlocked.tsx";
import { WatchScreen } from "./screens/watch.tsx";
import { offlinePage } from "./service-worker/offline-page.tsx";

const screens: Record<ScreenName, () => ReactNode> = {
  home: HomeScreen,
  watch: WatchScreen,
  browse: BrowseScreen,
  more: MoreScreen,
  my: MyScreen,
  login: LoginScreen,
  register: RegisterScreen,
  retrievePassword: RetrievePasswordScreen,
  individual: IndividualScreen,
  favorites: FavoritesScreen,
  historys: HistorysScreen,
  search: SearchScreen,
  results: SearchDetailScreen,
  info: InfoScreen,
  contactUs: ContactUsScreen,
  shopping: ShoppingScreen,
  unlocked: UnlockedScreen,
  orderResult: OrderResultScreen,
  orderEasy: OrderEasyScreen,
  notFound: NotFoundScreen,
};

/** What one page is made of. */
export interface ShellInput {
  /** Path and query as requested. */
  url: string;
  language: Language;
  /** Scheme, host and port as visitors see them. */
  origin: string;
  site: Site;
  /** The answers that the first view shows, the same for everybody. */
  queries: SeededQuery[];
  /** The path is a route, but what it names does not exist. */
  notFound?: boolean;
}

/** Renders what is seen first. The HTML holds one `<!--private-->`, where answers for one viewer alone may go. */
export interface Shell {
  route(path: string): Route;
  render(input: ShellInput): { html: string; status: 200 | 404 };
  /** The page that a device shows without a connection. */
  offline(input: Pick<ShellInput, "language" | "site">): string;
  /** What the site is, in a sentence. */
  description(language: Language): string;
}

/**
 * Builds the shell from the client build's files.
 * @param files the text of `dist/client/index.html` and the parsed `dist/client/.vite/manifest.json`
 */
export function createShell(files: { template: string; manifest: Manifest }): Shell {
  for (const [name, screen] of Object.entries(screens)) provideScreen(name as ScreenName, screen);
  return {
    route: matchRoute,
    render: (input) => render(files, input),
    offline: (input) => offlinePage({ ...files, ...input }),
    description: (language) => translator(i18nOf(language))("info.description"),
  };
}

function render(files: { template: string; manifest: Manifest }, input: ShellInput) {
  const { language, site, queries, url } = input;
  const path = url.split("?", 1)[0] ?? "/";
  const route: Route = input.notFound ? { name: "notFound" } : matchRoute(path);
  const missing = route.name === "notFound";
  const i18n = i18nOf(language);
  const queryClient = createQueryClient();
  seedQueries(queryClient, language, queries);
  const app = renderToString(
    <App i18n={i18n} queryClient={queryClient} site={site} url={url} missingPath={missing ? path : null} />,
  );
  const head = documentHead({
    ...describePage(route, input, translator(i18n)),
    asked: parseLanguage(new URLSearchParams(url.split("?")[1]).get("lang")),
    languages: offeredBy(site),
    siteName: site.name,
    language,
    origin: input.origin,
    path,
    chunks: chunksFor(route.name, language),
    first: route.name === "watch" ? ["src/app/page-runway.ts"] : [],
    ahead: aheadOf(route.name, language),
    code: codeOf(route.name),
    manifest: files.manifest,
  });
  const state: PageState = {
    language,
    site,
    queries,
    counts: countsIn(queries, language),
    notFound: missing,
  };
  const html = files.template
    .replace('<html lang="en">', () => `<html lang="${language}">`)
    .replace("<!--head-->", () => head)
    .replace("<!--app-->", () => app.replace(ownPreloads, ""))
    .replace("<!--state-->", () => `${inlineJson("state", state)}<!--private-->`);
  return { html, status: missing ? (404 as const) : (200 as const) };
}

// Where a screen's code is, for those not named as their file.
const files: Partial<Record<ScreenName, string>> = {
  retrievePassword: "retrieve-password",
  results: "search-detail",
  contactUs: "contact-us",
  orderResult: "order-result",
  orderEasy: "order-easy",
  notFound: "not-found",
};

// Nobody types here, and links work without the app: its code comes after what is seen. Elsewhere it is waited for.
const read = new Set<ScreenName>(["home", "browse", "more", "results", "info", "shopping", "notFound"]);

function codeOf(name: ScreenName): CodeComes {
  if (name === "watch") return "soon";
  return read.has(name) ? "after" : "with";
}

function chunksFor(name: ScreenName, language: Language): string[] {
  const core = [`src/messages/${language}/core.json`, `src/screens/${files[name] ?? name}.tsx`];
  if (name === "home") return core;
  const words = wordsOf(name).map((group) => `src/messages/${language}/${group}.json`);
  const player = name === "watch" ? ["src/features/playback/hls-engine.ts"] : [];
  return [...core, "src/app/later-screens.ts", ...words, ...player];
}

// Most taps lead to a film, else to a list. While an episode plays, the line is the player's; where a card is entered, the
// gateway's.
function aheadOf(name: ScreenName, language: Language): string[] {
  if (name === "watch" || name === "orderEasy") return [];
  return [...chunksFor("watch", language), ...chunksFor("browse", language)];
}

/** The languages that a site offers; one that names none offers all. */
function offeredBy(site: Site): Language[] {
  const named = site.languages.map(parseLanguage).filter((language) => language !== null);
  return named.length > 0 ? [...new Set(named)] : [...languages];
}

function countsIn(queries: SeededQuery[], language: Language): Record<string, string> {
  const counts: Record<string, string> = {};
  JSON.stringify(queries, (name, value) => {
    if (name === "playCount" && typeof value === "number") counts[value] = formatCount(value, language);
    return value;
  });
  return counts;
}

// React puts preloads of its own before the markup; the head has the one that counts.
const ownPreloads = /^(?:<link rel="preload"[^>]*>)+/;

// `<` never stands in it, so no text can end the element.
function inlineJson(id: string, value: unknown): string {
  return `<script type="application/json" id="${id}">${JSON.stringify(value).replaceAll("<", "\\u003c")}</script>`;
}
