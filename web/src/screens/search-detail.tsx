import { matchScreen } from "@cliffhanger/contract/screens";
import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { useLocation, useRouter } from "wouter";
import { usePathname } from "wouter/use-browser-location";
import { categoriesQuery, seriesListQuery } from "../features/catalogue/list-queries.ts";
import { SeriesCount } from "../features/catalogue/series-count.tsx";
import { SeriesGrid } from "../features/catalogue/series-grid.tsx";
import { SeriesList } from "../features/catalogue/series-list.tsx";
import { addressOfResults } from "../features/search/address.ts";
import { Highlighted } from "../features/search/highlighted.tsx";
import { addSearch } from "../features/search/history.ts";
import { NoResults } from "../features/search/no-results.tsx";
import { SearchBox } from "../features/search/search-box.tsx";
import { useSite } from "../features/site/site-context.ts";
import { storage } from "../lib/storage.ts";
import { track } from "../lib/track.ts";
import { useDocumentTitle } from "../lib/use-document-title.ts";
import { useHydrated } from "../lib/use-hydrated.ts";
import { useInternalReferrer } from "../lib/use-internal-referrer.ts";
import { useLanguage, useMessages } from "../lib/use-language.ts";

/** Popular series for an empty result: they fill one row, or two on a phone. */
const POPULAR_COUNT = 6;

/** `/searchDetail/{id}`: the results for a keyword, which is the id (R24). */
export function SearchDetailScreen() {
  // The undecoded address: `useLocation` decodes it, and decoding "%2541" twice turns the keyword "%41" into "A".
  const { ssrPath } = useRouter();
  const route = matchScreen(usePathname(ssrPath === undefined ? {} : { ssrPath }));
  const keyword = route.name === "results" ? route.keyword : "";
  const tapped = useInternalReferrer();
  // A new keyword mounts a new screen, with its own field.
  return <Results key={keyword} keyword={keyword} tapped={tapped} />;
}

function Results({ keyword, tapped }: { keyword: string; tapped: boolean }) {
  const t = useMessages();
  const { name } = useSite();
  const language = useLanguage();
  const [, navigate] = useLocation();
  const list = useInfiniteQuery(seriesListQuery({ keyword }, "recommended", language));
  const { data } = list;
  const found = data !== undefined && data.cards.length > 0;
  useDocumentTitle(`${keyword} · ${name}`);
  useEffect(() => track("search", { query: keyword }), [keyword]);
  // The browser itself sends a search made before hydration; nothing has stored it yet.
  const hydrated = useHydrated();
  const [isSentEarly] = useState(tapped && !hydrated);
  useEffect(() => {
    if (isSentEarly) addSearch(storage, keyword);
  }, [isSentEarly, keyword]);

  function search(newKeyword: string) {
    addSearch(storage, newKeyword);
    // Back leaves the search, however often it was refined or repeated.
    navigate(addressOfResults(newKeyword), { replace: true });
  }

  return (
    <SearchBox
      initial={keyword}
      focus={false}
      onSearch={search}
      onOpen={({ id }) => navigate(`/videos/${id}`)}
      onCancel={() => (tapped ? history.back() : navigate("/search"))}
    >
      {found ? (
        <div className="gutter flex flex-wrap items-baseline gap-x-4 pt-2 pb-4">
          <h1 className="max-w-full font-title text-2xl wrap-anywhere">
            {t("search.results", { keyword: data.meant ?? keyword })}
          </h1>
          <p role="status" className="tabular text-sm text-muted">
            <SeriesCount count={data.total} />
          </p>
          {data.meant ? (
            <p className="w-full pt-1 text-sm text-muted">{t("search.corrected", { keyword })}</p>
          ) : null}
        </div>
      ) : null}
      <SeriesList
        list={list}
        empty={<Nothing keyword={keyword} suggestions={data?.suggestions ?? []} />}
        titleOf={({ title }) => <Highlighted text={title} keyword={data?.meant ?? keyword} />}
      />
    </SearchBox>
  );
}

function Nothing({ keyword, suggestions }: { keyword: string; suggestions: readonly string[] }) {
  const language = useLanguage();
  const categories = useQuery(categoriesQuery(language));
  const popular = useInfiniteQuery(seriesListQuery({ tag: "all" }, "popular", language));
  return (
    <NoResults
      keyword={keyword}
      suggestions={suggestions}
      categories={categories.data?.list ?? []}
      popular={(popular.data?.cards ?? []).slice(0, POPULAR_COUNT)}
      grid={(series) => <SeriesGrid list={series} />}
    />
  );
}
