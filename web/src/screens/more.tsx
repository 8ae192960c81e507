import { matchScreen } from "@cliffhanger/contract/screens";
import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { useLocation, useSearch } from "wouter";
import { sectionName } from "../features/catalogue/list-names.ts";
import { ListPage } from "../features/catalogue/list-page.tsx";
import { seriesListQuery } from "../features/catalogue/list-queries.ts";
import { sortOf } from "../features/catalogue/list-sort.ts";
import { homepageQuery } from "../features/catalogue/queries.ts";
import { useSite } from "../features/site/site-context.ts";
import { useLanguage, useMessages } from "../lib/use-language.ts";

/** `/more/{id}`: the full list of a home section; `recommended` is the recommendations (R13). */
export function MoreScreen() {
  const t = useMessages();
  const site = useSite();
  const language = useLanguage();
  const [path] = useLocation();
  const sort = sortOf(useSearch());
  const route = matchScreen(path);
  const id = route.name === "more" ? route.id : "recommended";
  const recommended = id === "recommended";
  const list = useInfiniteQuery(seriesListQuery({ section: id }, sort, language));
  // The home answer contains the names of its sections, and is usually cached already.
  const home = useQuery({ ...homepageQuery(language), enabled: !recommended });
  const name = recommended ? t("list.recommended") : sectionName(id, home.data);
  return (
    <ListPage
      list={list}
      name={name}
      site={site.name}
      sort={sort}
      next={{ href: "/browse/all", label: t("list.seeAll") }}
    />
  );
}
