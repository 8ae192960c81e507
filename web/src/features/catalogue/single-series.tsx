import type { SeriesCard } from "@cliffhanger/contract";
import { useQuery } from "@tanstack/react-query";
import { useLanguage, useMessages } from "../../lib/use-language.ts";
import { EpisodeList } from "./episode-list.tsx";
import { episodesQuery, seriesQuery } from "./series-queries.ts";

/** Renders what home shows under the hero while the catalogue contains one series: its synopsis and its episodes. */
export function SingleSeries({ series }: { series: SeriesCard }) {
  const t = useMessages();
  const language = useLanguage();
  const { data: details, isPending } = useQuery(seriesQuery(series.id, language));
  const { data: episodes } = useQuery(episodesQuery(series.id, language));
  // The synopsis is above the episodes, which would shift when it arrives.
  if (isPending) return <div className="min-h-dvh" />;
  return (
    <div className="gutter grid grid-cols-1 gap-7 lg:grid-cols-[20rem_minmax(0,1fr)] lg:gap-12">
      {details?.synopsis ? (
        <section aria-labelledby="about" className="lg:order-last lg:hidden">
          <h2 id="about" className="mb-2 text-lg font-semibold">
            {t("series.about")}
          </h2>
          <p className="text-text/85">{details.synopsis}</p>
        </section>
      ) : null}
      <section aria-labelledby="episodes" className="lg:col-span-2">
        <h2 id="episodes" className="mb-3 text-lg font-semibold md:text-xl">
          {t("home.allEpisodes")}
        </h2>
        <EpisodeList seriesId={series.id} episodes={episodes?.list ?? null} count={series.episodeCount} />
      </section>
    </div>
  );
}
