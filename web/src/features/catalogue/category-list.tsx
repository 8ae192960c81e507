import { useQuery } from "@tanstack/react-query";
import { ChevronRight } from "lucide-react";
import { Link } from "wouter";
import { useLanguage, useMessages } from "../../lib/use-language.ts";
import { categoriesQuery } from "./list-queries.ts";
import { SeriesCount } from "./series-count.tsx";

const ROW_CLASSES = "flex min-h-13 items-center gap-3 rounded-md px-3 hover:bg-white/5";

/** Renders all categories with their number of series, for the sheet of the header's "Categories". */
export function CategoryList({ onChosen }: { onChosen: () => void }) {
  const t = useMessages();
  const { data, isPending } = useQuery(categoriesQuery(useLanguage()));
  return (
    <ul aria-busy={isPending}>
      {(data?.list ?? []).map(({ id, name, seriesCount }) => (
        <li key={id}>
          <Link href={`/browse/${id}`} onClick={onChosen} className={ROW_CLASSES}>
            {name}
            <span className="tabular ml-auto text-sm text-muted">
              <SeriesCount count={seriesCount} />
            </span>
          </Link>
        </li>
      ))}
      {isPending ? <li className={`${ROW_CLASSES} text-muted`}>{t("common.loading")}</li> : null}
      <li>
        <Link href="/browse/all" onClick={onChosen} className={ROW_CLASSES}>
          {t("list.all")}
          <ChevronRight aria-hidden className="ml-auto size-5 text-muted" />
        </Link>
      </li>
    </ul>
  );
}
