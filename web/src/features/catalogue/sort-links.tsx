import type { Sort } from "@cliffhanger/contract";
import { Link, useLocation } from "wouter";
import { useMessages } from "../../lib/use-language.ts";
import { addressOf } from "./list-address.ts";

const labels = {
  recommended: "list.recommended",
  newest: "list.newest",
  popular: "list.popular",
} as const satisfies Record<Sort, string>;

/** Renders the sort orders of a list. The address contains the chosen one; a change replaces the history entry. */
export function SortLinks({ sort }: { sort: Sort }) {
  const t = useMessages();
  const [path] = useLocation();
  return (
    <ul
      aria-label={t("list.sort")}
      className="gutter no-scrollbar flex shrink-0 overflow-x-auto text-sm font-medium"
    >
      {(Object.keys(labels) as Sort[]).map((order) => (
        <li key={order} className="shrink-0">
          <Link
            href={addressOf(path, order)}
            replace
            aria-current={order === sort ? "true" : undefined}
            className="group relative flex min-h-11 items-center text-muted hover:text-text aria-[current]:text-text"
          >
            <span className="rounded-full px-3 py-1.5 group-aria-[current]:bg-raised">
              {/* The header has links of the same name to other screens. */}
              <span className="sr-only">{t("list.sort")}: </span>
              {t(labels[order])}
            </span>
          </Link>
        </li>
      ))}
    </ul>
  );
}
