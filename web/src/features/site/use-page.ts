import type { InformationPage, PageName } from "@cliffhanger/contract";
import type { Language } from "@cliffhanger/contract/languages";
import { queryOptions, useQuery } from "@tanstack/react-query";
import { call } from "../../lib/api.ts";
import { queryKey } from "../../lib/query-key.ts";
import { useDocumentTitle } from "../../lib/use-document-title.ts";
import { useLanguage, useMessages } from "../../lib/use-language.ts";
import { useSite } from "./site-context.ts";

/** An information page on its way: here, coming, or not to be had now. */
export interface PageInHand {
  page: InformationPage | undefined;
  failed: boolean;
  retry: () => void;
}

/** An information page, and its name in the document's title. In another language it stays until its words are there. */
export function usePage(name: PageName): PageInHand {
  const t = useMessages();
  const site = useSite();
  const query = useQuery({
    ...pageQuery(useLanguage(), name),
    placeholderData: (previous) => (previous?.name === name ? previous : undefined),
  });
  useDocumentTitle(`${query.data?.title ?? t(`footer.${name}`)} · ${site.name}`);
  return {
    page: query.data,
    failed: query.data === undefined && (query.isError || query.fetchStatus === "paused"),
    retry: () => void query.refetch(),
  };
}

// A quiet call: the screen says itself that the page did not come.
function pageQuery(language: Language, name: PageName) {
  return queryOptions({
    queryKey: queryKey("GET /api/page", language, { name }),
    queryFn: ({ signal }) => call("GET /api/page", { name }, { signal, quiet: true }),
    staleTime: Number.POSITIVE_INFINITY,
  });
}
