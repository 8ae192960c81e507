import type { Episode, Series } from "@cliffhanger/contract";
import { useState } from "react";
import { useLocation } from "wouter";
import { withReturn } from "../features/accounts/return-to.ts";
import { useWatchTracking } from "../features/attribution/use-watch-tracking.ts";
import { PlayCount } from "../features/catalogue/play-count.tsx";
import { SeriesAbout } from "../features/catalogue/series-about.tsx";
import { ShareSheet } from "../features/catalogue/share-sheet.tsx";
import { STAGE_SIZES, stageImage } from "../features/catalogue/stage-image.ts";
import { PendingFavoriteEffect, useFavorite } from "../features/library/use-favorite.ts";
import { offeredEpisode } from "../features/playback/offered-episode.ts";
import { usePlayer } from "../features/playback/player-store.ts";
import { PlayerView } from "../features/playback/player-view.tsx";
import { usePlayQuality } from "../features/playback/use-play-quality.ts";
import { usePlayback } from "../features/playback/use-playback.ts";
import { useSite } from "../features/site/site-context.ts";
import { afterNextPaint } from "../lib/after-next-paint.ts";
import { useDocumentTitle } from "../lib/use-document-title.ts";
import { useMessages } from "../lib/use-language.ts";
import { lazyOnOpen } from "../loader/client/lazy-on-open.tsx";
import { Picture } from "../ui/picture.tsx";
import { Sheet } from "../ui/sheet.tsx";
import { usePrefetchedSheets } from "./watch-ahead.ts";
import { LaterComesOn } from "./watch-coming.tsx";
import { WatchEpisodes } from "./watch-episodes.tsx";
import { MoreGrid, useMoreLike, useRoom } from "./watch-more.tsx";
import { NextStories } from "./watch-next.tsx";
import { useWatchPlace } from "./watch-place.ts";
import { useFreshLocks, useProgress, useSeenBefore } from "./watch-progress.ts";
import { useShare } from "./watch-share.ts";

const UnlockSheet = lazyOnOpen(
  () => import("../flows/unlock-sheet.tsx").then(({ UnlockSheet }) => UnlockSheet),
  { messages: ["money", "account"] },
);

interface WatchProps {
  series: Series;
  list: readonly Episode[];
  /** The number of the episode to start with when the address names none. */
  first: number;
}

/** Renders the player of a series, with all that belongs to the series. */
export function Watch({ series, list, first }: WatchProps) {
  const t = useMessages();
  const site = useSite();
  const [, navigate] = useLocation();
  const room = useRoom(true);
  const [isListOpen, setListOpen] = useState(false);
  const place = useWatchPlace(series.id, list, first);
  const { player, episode } = place;
  const playback = usePlayback({ ...place, list });
  useProgress(player, series.id);
  usePlayQuality(player, series.id);
  useFreshLocks(series.id, list, playback.outdated);
  useWatchTracking(player, series);
  const { number } = episode;
  useDocumentTitle(t("watch.title", { series: series.title, number, site: site.name }));

  const here = `/videos/${series.id}?ep=${number}`;
  const { favorite, toggle } = useFavorite(series, () => navigate(withReturn("/login", here)));
  const { share, unshared, close } = useShare(series, here);
  const choose = (chosen: number) => {
    setListOpen(false);
    void afterNextPaint().then(() => player.select(chosen));
  };

  const { offer } = playback;
  const onSale = offer !== null && (offer.plans.length > 0 || offer.unlock !== null);
  const finished = usePlayer(player, (state) => state.finished);
  const paywallClosed = usePlayer(player, (state) => state.paywallClosed);
  const unlocking = onSale && !paywallClosed && !finished;
  // A viewer who only looks in needs no similar series yet.
  const stays = usePlayer(player, ({ episodeId, time }) => episodeId === episode.id && time > 3);
  const near = finished || (episode === list.at(-1) && (stays || playback.locked));
  const more = useMoreLike(series, near);
  const isPaywallNext = list[list.indexOf(episode) + 1]?.locked === true;
  usePrefetchedSheets(stays, isPaywallNext ? { seriesId: series.id, load: UnlockSheet.prefetch } : null);
  const [next] = series.upcoming;
  const still = stageImage(series, episode);
  const offered = offeredEpisode(list, episode);
  const seen = useSeenBefore(player, list, offered);
  return (
    <div className="wide:gutter wide:grid wide:grid-cols-[minmax(0,1fr)_min(34vw,26rem)] wide:items-start wide:gap-8 wide:pb-7 lg:gap-10">
      <Picture
        key={still.url}
        image={still}
        sizes={STAGE_SIZES}
        className="fixed -inset-10 -z-10 hidden opacity-25 blur-art wide:block"
      />
      <PlayerView
        playback={playback}
        series={{
          title: series.title,
          // Where an episode is missing, the last number is higher than the count.
          episodeCount: Math.max(series.episodeCount, list.at(-1)?.number ?? 0),
          plays: <PlayCount count={series.playCount} />,
          more: (
            <>
              {next ? <LaterComesOn next={next} isFirst={false} /> : null}
              <NextStories series={series} near={near} />
            </>
          ),
          art: series.cover,
          goesOn: next !== undefined,
        }}
        list={list}
        episode={episode}
        lastOpen={list.findLast((one) => !one.locked) ?? null}
        stillOf={(one) => stageImage(series, one)}
        sizes={STAGE_SIZES}
        actions={{
          episodes: () => setListOpen(true),
          share,
          favorite: toggle,
          unlock: onSale ? () => player.closePaywall(false) : null,
        }}
        favorite={favorite}
        covered={isListOpen || unshared !== null || unlocking}
      />
      {room ? (
        <aside className="hidden wide:block">
          <SeriesAbout series={series} favorite={favorite} onFavorite={toggle} onShare={share}>
            <WatchEpisodes list={list} current={number} upcoming={series.upcoming} onSelect={player.select} />
          </SeriesAbout>
          <MoreGrid list={more} />
        </aside>
      ) : null}
      <Sheet open={isListOpen && !unlocking} onClose={() => setListOpen(false)} title={t("watch.episodes")}>
        <WatchEpisodes list={list} current={number} upcoming={series.upcoming} onSelect={choose} />
      </Sheet>
      {onSale ? (
        <UnlockSheet
          open={unlocking}
          onClose={() => player.closePaywall(true)}
          series={series}
          episode={offered}
          seen={seen}
          from={offer.fromEpisode}
          to={list.at(-1)?.number ?? number}
        />
      ) : null}
      <PendingFavoriteEffect />
      <ShareSheet url={unshared} onClose={close} />
    </div>
  );
}
