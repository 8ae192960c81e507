import { useQuery } from "@tanstack/react-query";
import { useLocation } from "wouter";
import { categoriesQuery } from "../features/catalogue/list-queries.ts";
import { addressOfResults } from "../features/search/address.ts";
import { addSearch } from "../features/search/history.ts";
import { Chips } from "../features/search/no-results.tsx";
import { SearchBox } from "../features/search/search-box.tsx";
import { SearchHistory } from "../features/search/search-history.tsx";
import { TrendingTerms } from "../features/search/trending-terms.tsx";
import { useSite } from "../features/site/site-context.ts";
import { storage } from "../lib/storage.ts";
import { useDocumentTitle } from "../lib/use-document-title.ts";
import { useInternalReferrer } from "../lib/use-internal-referrer.ts";
import { useLanguage, useMessages } from "../lib/use-language.ts";

/** `/search`: the field, the searches of this device, and the trending searches (R23). */
export function SearchScreen() {
  const t = useMessages();
  const { name } = useSite();
  const [, navigate] = useLocation();
  // A visitor who tapped a link wants to type and can go back; a deep link may only be read.
  const tapped = useInternalReferrer();
  const categories = useQuery(categoriesQuery(useLanguage()));
  useDocumentTitle(t("titles.search", { site: name }));

  function search(keyword: string) {
    addSearch(storage, keyword);
    navigate(addressOfResults(keyword));
  }

  return (
    <>
      <h1 className="sr-only">{t("search.label")}</h1>
      <SearchBox
        focus={tapped}
        onSearch={search}
        onOpen={({ id }) => navigate(`/videos/${id}`)}
        onCancel={() => (tapped ? history.back() : navigate("/"))}
      >
        <div className="mx-auto max-w-4xl pt-2">
          <div className="gutter">
            <SearchHistory onSearch={search} />
            <TrendingTerms />
          </div>
          <Chips
            id="categories"
            title={t("site.categories")}
            list={(categories.data?.list ?? []).map((tag) => ({ name: tag.name, href: `/browse/${tag.id}` }))}
          />
        </div>
      </SearchBox>
    </>
  );
}
