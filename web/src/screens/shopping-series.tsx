import { useQuery } from "@tanstack/react-query";
import { ChevronLeft } from "lucide-react";
import { Link } from "wouter";
import { episodesQuery, seriesQuery } from "../features/catalogue/series-queries.ts";
import { useLanguage, useMessages } from "../lib/use-language.ts";
import { Picture } from "../ui/picture.tsx";

/** Returns what /shopping shows of the series that the visitor came from. */
export function useShoppingSeries(id: string | null) {
  const t = useMessages();
  const language = useLanguage();
  const enabled = id !== null;
  const about = useQuery({ ...seriesQuery(id ?? "", language), enabled });
  const episodes = useQuery({ ...episodesQuery(id ?? "", language), enabled });
  const series = about.data;
  const list = episodes.data?.list;
  const from = list?.find(({ free }) => !free)?.number ?? 1;
  const to = list?.at(-1)?.number ?? from;
  return {
    series: series ?? null,
    list: list ?? [],
    /** Whether nothing of it is still on its way. */
    isKnown: !enabled || (series !== undefined && list !== undefined),
    failed: about.isError || episodes.isError,
    retry() {
      for (const one of [about, episodes]) if (one.isError) void one.refetch();
    },
    title: series?.title ?? null,
    unlockText: series && list ? t(series.completed ? "offer.rangeWhole" : "offer.range", { from, to }) : "",
  };
}

/** Renders the series that the visitor came from, with a link back to its episode. */
export function ShoppingSeries({ id, episodeId }: { id: string; episodeId: string | null }) {
  const t = useMessages();
  const { series, list } = useShoppingSeries(id);
  const episode = list.find((one) => one.id === episodeId);
  if (!series) return <span className="mb-5 block h-24 animate-pulse rounded-lg bg-surface md:mb-8" />;
  return (
    <Link
      href={episode ? `/videos/${id}?ep=${episode.number}` : `/videos/${id}`}
      className="mb-5 flex items-center gap-4 rounded-lg border border-line bg-surface p-3 hover:bg-raised md:mb-8"
    >
      <Picture
        image={series.poster}
        sizes="48px"
        className="relative h-18 w-12 shrink-0 rounded-sm max-[22rem]:hidden"
      />
      <span className="min-w-0 flex-1">
        <span className="block font-semibold wrap-break-word">{series.title}</span>
        <span className="mt-0.5 flex items-center gap-1 text-sm text-muted">
          <ChevronLeft aria-hidden className="-ml-1 size-4 shrink-0" />
          {episode ? t("money.backToEpisode", { number: episode.number }) : t("money.backToSeries")}
        </span>
      </span>
    </Link>
  );
}
