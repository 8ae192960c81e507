import type { SeriesCard, Tag } from "@cliffhanger/contract";
import { SearchX } from "lucide-react";
import type { ReactNode } from "react";
import { Link } from "wouter";
import { useMessages } from "../../lib/use-language.ts";
import { addressOfResults } from "./address.ts";

interface NoResultsProps {
  keyword: string;
  suggestions: readonly string[];
  categories: readonly Tag[];
  popular: readonly SeriesCard[];
  /** Renders a grid of posters. */
  grid: (list: readonly SeriesCard[]) => ReactNode;
}

/** Renders an empty result: corrections of the keyword, and other ways to continue. */
export function NoResults({ keyword, suggestions, categories, popular, grid }: NoResultsProps) {
  const t = useMessages();
  return (
    <>
      {/* Like `Message`, but it must have room for any keyword. */}
      <div className="mx-auto max-w-md px-6 py-16 text-center text-muted">
        <span className="inline-flex size-16 items-center justify-center rounded-full bg-raised text-text">
          <SearchX aria-hidden className="size-7" />
        </span>
        <h1 className="my-4 font-title text-2xl wrap-anywhere text-text">
          {t("search.emptyTitle", { keyword })}
        </h1>
        <p>{t("search.emptyText")}</p>
      </div>
      <Chips
        id="meant"
        title={t("search.meant")}
        list={suggestions.map((name) => ({ name, href: addressOfResults(name) }))}
      />
      <Chips
        id="categories"
        title={t("site.categories")}
        list={categories.map(({ id, name }) => ({ name, href: `/browse/${id}` }))}
      />
      {popular.length > 0 ? (
        <section aria-labelledby="popular">
          <h2 id="popular" className="gutter mb-3 text-lg font-semibold">
            {t("search.popular")}
          </h2>
          {grid(popular)}
        </section>
      ) : null}
    </>
  );
}

/** Renders links in a wrapping row under their heading; nothing for an empty list. */
export function Chips({
  id,
  title,
  list,
}: {
  id: string;
  title: string;
  list: { name: string; href: string }[];
}) {
  if (list.length === 0) return null;
  return (
    <section aria-labelledby={id} className="gutter mb-8">
      <h2 id={id} className="mb-3 text-lg font-semibold">
        {title}
      </h2>
      <ul className="flex flex-wrap gap-2">
        {list.map(({ name, href }) => (
          <li key={href} className="max-w-full">
            <Link href={href} className="chip max-w-full">
              <span className="truncate">{name}</span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
