import { useQuery } from "@tanstack/react-query";
import { ChevronRight } from "lucide-react";
import { Link } from "wouter";
import { useLanguage, useMessages } from "../../lib/use-language.ts";
import { categoriesQuery } from "./list-queries.ts";

const row = "flex min-h-13 items-center gap-3 rounded-md px-3 hover:bg-white/5";

/** All categories with how many series each holds, for the sheet behind the header's "Categories". */
export function CategoryList({ onChosen }: { onChosen: () => void }) {
  const t = useMessages();
  const { data, isPending } = useQuery(categoriesQuery(useLanguage()));
  return (
    <ul aria-busy={isPending}>
      {(data?.list ?? []).map(({ id, name, seriesCount }) => (
        <li key={id}>
          <Link href={`/browse/${id}`} onClick={onChosen} className={row}>
            {name}
            <span className="tabular ml-auto text-sm text-muted">
              {t("list.count", { count: seriesCount })}
            </span>
          </Link>
        </li>
      ))}
      {isPending ? <li className={`${row} text-muted`}>{t("common.loading")}</li> : null}
      <li>
        <Link href="/browse/all" onClick={onChosen} className={row}>
          {t("list.all")}
          <ChevronRight aria-hidden className="ml-auto size-5 text-muted" />
        </Link>
      </li>
    </ul>
  );
}
