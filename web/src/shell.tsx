import { screenSources } from "virtual:screen-sources";
import type { Site } from "@cliffhanger/contract";
import { type Language, languages, parseLanguage } from "@cliffhanger/contract/languages";
import { pack } from "@cliffhanger/contract/packed";
import { type InlinedQuery, type PageState, pageElement } from "@cliffhanger/contract/page-state";
import { matchScreen, type Route, type ScreenName } from "@cliffhanger/contract/screens";
import { themeAddress } from "@cliffhanger/contract/theme";
import { renderToString } from "react-dom/server";
import { i18nOf } from "./all-messages.ts";
import { App } from "./app/app.tsx";
import { offlinePage } from "./app/offline-page.tsx";
import { createQueryClient } from "./app/query-client.ts";
import { screens } from "./app/screens.ts";
import { describePage } from "./describe-page.ts";
import { hasContinueHint } from "./features/library/continue-hint.ts";
import { formatCount } from "./lib/format-count.ts";
import { type MessageGroup, translator } from "./lib/messages.ts";
import { seedQueries } from "./lib/seed-queries.ts";
import { WholePage } from "./lib/whole-page.ts";
import { loadAllScreens } from "./loader/client/load-screen.ts";
import type { Screen } from "./loader/screen.ts";
import { documentHead } from "./loader/server/document-head.ts";
import type { Manifest } from "./loader/server/manifest.ts";

/** What one page is made of. */
export interface ShellInput {
  /** Path and query as requested. */
  url: string;
  language: Language;
  /** Scheme, host and port as visitors see them. */
  origin: string;
  site: Site;
  /** The answers that the first view shows, the same for everybody. */
  queries: InlinedQuery[];
  /** The path is a route, but what it names does not exist. */
  notFound?: boolean;
  /** Renders also what a browser draws only when it is idle: the page is shown without its scripts. */
  whole?: boolean;
}

/** A rendered page. */
export interface RenderedPage {
  html: string;
  status: 200 | 404;
  /** The index in `html` at which the viewer's own state is inserted. */
  viewerStateAt: number;
}

/** Renders the first view of pages. */
export interface Shell {
  render(input: ShellInput): RenderedPage;
  /** The page that a device shows without a connection. */
  offline(input: Pick<ShellInput, "language" | "site">): string;
  /** What the site is, in a sentence. */
  description(language: Language): string;
}

/**
 * Builds the shell from the client build's files.
 * @param files the text of `dist/client/index.html` and the parsed `dist/client/.vite/manifest.json`
 */
export async function createShell(files: { template: string; manifest: Manifest }): Promise<Shell> {
  await loadAllScreens();
  return {
    render: (input) => render(files, input),
    offline: (input) => offlinePage({ ...files, ...input }),
    description: (language) => translator(i18nOf(language))("info.description"),
  };
}

function render(files: { template: string; manifest: Manifest }, input: ShellInput): RenderedPage {
  const { language, site, queries, url } = input;
  const path = url.split("?", 1)[0] ?? "/";
  const route: Route = input.notFound ? { name: "notFound" } : matchScreen(path);
  const missing = route.name === "notFound";
  const i18n = i18nOf(language);
  const queryClient = createQueryClient();
  seedQueries(queryClient, language, queries);
  const app = renderToString(
    <WholePage value={input.whole ?? false}>
      <App i18n={i18n} queryClient={queryClient} site={site} url={url} missingPath={missing ? path : null} />
    </WholePage>,
  );
  const head = documentHead({
    ...describePage(route, input, translator(i18n)),
    asked: parseLanguage(new URLSearchParams(url.split("?")[1]).get("lang")),
    languages: offeredBy(site),
    siteName: site.name,
    theme: themeAddress(site.colours),
    language,
    origin: input.origin,
    path,
    ...codeOf(route.name, language),
    manifest: files.manifest,
  });
  const { shared, value } = pack(queries);
  const state: PageState = {
    language,
    site,
    queries: value,
    shared,
    counts: countsIn(queries, language),
    notFound: missing,
    continues: hasContinueHint(url),
  };
  const html = files.template
    .replace('<html lang="en">', () => `<html lang="${language}">`)
    .replace("<!--head-->", () => head)
    .replace("<!--app-->", () => app.replace(ownPreloads, ""))
    .replace("<!--state-->", () => pageElement("page-state", state));
  // The template ends with the body, so the position needs no search in what the page shows.
  const ending = files.template.length - files.template.lastIndexOf("</body>");
  return { html, status: missing ? 404 : 200, viewerStateAt: html.length - ending };
}

/** The sheets that the header opens. They are prefetched where the next screens are, and when a button is pressed early that opens one. */
const sheetSources = [
  "src/ui/drawer.tsx",
  "src/features/catalogue/category-list.tsx",
  "src/features/site/language-list.tsx",
];

/** Says which code a page with this screen needs, and when. */
function codeOf(name: ScreenName, language: Language) {
  const { code, boot = [], next, frame }: Screen = screens[name];
  return {
    sheets: frame === "none" ? [] : [...sheetSources, ...messagesOf(["lists"], language)],
    chunks: chunksOf(name, language),
    also: screenSources[name].also,
    boot: boot.map((file) => `src/${file}`),
    prefetch:
      next.length > 0
        ? [
            ...next.flatMap((screen) => [...chunksOf(screen, language), ...screenSources[screen].also]),
            ...sheetSources,
          ]
        : [],
    code,
  };
}

function chunksOf(name: ScreenName, language: Language): string[] {
  const { messages, styles }: Screen = screens[name];
  return [
    `src/messages/${language}/core.json`,
    ...screenSources[name].first,
    ...(styles === "full" ? ["src/loader/client/full-styles.ts"] : []),
    ...messagesOf(messages, language),
  ];
}

function messagesOf(groups: readonly MessageGroup[], language: Language): string[] {
  if (groups.length === 0) return [];
  // The first one loads the others: not named, it would be one more request.
  return ["src/lib/message-groups.ts", ...groups.map((group) => `src/messages/${language}/${group}.json`)];
}

/** The languages that a site offers; one that names none offers all. */
function offeredBy(site: Site): Language[] {
  const named = site.languages.map(parseLanguage).filter((language) => language !== null);
  return named.length > 0 ? [...new Set(named)] : [...languages];
}

function countsIn(queries: InlinedQuery[], language: Language): Record<string, string> {
  const counts: Record<string, string> = {};
  JSON.stringify(queries, (name, value) => {
    if (name === "playCount" && typeof value === "number") counts[value] = formatCount(value, language);
    return value;
  });
  return counts;
}

// React puts preloads of its own before the markup; the head has the one that counts.
const ownPreloads = /^(?:<link rel="preload"[^>]*>)+/;
