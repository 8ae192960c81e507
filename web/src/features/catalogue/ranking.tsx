import type { SeriesCard as Card } from "@cliffhanger/contract";
import { Link } from "wouter";
import { formatCount } from "../../lib/format-count.ts";
import { useLanguage, useMessages } from "../../lib/use-language.ts";
import { Picture } from "../../ui/picture.tsx";

/** The number of ranks shown. */
export const RANK_COUNT = 5;

/** Renders the most played series in order; the first rank has the accent colour. */
export function Ranking({ list }: { list: Card[] }) {
  const t = useMessages();
  const language = useLanguage();
  return (
    <ol className="ranks gutter space-y-2 lg:space-y-3.5 lg:px-0">
      {list.slice(0, RANK_COUNT).map((series) => (
        <li key={series.id}>
          <Link
            href={`/videos/${series.id}`}
            className="group flex items-center gap-[min(1rem,4vw)] rounded-md"
          >
            <Picture
              image={series.poster}
              sizes="54px"
              className="relative h-[80px] w-[54px] shrink-0 rounded-sm"
            />
            <span className="min-w-0 wrap-break-word hyphens-auto">
              <span className="line-clamp-2 leading-5 font-medium group-hover:underline">{series.title}</span>
              <span className="tabular mt-1 block text-sm text-muted">
                {series.playCount > 0
                  ? t("series.plays", {
                      count: series.playCount,
                      formatted: formatCount(series.playCount, language),
                    })
                  : t("series.episodes", { count: series.episodeCount })}
              </span>
            </span>
          </Link>
        </li>
      ))}
    </ol>
  );
}
