import type { Episode, Homepage, InformationPage, Series, SeriesPage, Site, Tag } from "@cliffhanger/contract";
import type { Language } from "@cliffhanger/contract/languages";
import type { ReactNode } from "react";
import { renderToString } from "react-dom/server";
import { App } from "./app/app.tsx";
import { wordsOf } from "./app/later-screens.ts";
import { documentHead, type HeadInput, type Manifest } from "./app/document-head.ts";
import { type PageState, type SeededQuery, seedQueries } from "./app/page-state.ts";
import { createQueryClient } from "./app/query-client.ts";
import { episodeOf, matchRoute, type Route, type ScreenName } from "./app/routes.ts";
import { provideScreen } from "./app/screen-registry.ts";
import { heroSizes } from "./features/catalogue/featured-slide.tsx";
import { sectionName, tagName } from "./features/catalogue/list-names.ts";
import { gridSizes } from "./features/catalogue/series-grid.tsx";
import { chooseEpisode, stageImage, stageSizes } from "./features/catalogue/stage-image.ts";
import { createI18n, type MessageKey } from "./lib/i18n.ts";
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
import { RegisterScreen } from "./screens/register.tsx";
import { RetrievePasswordScreen } from "./screens/retrieve-password.tsx";
import { SearchScreen } from "./screens/search.tsx";
import { SearchDetailScreen } from "./screens/search-detail.tsx";
import { WatchScreen } from "./screens/watch.tsx";
import { wordsOfLanguage } from "./words.ts";

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
}

/**
 * Builds the shell from the client build's files.
 * @param files the text of `dist/client/index.html` and the parsed `dist/client/.vite/manifest.json`
 */
export function createShell(files: { template: string; manifest: Manifest }): Shell {
  for (const [name, screen] of Object.entries(screens)) provideScreen(name as ScreenName, screen);
  return { route: matchRoute, render: (input) => render(files, input) };
}

function render(files: { template: string; manifest: Manifest }, input: ShellInput) {
  const { language, site, queries, url } = input;
  const path = url.split("?", 1)[0] ?? "/";
  const route: Route = input.notFound ? { name: "notFound" } : matchRoute(path);
  const missing = route.name === "notFound";
  const i18n = createI18n(language, wordsOfLanguage(language));
  const queryClient = createQueryClient();
  seedQueries(queryClient, language, queries);
  const app = renderToString(
    <App i18n={i18n} queryClient={queryClient} site={site} url={url} missingPath={missing ? path : null} />,
  );
  const head = documentHead({
    ...describe(route, input, i18n.t),
    siteName: site.name,
    language,
    origin: input.origin,
    path,
    chunks: chunksFor(route.name, language),
    manifest: files.manifest,
  });
  const state: PageState = { language, site, queries, notFound: missing };
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
  notFound: "not-found",
};

function chunksFor(name: ScreenName, language: Language): string[] {
  const core = [`src/locales/${language}/core.json`, `src/screens/${files[name] ?? name}.tsx`];
  if (name === "home" || name === "notFound") return core;
  const words = wordsOf(name).map((group) => `src/locales/${language}/${group}.json`);
  const player = name === "watch" ? ["src/features/playback/hls-engine.ts"] : [];
  return [...core, "src/app/later-screens.ts", ...words, ...player];
}

/** Screens that no search engine should keep: they are one person's own, or a way in. */
const titleKeys: Partial<Record<ScreenName, MessageKey>> = {
  my: "titles.my",
  login: "titles.login",
  register: "titles.register",
  retrievePassword: "titles.retrievePassword",
  individual: "titles.individual",
  favorites: "titles.favorites",
  historys: "titles.historys",
  search: "titles.search",
};

type Words = ReturnType<typeof createI18n>["t"];

function describe(
  route: Route,
  { site, queries, url }: ShellInput,
  t: Words,
): Pick<HeadInput, "title" | "description" | "kind" | "image" | "sizes" | "index"> {
  const description = t("site.description");
  const general = { description, kind: "website" as const, image: null, sizes: "", index: true };
  if (route.name === "notFound") {
    return { ...general, title: t("notFound.documentTitle", { site: site.name }), index: false };
  }
  const titleKey = titleKeys[route.name];
  if (titleKey) return { ...general, title: t(titleKey, { site: site.name }), index: false };
  if (route.name === "results") return { ...general, title: `${route.keyword} · ${site.name}`, index: false };
  if (route.name === "info" || route.name === "contactUs") {
    const page = find<InformationPage>(queries, "GET /api/page");
    return { ...general, title: `${page?.title ?? t("titles.contactUs", { site: "" })} · ${site.name}` };
  }
  if (route.name === "home") {
    const home = find<Homepage>(queries, "GET /api/homepage");
    const image = home?.featured.list[0]?.poster ?? null;
    return { ...general, title: t("home.title", { name: site.name }), image, sizes: heroSizes };
  }
  if (route.name === "browse" || route.name === "more") {
    const cards = find<SeriesPage>(queries, "GET /api/homepage/query")?.list ?? [];
    const title = `${listName(route, queries, cards, t) ?? t("list.emptyTitle")} · ${site.name}`;
    const [first] = cards;
    return { ...general, title, image: first?.poster ?? null, sizes: gridSizes, index: first !== undefined };
  }
  const series = find<Series>(queries, "GET /api/video", "id");
  if (!series) return { ...general, title: site.name };
  const list = find<{ list: Episode[] }>(queries, "GET /api/video/episode", "seriesId")?.list ?? [];
  const episode = chooseEpisode(list, episodeOf(url.split("?")[1] ?? ""));
  return {
    title: t("watch.title", { series: series.title, number: episode?.number ?? 1, site: site.name }),
    description: series.synopsis || general.description,
    kind: "video.other",
    index: true,
    image: stageImage(series, episode),
    sizes: stageSizes,
  };
}

function listName(
  { name, id }: { name: "browse" | "more"; id: string },
  queries: SeededQuery[],
  cards: SeriesPage["list"],
  t: Words,
): string | null {
  if (name === "more") {
    return id === "recommended"
      ? t("list.recommended")
      : sectionName(id, find<Homepage>(queries, "GET /api/homepage"));
  }
  return id === "all"
    ? t("list.all")
    : tagName(id, find<{ list: Tag[] }>(queries, "GET /api/tag")?.list ?? [], cards);
}

function find<T>(queries: SeededQuery[], name: string, param?: string): T | null {
  const query = queries.find((one) => one.name === name && (param === undefined || param in one.params));
  return (query?.result as T | undefined) ?? null;
}

// React puts preloads of its own before the markup; the head has the one that counts.
const ownPreloads = /^(?:<link rel="preload"[^>]*>)+/;

// `<` never stands in it, so no text can end the element.
function inlineJson(id: string, value: unknown): string {
  return `<script type="application/json" id="${id}">${JSON.stringify(value).replaceAll("<", "\\u003c")}</script>`;
}
