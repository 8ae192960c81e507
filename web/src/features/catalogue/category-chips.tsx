import type { Sort, Tag } from "@cliffhanger/contract";
import { Link } from "wouter";
import { useMessages } from "../../lib/use-language.ts";
import { addressOf } from "./list-address.ts";

interface CategoryChipsProps {
  /** Null while loading. */
  categories: readonly Tag[] | null;
  /** The id of the shown category; `all` is every series. */
  current: string;
  sort: Sort;
}

const positions = [0, 1, 2, 3, 4];

/** Renders the categories in a row, with the current one marked and scrolled into view. */
export function CategoryChips({ categories, current, sort }: CategoryChipsProps) {
  const t = useMessages();
  const chips = [{ id: "all", name: t("home.all") }, ...(categories ?? [])];
  return (
    <nav aria-label={t("site.categories")} className="min-w-0 flex-1">
      <ul className="gutter no-scrollbar relative flex gap-2 overflow-x-auto py-1">
        {chips.map(({ id, name }) => (
          <li key={id} className="shrink-0">
            <Link
              ref={id === current ? bringIntoView : undefined}
              href={addressOf(`/browse/${id}`, sort)}
              aria-current={id === current ? "page" : undefined}
              className="chip"
            >
              {name}
            </Link>
          </li>
        ))}
        {categories
          ? null
          : positions.map((position) => (
              <li
                key={position}
                aria-hidden
                className="h-11 w-26 shrink-0 animate-pulse rounded-full bg-surface"
              />
            ))}
      </ul>
    </nav>
  );
}

// Scrolls the row only; `scrollIntoView` would scroll the page, too.
function bringIntoView(chip: HTMLElement | null): void {
  const row = chip?.closest("ul");
  if (row && chip) row.scrollLeft = chip.offsetLeft - (row.clientWidth - chip.offsetWidth) / 2;
}
