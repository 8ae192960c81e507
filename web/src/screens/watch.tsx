import type { Episode, Series } from "@cliffhanger/contract";
import { useQuery } from "@tanstack/react-query";
import { Clapperboard, CloudOff } from "lucide-react";
import { useCallback, useState } from "react";
import { useTranslation } from "react-i18next";
import { useLocation, useSearch } from "wouter";
import { episodeOf, matchRoute, positionOf } from "../app/routes.ts";
import { EpisodeGrid } from "../features/catalogue/episode-grid.tsx";
import { episodesQuery, seriesQuery } from "../features/catalogue/queries.ts";
import { SeriesAbout } from "../features/catalogue/series-about.tsx";
import { ShareSheet } from "../features/catalogue/share-sheet.tsx";
import { chooseEpisode, stageImage, stageSizes } from "../features/catalogue/stage-image.ts";
import { Theatre } from "../features/playback/theatre.tsx";
import { usePlayback } from "../features/playback/use-playback.ts";
import { useSite } from "../features/site/site-context.ts";
import { ApiError } from "../lib/api.ts";
import { notify } from "../lib/notices.ts";
import { shareLink } from "../lib/share.ts";
import { useDocumentTitle } from "../lib/use-document-title.ts";
import { useLanguage } from "../lib/use-language.ts";
import { Button, ButtonLink } from "../ui/button.tsx";
import { Message } from "../ui/message.tsx";
import { Picture } from "../ui/picture.tsx";
import { Sheet } from "../ui/sheet.tsx";
import { NotFoundScreen } from "./not-found.tsx";

/** `/videos/{id}`: the player, and what belongs to the series (R14). `?ep=7&t=42` points into it. */
export function WatchScreen() {
  const [path] = useLocation();
  const search = useSearch();
  const language = useLanguage();
  const route = matchRoute(path);
  const id = route.name === "watch" ? route.seriesId : "";
  const series = useQuery(seriesQuery(id, language));
  const episodes = useQuery(episodesQuery(id, language));
  const error = series.error ?? episodes.error;
  if (error instanceof ApiError && error.code === 404) return <NotFoundScreen />;
  if (series.data && episodes.data) {
    const { list } = episodes.data;
    const episode = chooseEpisode(list, episodeOf(search));
    if (!episode) return <Nothing title={series.data.title} />;
    return <Watch series={series.data} list={list} episode={episode} at={positionOf(search) ?? 0} />;
  }
  if (error) return <Failed retry={() => void Promise.all([series.refetch(), episodes.refetch()])} />;
  return <Pending />;
}

interface WatchProps {
  series: Series;
  list: Episode[];
  episode: Episode;
  at: number;
}

function Watch({ series, list, episode, at }: WatchProps) {
  const { t } = useTranslation();
  const site = useSite();
  const [, navigate] = useLocation();
  const [listed, setListed] = useState(false);
  const [unshared, setUnshared] = useState<string | null>(null);
  const playback = usePlayback({ episode, at });
  const { number } = episode;
  useDocumentTitle(t("watch.title", { series: series.title, number, site: site.name }));

  const select = useCallback(
    (chosen: number) => {
      setListed(false);
      navigate(`/videos/${series.id}?ep=${chosen}`, { replace: true });
    },
    [navigate, series.id],
  );

  async function share() {
    // Only what names the episode: nobody's click ids or tokens travel along.
    const url = `${location.origin}/videos/${series.id}?ep=${number}`;
    const shared = await shareLink(t("share.text", { title: series.title }), url);
    if (shared === "copied") notify(t("share.success"));
    if (shared === "refused") setUnshared(url);
  }

  const neighbour = (step: number) => list[list.indexOf(episode) + step] ?? null;
  const still = stageImage(series, episode);
  return (
    <div className="wide:gutter wide:grid wide:grid-cols-[minmax(0,1fr)_minmax(20rem,26rem)] wide:items-start wide:gap-10 wide:pb-7">
      <Picture
        key={still.url}
        image={still}
        sizes={stageSizes}
        className="fixed -inset-10 -z-10 hidden opacity-25 blur-art wide:block"
      />
      <Theatre
        playback={playback}
        seriesTitle={series.title}
        episodeCount={series.episodeCount}
        episode={episode}
        next={neighbour(1)}
        previous={neighbour(-1)}
        lastOpen={list.findLast((one) => !one.locked) ?? null}
        still={still}
        sizes={stageSizes}
        onSelect={select}
        onEpisodes={() => setListed(true)}
        onShare={() => void share()}
        covered={listed || unshared !== null}
      />
      <aside className="hidden wide:block">
        <SeriesAbout series={series} onShare={() => void share()}>
          <EpisodeGrid episodes={list} current={number} onSelect={select} />
        </SeriesAbout>
      </aside>
      <Sheet open={listed} onClose={() => setListed(false)} title={t("watch.episodes")}>
        <EpisodeGrid episodes={list} current={number} onSelect={select} />
      </Sheet>
      <ShareSheet url={unshared} onClose={() => setUnshared(null)} />
    </div>
  );
}

function Pending() {
  const { t } = useTranslation();
  return (
    <div className="flex h-dvh items-center justify-center wide:h-[calc(100dvh-6.5rem)]">
      <span
        role="status"
        className="size-12 animate-spin rounded-full border-3 border-white/25 border-t-white transition-opacity delay-400 duration-200 starting:opacity-0"
      >
        <span className="sr-only">{t("common.loading")}</span>
      </span>
    </div>
  );
}

function Nothing({ title }: { title: string }) {
  const { t } = useTranslation();
  return (
    <Message level="h1" icon={<Clapperboard aria-hidden className="size-7" />} title={title}>
      <p>
        {t("watch.noEpisodesTitle")}. {t("watch.noEpisodesText")}
      </p>
      <ButtonLink shape="primary" href="/">
        {t("watch.otherSeries")}
      </ButtonLink>
    </Message>
  );
}

function Failed({ retry }: { retry: () => void }) {
  const { t } = useTranslation();
  return (
    <Message level="h1" icon={<CloudOff aria-hidden className="size-7" />} title={t("watch.errorTitle")}>
      <p>{t("watch.errorNetwork")}</p>
      <Button shape="primary" onClick={retry}>
        {t("watch.retry")}
      </Button>
      <ButtonLink shape="quiet" href="/">
        {t("watch.otherSeries")}
      </ButtonLink>
    </Message>
  );
}
