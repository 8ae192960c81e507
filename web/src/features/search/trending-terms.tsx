import { useQuery } from "@tanstack/react-query";
import { Link } from "wouter";
import { useLanguage, useMessages } from "../../lib/use-language.ts";
import { addressOfResults } from "./address.ts";
import { trendingQuery } from "./queries.ts";

const positions = Array.from({ length: 6 }, (_, at) => at);

/** Renders the trending searches; when there are too few, the most played series under a matching heading (R23). */
export function TrendingTerms() {
  const t = useMessages();
  const { data, isPending } = useQuery(trendingQuery(useLanguage()));
  if (!isPending && !data?.list.length) return null;
  return (
    <section aria-labelledby="trending" aria-busy={isPending} className="mb-7">
      <h2 id="trending" className="flex min-h-11 items-center text-lg font-semibold">
        {t(data?.source === "popular" ? "search.popular" : "search.trending")}
      </h2>
      <ol className="-mx-3 gap-x-8 md:columns-2">
        {data
          ? data.list.map((term, at) => (
              <li key={term} className="break-inside-avoid">
                <Link
                  href={addressOfResults(term)}
                  className="flex min-h-13 items-center gap-3 rounded-md px-3 hover:bg-white/5"
                >
                  <span
                    aria-hidden
                    className={`tabular w-6 shrink-0 text-center font-title text-lg ${at < 3 ? "text-accent" : "text-muted"}`}
                  >
                    {at + 1}
                  </span>
                  <span className="line-clamp-2 leading-5">{term}</span>
                </Link>
              </li>
            ))
          : positions.map((position) => (
              <li key={position} className="flex h-13 items-center px-3">
                <span className="h-5 w-3/5 animate-pulse rounded-sm bg-surface" />
              </li>
            ))}
      </ol>
    </section>
  );
}
