import type { Episode, Series } from "@cliffhanger/contract";
import { chooseEpisode, resumePosition } from "@cliffhanger/contract/resume";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Clapperboard } from "lucide-react";
import { type ReactNode, useCallback, useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { useLocation, useSearch } from "wouter";
import { matchRoute } from "../app/routes.ts";
import { episodeOf, positionOf } from "../app/watch-address.ts";
import { withReturn } from "../features/accounts/return-to.ts";
import { useWatchTracking } from "../features/attribution/use-watch-tracking.ts";
import { PlayCount } from "../features/catalogue/play-count.tsx";
import { SeriesAbout } from "../features/catalogue/series-about.tsx";
import { episodesQuery, seriesQuery } from "../features/catalogue/series-queries.ts";
import { ShareSheet } from "../features/catalogue/share-sheet.tsx";
import { stageImage, stageSizes } from "../features/catalogue/stage-image.ts";
import { applyProgress } from "../features/library/apply-progress.ts";
import { settleRemovals } from "../features/library/removals.ts";
import { reporter } from "../features/library/reporter.ts";
import { useFavorite, Wish } from "../features/library/use-favorite.ts";
import { offeredEpisode } from "../features/playback/offered-episode.ts";
import { type Player, usePlayer } from "../features/playback/player-store.ts";
import { Theatre } from "../features/playback/player-view.tsx";
import { followMoments } from "../features/playback/progress-events.ts";
import { usePlayQuality } from "../features/playback/use-play-quality.ts";
import { usePlayback } from "../features/playback/use-playback.ts";
import { useSite } from "../features/site/site-context.ts";
import { ApiError } from "../lib/api.ts";
import { notify } from "../lib/notices.ts";
import { painted } from "../lib/painted.ts";
import { linkOf, shareLink } from "../lib/share.ts";
import { track } from "../lib/track.ts";
import { useDocumentTitle } from "../lib/use-document-title.ts";
import { useLanguage } from "../lib/use-language.ts";
import { useUserReader } from "../lib/user.ts";
import { ButtonLink } from "../ui/button.tsx";
import { drawnLater } from "../ui/drawn-later.tsx";
import { Failed } from "../ui/failed.tsx";
import { Message } from "../ui/message.tsx";
import { Picture } from "../ui/picture.tsx";
import { Sheet } from "../ui/sheet.tsx";
import { WatchEpisodes } from "./watch-episodes.tsx";
import { MoreGrid, useMoreLike, useRoom } from "./watch-more.tsx";
import { NextStories } from "./watch-next.tsx";

// What is for sale comes when somebody stands before it.
const UnlockSheet = drawnLater(() => import("../app/unlock-sheet.tsx"), "UnlockSheet", ["money", "account"]);

const NotFound = drawnLater(() => import("./not-found.tsx"), "NotFoundScreen", ["app"]);

/** `/videos/{id}`: the player, and what belongs to the series (R14). `?ep=7&t=42` points into it. */
export function WatchScreen() {
  const [path] = useLocation();
  const search = useSearch();
  const language = useLanguage();
  const route = matchRoute(path);
  const id = route.name === "watch" ? route.seriesId : "";
  const series = useQuery({ ...seriesQuery(id, language), ...personal });
  const episodes = useQuery({ ...episodesQuery(id, language), ...personal });
  const waiting = useFreshAnswers([series, episodes]);
  const error = series.error ?? episodes.error;
  if (error instanceof ApiError && error.code === 404) {
    return (
      <Alone>
        <NotFound />
      </Alone>
    );
  }
  if (series.data && episodes.data && !waiting) {
    const { list } = episodes.data;
    const episode = chooseEpisode(list, episodeOf(search), series.data.progress?.episodeId);
    if (!episode) {
      return (
        <Alone>
          <Nothing title={series.data.title} />
        </Alone>
      );
    }
    return <Watch series={series.data} list={list} first={episode.number} />;
  }
  if (error) {
    return (
      <Alone>
        <NotStarted retry={() => void Promise.all([series.refetch(), episodes.refetch()])} />
      </Alone>
    );
  }
  return <Pending />;
}

// How far one is may change on another device: what is older than a few seconds is asked for anew.
const personal = { staleTime: 5000, refetchOnWindowFocus: true };

// How long an older answer waits for the new one; offline, or on a slow line, it serves.
const patience = 1000;

/** Whether the answers that are here are old and new ones on their way, right after the screen was opened. */
function useFreshAnswers(answers: { isFetching: boolean; isFetchedAfterMount: boolean }[]): boolean {
  const [over, setOver] = useState(false);
  const waiting = !over && answers.some((answer) => answer.isFetching && !answer.isFetchedAfterMount);
  useEffect(() => {
    const timer = setTimeout(() => setOver(true), waiting ? patience : 0);
    return () => clearTimeout(timer);
  }, [waiting]);
  return waiting;
}

interface WatchProps {
  series: Series;
  list: Episode[];
  /** The number of the episode to begin with, where the address names none. */
  first: number;
}

function Watch({ series, list, first }: WatchProps) {
  const { t } = useTranslation();
  const site = useSite();
  const search = useSearch();
  const [, navigate] = useLocation();
  const readUser = useUserReader();
  const room = useRoom(true);
  const [listed, setListed] = useState(false);
  const [unshared, setUnshared] = useState<string | null>(null);
  // The locked episode whose sheet was closed: coming to it anew opens the sheet again.
  const [leftLocked, setLeftLocked] = useState<string | null>(null);
  // The last episode, once the viewer is past it: another address is about another episode.
  const [passed, setPassed] = useState<string | null>(null);
  // Decided once: what plays moves how far one is, and nobody is moved on by that.
  const [begun] = useState(first);
  const episode = chooseEpisode(list, episodeOf(search) ?? begun, null) as Episode;
  const asked = positionOf(search);
  const at = asked ?? resumePosition(episode);
  const playback = usePlayback({ list, episode, at, resumes: asked === null });
  useProgress(playback.player, series.id);
  usePlayQuality(playback.player, series.id);
  useFreshLocks(series.id, playback.locked && !episode.locked);
  useWatchTracking(playback.player, series);
  const { number } = episode;
  const finished = passed === episode.id;
  useDocumentTitle(t("watch.title", { series: series.title, number, site: site.name }));

  const select = useCallback(
    (chosen: number) => {
      setLeftLocked(null);
      setPassed(null);
      navigate(`/videos/${series.id}?ep=${chosen}`, { replace: true });
    },
    [navigate, series.id],
  );

  const here = `/videos/${series.id}?ep=${number}`;
  const choose = useCallback(
    (chosen: number) => {
      setListed(false);
      void painted().then(() => select(chosen));
    },
    [select],
  );

  const { favorite, toggle } = useFavorite(series, () => navigate(withReturn("/login", here)));

  async function share() {
    // What names the episode, and who shares it (R35); click ids and tokens that brought this person stay behind.
    const url = linkOf(location.origin + here, readUser()?.referrerToken);
    const shared = await shareLink(t("share.text", { title: series.title }), url);
    if (shared === "given" || shared === "copied")
      track("share_video", { seriesId: series.id, title: series.title });
    if (shared === "copied") notify(t("share.success"));
    if (shared === "refused") setUnshared(url);
  }

  const { offer } = playback;
  const onSale = offer !== null && (offer.plans.length > 0 || offer.unlock !== null);
  const unlocking = onSale && leftLocked !== episode.id && !finished;
  // Whoever only looks in needs no other story yet.
  const stays = usePlayer(playback.player, ({ episodeId, time }) => episodeId === episode.id && time > 3);
  const near = finished || (episode === list.at(-1) && (stays || playback.locked));
  const more = useMoreLike(series, near);
  const still = stageImage(series, episode);
  return (
    <div className="wide:gutter wide:grid wide:grid-cols-[minmax(0,1fr)_min(34vw,26rem)] wide:items-start wide:gap-8 wide:pb-7 lg:gap-10">
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
        list={list}
        episode={episode}
        lastOpen={list.findLast((one) => !one.locked) ?? null}
        stillOf={(one) => stageImage(series, one)}
        sizes={stageSizes}
        plays={<PlayCount count={series.playCount} />}
        onSelect={select}
        onEpisodes={() => setListed(true)}
        onShare={() => void share()}
        onFavorite={toggle}
        favorite={favorite}
        onUnlock={onSale ? () => setLeftLocked(null) : null}
        finished={finished}
        onFinished={(over) => setPassed(over ? episode.id : null)}
        more={<NextStories series={series} near={near} />}
        art={series.cover}
        covered={listed || unshared !== null || unlocking}
      />
      {room ? (
        <aside className="hidden wide:block">
          <SeriesAbout series={series} favorite={favorite} onFavorite={toggle} onShare={() => void share()}>
            <WatchEpisodes list={list} current={number} onSelect={select} />
          </SeriesAbout>
          <MoreGrid list={more} />
        </aside>
      ) : null}
      <Sheet open={listed && !unlocking} onClose={() => setListed(false)} title={t("watch.episodes")}>
        <WatchEpisodes list={list} current={number} onSelect={choose} />
      </Sheet>
      {onSale ? (
        <UnlockSheet
          open={unlocking}
          onClose={() => setLeftLocked(episode.id)}
          series={series}
          episode={offeredEpisode(list, episode)}
          from={offer.fromEpisode}
          to={list.at(-1)?.number ?? number}
        />
      ) : null}
      <Wish />
      <ShareSheet url={unshared} onClose={() => setUnshared(null)} />
    </div>
  );
}

function tenths(seconds: number): number {
  return Math.round(seconds * 10) / 10;
}

// Keeps how far the viewer is: on the server, and in the answers that are here already.
function useProgress(player: Player, seriesId: string): void {
  const client = useQueryClient();
  useEffect(() => settleRemovals(), []);
  useEffect(
    () =>
      followMoments(player, ({ turn, ...moment }) => {
        const { episodeId, duration, done } = moment;
        const length = duration > 0 ? { duration: tenths(duration) } : {};
        reporter.note({ episodeId, position: tenths(moment.position), ...length, done }, turn);
        if (turn) applyProgress(client, seriesId, moment);
      }),
    [player, client, seriesId],
  );
}

// The server refused an episode that the list calls open, as when a membership ended meanwhile: the list is out of date.
function useFreshLocks(seriesId: string, outdated: boolean): void {
  const client = useQueryClient();
  const language = useLanguage();
  useEffect(() => {
    if (!outdated) return;
    void client.invalidateQueries({ queryKey: seriesQuery(seriesId, language).queryKey });
    void client.invalidateQueries({ queryKey: episodesQuery(seriesId, language).queryKey });
  }, [client, seriesId, language, outdated]);
}

function Pending() {
  const { t } = useTranslation();
  useDocumentTitle(useSite().name);
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

// The header makes room for the player on a phone, so the words stand in the middle of the screen.
function Alone({ children }: { children: ReactNode }) {
  return <div className="flex min-h-dvh items-center wide:min-h-[calc(100dvh-6.5rem)]">{children}</div>;
}

function Nothing({ title }: { title: string }) {
  const { t } = useTranslation();
  const { name } = useSite();
  useDocumentTitle(`${title} · ${name}`);
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

function NotStarted({ retry }: { retry: () => void }) {
  const { t } = useTranslation();
  useDocumentTitle(useSite().name);
  return (
    <Failed level="h1" title={t("watch.errorTitle")} text={t("watch.errorNetwork")} retry={retry}>
      <ButtonLink shape="quiet" href="/">
        {t("watch.otherSeries")}
      </ButtonLink>
    </Failed>
  );
}
