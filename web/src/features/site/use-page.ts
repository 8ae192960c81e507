import type { InformationPage, PageName } from "@cliffhanger/contract";
import type { Language } from "@cliffhanger/contract/languages";
import { queryOptions, useQuery } from "@tanstack/react-query";
import { call } from "../../lib/api.ts";
import { queryKey } from "../../lib/query-key.ts";
import { useDocumentTitle } from "../../lib/use-document-title.ts";
import { useLanguage, useMessages } from "../../lib/use-language.ts";
import { useSite } from "./site-context.ts";

/** An information page and its state: loaded, loading, or failed. */
export interface InformationPageState {
  page: InformationPage | undefined;
  failed: boolean;
  retry: () => void;
}

/** Fetches an information page and sets the document's title. While another language loads, the page stays. */
export function usePage(name: PageName): InformationPageState {
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

// Quiet: the screen itself shows a failure.
function pageQuery(language: Language, name: PageName) {
  return queryOptions({
    queryKey: queryKey("GET /api/page", language, { name }),
    queryFn: ({ signal }) => call("GET /api/page", { name }, { signal, quiet: true }),
    staleTime: Number.POSITIVE_INFINITY,
  });
}
