import type { Series } from "@cliffhanger/contract";
import { useLanguage, useMessages } from "../../lib/use-language.ts";
import { formatReleaseDay, formatReleaseTime } from "./release-time.ts";

/** Renders the numbers of episodes to come with their days, after those that can be played. */
export function UpcomingEpisodes({ upcoming }: { upcoming: Series["upcoming"] }) {
  const t = useMessages();
  const language = useLanguage();
  return (
    <ul
      aria-label={t("coming.list")}
      className="mt-2 grid grid-cols-[repeat(auto-fill,minmax(max(3.25rem,(100%-2.5rem)/6),1fr))] gap-2"
    >
      {upcoming.map(({ number, at }) => (
        <li
          key={number}
          className="tabular flex h-13 flex-col items-center justify-center rounded-md border border-dashed border-line text-muted"
        >
          <span className="sr-only">{t("coming.tile", { number, time: formatReleaseTime(at) })}</span>
          <span aria-hidden className="font-medium">
            {number}
          </span>
          <span aria-hidden className="text-xs">
            {formatReleaseDay(at, language)}
          </span>
        </li>
      ))}
    </ul>
  );
}
