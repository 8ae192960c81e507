import { matchScreen } from "@cliffhanger/contract/screens";
import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { useLocation, useSearch } from "wouter";
import { CategoryChips } from "../features/catalogue/category-chips.tsx";
import { tagName } from "../features/catalogue/list-names.ts";
import { ListPage } from "../features/catalogue/list-page.tsx";
import { categoriesQuery, seriesListQuery } from "../features/catalogue/list-queries.ts";
import { sortOf } from "../features/catalogue/list-sort.ts";
import { useSite } from "../features/site/site-context.ts";
import { useLanguage, useMessages } from "../lib/use-language.ts";

/** `/browse/{id}`: the series of a category or tag; `all` is every series (R12). `?sort=` is the sort order. */
export function BrowseScreen() {
  const t = useMessages();
  const site = useSite();
  const language = useLanguage();
  const [path] = useLocation();
  const sort = sortOf(useSearch());
  const route = matchScreen(path);
  const id = route.name === "browse" ? route.id : "all";
  const list = useInfiniteQuery(seriesListQuery({ tag: id }, sort, language));
  const categories = useQuery(categoriesQuery(language));
  const known = categories.data?.list ?? [];
  const name = id === "all" ? t("list.all") : tagName(id, known, list.data?.cards ?? []);
  return (
    <ListPage
      list={list}
      name={name}
      site={site.name}
      sort={sort}
      next={
        id === "all"
          ? { href: "/", label: t("notFound.home") }
          : { href: "/browse/all", label: t("list.seeAll") }
      }
    >
      <CategoryChips categories={categories.isPending ? null : known} current={id} sort={sort} />
    </ListPage>
  );
}
