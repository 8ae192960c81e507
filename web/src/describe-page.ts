import type {
  Episode,
  Homepage,
  InformationPage,
  Series,
  SeriesPage,
  Site,
  Tag,
} from "@cliffhanger/contract";
import type { Language } from "@cliffhanger/contract/languages";
import type { InlinedQuery } from "@cliffhanger/contract/page-state";
import { chooseEpisode } from "@cliffhanger/contract/resume";
import type { Route, RouteOf } from "@cliffhanger/contract/screens";
import { screens } from "./app/screens.ts";
import { listData, seriesData, siteData } from "./app/structured-data.ts";
import { HERO_SIZES } from "./features/catalogue/featured-slide.tsx";
import { sectionName, tagName } from "./features/catalogue/list-names.ts";
import { GRID_SIZES } from "./features/catalogue/series-grid.tsx";
import { STAGE_SIZES, stageImage } from "./features/catalogue/stage-image.ts";
import { episodeOf } from "./features/playback/watch-url.ts";
import type { Translate } from "./lib/messages.ts";
import type { Describe, Screen } from "./loader/screen.ts";
import type { HeadInput } from "./loader/server/document-head.ts";

/** What a page shows, as far as its head tells of it. */
export interface DescribedPage {
  /** Path and query as requested. */
  url: string;
  language: Language;
  origin: string;
  site: Site;
  queries: InlinedQuery[];
}

/** What the head says of one page beside what it says of all. */
export type Description = Pick<
  HeadInput,
  "title" | "description" | "kind" | "image" | "sizes" | "index" | "share" | "shown" | "data"
>;

/** What a description is made from. */
interface Described<R extends Route> {
  route: R;
  page: DescribedPage;
  /** The site's own description, for pages that say nothing else of themselves. */
  general: Description;
  t: Translate;
}

type Describer<R extends Route = Route> = (described: Described<R>) => Partial<Description>;

const describers: Readonly<Record<Extract<Describe, string>, Describer>> = {
  home: describeHome,
  list: describeList as Describer,
  series: describeSeries,
  text: describeText,
  results: (({ route, page }: Described<RouteOf<"results">>) => ({
    title: `${route.keyword} · ${page.site.name}`,
  })) as Describer,
  notFound: ({ page: { site }, t }) => ({ title: t("notFound.documentTitle", { site: site.name }) }),
};

/** Returns what the head says of a page: to browsers, to search engines, and to sites that show a link to it. */
export function describePage(route: Route, page: DescribedPage, t: Translate): Description {
  const { site } = page;
  const { describe, index }: Screen = screens[route.name];
  const general: Description = {
    title: site.name,
    description: t("info.description"),
    kind: "website",
    image: null,
    sizes: "",
    index,
    share: { path: "/share.jpg", alt: site.name },
    shown: "",
    data: [],
  };
  const own =
    typeof describe === "string"
      ? describers[describe]({ route, page, general, t })
      : { title: t(`titles.${describe.title}`, { site: site.name }) };
  return { ...general, ...own };
}

function describeHome({ page, general, t }: Described<Route>): Partial<Description> {
  const home = find<Homepage>(page.queries, "GET /api/homepage");
  return {
    title: t("home.title", { name: page.site.name }),
    image: home?.featured.list[0]?.poster ?? null,
    sizes: HERO_SIZES,
    data: siteData(page, general.description),
  };
}

function describeText({ page: { queries, site }, general }: Described<Route>): Partial<Description> {
  const text = find<InformationPage>(queries, "GET /api/page");
  return {
    title: text ? `${text.title} · ${site.name}` : site.name,
    description: firstWords(text) || general.description,
  };
}

function describeList({ route, page, t }: Described<RouteOf<"browse" | "more">>): Partial<Description> {
  const cards = find<SeriesPage>(page.queries, "GET /api/homepage/query")?.list ?? [];
  const name = listName(route, page.queries, cards, t) ?? t("list.emptyTitle");
  const [first] = cards;
  return {
    title: `${name} · ${page.site.name}`,
    image: first?.poster ?? null,
    sizes: GRID_SIZES,
    index: first !== undefined,
    data: first ? listData(page, { name, path: `/${route.name}/${route.id}` }, cards) : [],
  };
}

function describeSeries({ page, general, t }: Described<Route>): Partial<Description> {
  const { queries, site, url } = page;
  const series = find<Series>(queries, "GET /api/video", "id");
  if (!series) return {};
  const list = find<{ list: Episode[] }>(queries, "GET /api/video/episode", "seriesId")?.list ?? [];
  const number = episodeOf(url.split("?")[1] ?? "");
  const episode = chooseEpisode(list, number, null);
  const asked = number !== null && episode?.number === number;
  // The revision is in the address: who kept the picture of the one before asks anew.
  const version = Date.parse(series.updatedAt).toString(36);
  const share = `/share/${series.id}${asked ? `-${number}` : ""}.jpg?v=${version}`;
  return {
    title: t("watch.title", { series: series.title, number: episode?.number ?? 1, site: site.name }),
    description: series.synopsis || general.description,
    kind: asked ? "video.episode" : "video.tv_show",
    image: stageImage(series, episode),
    sizes: STAGE_SIZES,
    share: { path: share, alt: series.title },
    shown: asked ? `ep=${number}` : "",
    data: seriesData(page, series, list, { episode: episode ?? undefined, share }),
  };
}

function listName(
  { name, id }: RouteOf<"browse" | "more">,
  queries: InlinedQuery[],
  cards: SeriesPage["list"],
  t: Translate,
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

/** About what a result of a search shows. */
const LONGEST_DESCRIPTION = 160;

function firstWords(page: InformationPage | null): string {
  const first = page?.blocks.find((block) => block.type === "paragraph");
  const text = first?.text.map((run) => run.text).join("") ?? "";
  if (text.length <= LONGEST_DESCRIPTION) return text;
  return `${text.slice(0, text.lastIndexOf(" ", LONGEST_DESCRIPTION))} …`;
}

function find<T>(queries: InlinedQuery[], name: string, param?: string): T | null {
  const query = queries.find((one) => one.name === name && (param === undefined || param in one.params));
  return (query?.result as T | undefined) ?? null;
}
