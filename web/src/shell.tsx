import type { Episode, Homepage, Series, SeriesPage, Site, Tag } from "@cliffhanger/contract";
import type { Language } from "@cliffhanger/contract/languages";
import { renderToString } from "react-dom/server";
import { App } from "./app/app.tsx";
import { documentHead, type HeadInput, type Manifest } from "./app/document-head.ts";
import { type PageState, type SeededQuery, seedQueries } from "./app/page-state.ts";
import { createQueryClient } from "./app/query-client.ts";
import { episodeOf, matchRoute, type Route, type ScreenName } from "./app/routes.ts";
import { provideScreen } from "./app/screen-registry.ts";
import { heroSizes } from "./features/catalogue/featured-slide.tsx";
import { sectionName, tagName } from "./features/catalogue/list-names.ts";
import { gridSizes } from "./features/catalogue/series-grid.tsx";
import { chooseEpisode, stageImage, stageSizes } from "./features/catalogue/stage-image.ts";
import { createI18n, type Locale } from "./lib/i18n.ts";
import { BrowseScreen } from "./screens/browse.tsx";
import { HomeScreen } from "./screens/home.tsx";
import { MoreScreen } from "./screens/more.tsx";
import { NotFoundScreen } from "./screens/not-found.tsx";
import { WatchScreen } from "./screens/watch.tsx";

const locales = import.meta.glob<Locale>("./locales/*.json", { import: "default", eager: true });

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
  provideScreen("home", HomeScreen);
  provideScreen("watch", WatchScreen);
  provideScreen("browse", BrowseScreen);
  provideScreen("more", MoreScreen);
  provideScreen("notFound", NotFoundScreen);
  return { route: matchRoute, render: (input) => render(files, input) };
}

function render(files: { template: string; manifest: Manifest }, input: ShellInput) {
  const { language, site, queries, url } = input;
  const path = url.split("?", 1)[0] ?? "/";
  const route: Route = input.notFound ? { name: "notFound" } : matchRoute(path);
  const missing = route.name === "notFound";
  const locale = locales[`./locales/${language}.json`];
  if (!locale) throw new Error(`There are no words for the language "${language}".`);

  const i18n = createI18n(language, { [language]: locale });
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
    chunks: [`src/locales/${language}.json`, ...chunksOf[route.name]],
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

const chunksOf: Record<ScreenName, string[]> = {
  home: ["src/screens/home.tsx"],
  watch: ["src/screens/watch.tsx", "src/features/playback/hls-engine.ts"],
  browse: ["src/screens/browse.tsx"],
  more: ["src/screens/more.tsx"],
  notFound: ["src/screens/not-found.tsx"],
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
