import type { Episode } from "@cliffhanger/contract";
import type { ReactNode } from "react";
import { useMessages } from "../../lib/use-language.ts";

interface HeadingProps {
  episode: Episode;
  /** The number of episodes in the series. */
  count: number;
  /** The play count of the series. */
  plays: ReactNode;
}

/** Renders the episode's number and title. */
export function Heading({ episode, count, plays }: HeadingProps) {
  const t = useMessages();
  return (
    <div
      aria-live="polite"
      className="flat:min-h-[52px] flat:pr-[200px] beside:min-h-0 beside:pr-0 beside:short:hidden"
    >
      <p className="flex flex-wrap items-baseline gap-x-3 font-semibold">
        <span>
          {t("series.episode", { number: episode.number })}{" "}
          <span className="font-normal text-text/70">{t("watch.ofCount", { count })}</span>
        </span>
        <span className="text-sm font-normal text-text/80 beside:hidden compact:hidden">{plays}</span>
      </p>
      {episode.title ? (
        <p className="line-clamp-2 text-sm text-text/90 compact:hidden lying:line-clamp-1">{episode.title}</p>
      ) : null}
    </div>
  );
}
