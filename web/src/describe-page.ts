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
import { chooseEpisode } from "@cliffhanger/contract/resume";
import type { HeadInput } from "./app/document-head.ts";
import type { SeededQuery } from "./app/page-state.ts";
import type { Route, ScreenName } from "./app/routes.ts";
import { listData, seriesData, siteData } from "./app/structured-data.ts";
import { HERO_SIZES } from "./features/catalogue/featured-slide.tsx";
import { sectionName, tagName } from "./features/catalogue/list-names.ts";
import { GRID_SIZES } from "./features/catalogue/series-grid.tsx";
import { STAGE_SIZES, stageImage } from "./features/catalogue/stage-image.ts";
import { episodeOf } from "./features/playback/watch-url.ts";
import type { MessageId, Translate } from "./lib/messages.ts";

/** What a page shows, as far as its head tells of it. */
export interface DescribedPage {
  /** Path and query as requested. */
  url: string;
  language: Language;
  origin: string;
  site: Site;
  queries: SeededQuery[];
}

/** What the head says of one page beside what it says of all. */
export type Description = Pick<
  HeadInput,
  "title" | "description" | "kind" | "image" | "sizes" | "index" | "share" | "shown" | "data"
>;

/** Screens with a title of their own: no search engine should keep what is one person's own, or a way in. */
const titleKeys: Partial<Record<ScreenName, MessageId>> = {
  my: "titles.my",
  login: "titles.login",
  register: "titles.register",
  retrievePassword: "titles.retrievePassword",
  individual: "titles.individual",
  favorites: "titles.favorites",
  historys: "titles.historys",
  search: "titles.search",
  shopping: "titles.shopping",
  unlocked: "titles.unlocked",
  orderResult: "titles.order",
  orderEasy: "titles.order",
};
// The plans, and the search with what many look for, are for everybody to find.
const publicScreens: readonly ScreenName[] = ["shopping", "search"];

/** What the head says of a page: to browsers, search engines and whoever shows a link to it. */
export function describePage(route: Route, page: DescribedPage, t: Translate): Description {
  const { site, queries } = page;
  const general: Description = {
    title: site.name,
    description: t("info.description"),
    kind: "website",
    image: null,
    sizes: "",
    index: true,
    share: { path: "/share.jpg", alt: site.name },
    shown: "",
    data: [],
  };
  if (route.name === "notFound") {
    return { ...general, title: t("notFound.documentTitle", { site: site.name }), index: false };
  }
  const titleKey = titleKeys[route.name];
  if (titleKey) {
    return { ...general, title: t(titleKey, { site: site.name }), index: publicScreens.includes(route.name) };
  }
  if (route.name === "results") return { ...general, title: `${route.keyword} · ${site.name}`, index: false };
  if (route.name === "info" || route.name === "contactUs") {
    const text = find<InformationPage>(queries, "GET /api/page");
    const title = text ? `${text.title} · ${site.name}` : site.name;
    return { ...general, title, description: firstWords(text) || general.description };
  }
  if (route.name === "home") {
    const home = find<Homepage>(queries, "GET /api/homepage");
    const image = home?.featured.list[0]?.poster ?? null;
    const data = siteData(page, general.description);
    return { ...general, title: t("home.title", { name: site.name }), image, sizes: HERO_SIZES, data };
  }
  if (route.name === "browse" || route.name === "more") return describeList(route, page, general, t);
  return describeSeries(page, general, t);
}

function describeList(
  route: { name: "browse" | "more"; id: string },
  page: DescribedPage,
  general: Description,
  t: Translate,
): Description {
  const cards = find<SeriesPage>(page.queries, "GET /api/homepage/query")?.list ?? [];
  const name = listName(route, page.queries, cards, t) ?? t("list.emptyTitle");
  const [first] = cards;
  return {
    ...general,
    title: `${name} · ${page.site.name}`,
    image: first?.poster ?? null,
    sizes: GRID_SIZES,
    index: first !== undefined,
    data: first ? listData(page, { name, path: `/${route.name}/${route.id}` }, cards) : [],
  };
}

function describeSeries(page: DescribedPage, general: Description, t: Translate): Description {
  const { queries, site, url } = page;
  const series = find<Series>(queries, "GET /api/video", "id");
  if (!series) return general;
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
    index: true,
    image: stageImage(series, episode),
    sizes: STAGE_SIZES,
    share: { path: share, alt: series.title },
    shown: asked ? `ep=${number}` : "",
    data: seriesData(page, series, list, { episode: episode ?? undefined, share }),
  };
}

function listName(
  { name, id }: { name: "browse" | "more"; id: string },
  queries: SeededQuery[],
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

function find<T>(queries: SeededQuery[], name: string, param?: string): T | null {
  const query = queries.find((one) => one.name === name && (param === undefined || param in one.params));
  return (query?.result as T | undefined) ?? null;
}
