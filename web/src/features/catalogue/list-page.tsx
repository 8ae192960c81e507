import type { Sort } from "@cliffhanger/contract";
import type { UseInfiniteQueryResult } from "@tanstack/react-query";
import { Clapperboard } from "lucide-react";
import type { ReactNode } from "react";
import { useDocumentTitle } from "../../lib/use-document-title.ts";
import { useMessages } from "../../lib/use-language.ts";
import { ButtonLink } from "../../ui/button.tsx";
import { Message } from "../../ui/message.tsx";
import type { LoadedList } from "./list-queries.ts";
import { SeriesCount } from "./series-count.tsx";
import { SeriesList } from "./series-list.tsx";
import { SortLinks } from "./sort-links.tsx";

interface ListPageProps {
  list: UseInfiniteQueryResult<LoadedList>;
  /** The list's name; null while unknown, or for an invalid address. */
  name: string | null;
  /** The site's name, for the document's title. */
  site: string;
  sort: Sort;
  /** The next step that an empty list offers. */
  next: { href: string; label: string };
  /** Content between the heading and the sort orders. */
  children?: ReactNode;
}

/** Renders a screen with one list under its name. */
export function ListPage({ list, name, site, sort, next, children }: ListPageProps) {
  const t = useMessages();
  const total = list.data?.total ?? null;
  const empty = list.data?.cards.length === 0;
  const heading = name ?? (empty ? t("list.emptyTitle") : list.isPending ? null : t("site.browse"));
  useDocumentTitle(heading && `${heading} · ${site}`);
  return (
    <>
      {empty && name === null ? null : (
        <div className="gutter flex min-h-14 flex-wrap items-baseline gap-x-4 py-2">
          <h1 className="max-w-full font-title text-[min(1.9375rem,9vw)] leading-[1.1] wrap-break-word">
            {heading ?? <span className="inline-block h-7 w-40 animate-pulse rounded-sm bg-surface" />}
          </h1>
          {total ? (
            <p className="tabular text-sm text-muted">
              <SeriesCount count={total} />
            </p>
          ) : null}
        </div>
      )}
      <div className="mb-3 md:mb-4 md:flex md:items-center">
        {children}
        {empty ? null : <SortLinks sort={sort} />}
      </div>
      <SeriesList
        list={list}
        empty={
          <Message
            level={name === null ? "h1" : "h2"}
            icon={<Clapperboard aria-hidden className="size-7" />}
            title={t("list.emptyTitle")}
          >
            <p>{t("list.emptyText")}</p>
            <ButtonLink shape="primary" href={next.href}>
              {next.label}
            </ButtonLink>
          </Message>
        }
      />
    </>
  );
}
