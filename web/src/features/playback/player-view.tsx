import type { Episode, Image } from "@cliffhanger/contract";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { notify } from "../../lib/notices.ts";
import { Picture } from "../../ui/picture.tsx";
import { Announcement } from "./announcement.tsx";
import { CaptionsOverlay } from "./captions-overlay.tsx";
import { Chips } from "./chips.tsx";
import { Controls } from "./controls.tsx";
import { EndPanel } from "./end-panel.tsx";
import { Feed } from "./feed.tsx";
import { Floating } from "./floating.tsx";
import { Heading } from "./heading.tsx";
import { useMediaSession } from "./media-session.ts";
import { NextCard } from "./next-card.tsx";
import { FailurePanel, LockedPanel } from "./panels.tsx";
import { usePlayer, usePlayerAbout } from "./player-store.ts";
import { usePreferences } from "./preferences.ts";
import { Finale } from "./series-end.tsx";
import { SettingsSheet } from "./settings-sheet.tsx";
import { isWide } from "./shape.ts";
import { ShortcutsSheet } from "./shortcuts-sheet.tsx";
import { TapSurface } from "./tap-surface.tsx";
import { useBlessing } from "./use-blessing.ts";
import { useCaptions } from "./use-captions.ts";
import { useChrome } from "./use-chrome.ts";
import { useEnding } from "./use-ending.ts";
import { useFloating } from "./use-floating.ts";
import { useFullscreen } from "./use-fullscreen.ts";
import type { Playback } from "./use-playback.ts";
import { useShortcuts } from "./use-shortcuts.ts";
import { useSlowLine } from "./use-slow-line.ts";
import { useSurroundings } from "./use-surroundings.ts";
import { unmute } from "./use-taps.ts";

/** What the player needs to know of the series, and what it asks of the screen. */
export interface TheatreProps {
  playback: Playback;
  seriesTitle: string;
  episodeCount: number;
  list: readonly Episode[];
  episode: Episode;
  /** The last episode that is open to this viewer, to come back to from a locked one. */
  lastOpen: Episode | null;
  stillOf: (episode: Episode) => Image;
  sizes: string;
  /** How often the series was played. */
  plays: ReactNode;
  onSelect: (number: number) => void;
  onEpisodes: () => void;
  onShare: () => void;
  /** Puts the series on My List or takes it off; `favorite`: it is there. */
  onFavorite: () => void;
  favorite: boolean;
  /** Shows what opens a locked episode; null where nothing is on sale. */
  onUnlock: (() => void) | null;
  /** The viewer is past the last episode, at what to watch next. */
  finished: boolean;
  onFinished: (finished: boolean) => void;
  /** What to watch next, and the picture behind it. */
  more: ReactNode;
  art: Image;
  /** A sheet of the screen lies over the picture. */
  covered: boolean;
}

/** The player with all that lies over it. Full screen on a phone; from 768 px a column, or a wide box for wide pictures. */
export function Theatre(props: TheatreProps) {
  const { seriesTitle, list, episode, stillOf, finished, onSelect, onFinished } = props;
  const { t } = useTranslation();
  const { player: reels, locked } = props.playback;
  // Everything about the episode on the screen reads this one; the media elements go by `reels`, whatever they play.
  const player = usePlayerAbout(reels, episode.id);
  const playback = { ...props.playback, player };
  const controls = useRef<HTMLDivElement>(null);
  const [sheet, setSheet] = useState<"settings" | "shortcuts" | null>(null);
  const status = usePlayer(player, (state) => state.status);
  const started = usePlayer(player, (state) => state.started);
  const still = stillOf(episode);
  const ratio = usePlayer(player, (state) => state.ratio) ?? still.width / still.height;
  const { full, toggle: toggleFull } = useFullscreen(player);
  const float = useFloating(player);
  const { saver } = usePreferences();
  const captions = useCaptions(player);
  useSurroundings(reels);
  useBlessing(reels);
  useSlowLine(reels, () => notify(t("watch.slowLine")));
  useEffect(() => reels.setSaver(saver), [reels, saver]);

  const place = list.indexOf(episode);
  const next = list[place + 1] ?? null;
  const previous = list[place - 1] ?? null;
  const bare = locked || playback.failed || status === "failed";
  // Until the first film moves, nothing else comes down the line that can wait.
  const [alone, setAlone] = useState(true);
  if (alone && (started || bare)) setAlone(false);
  const quiet = status === "playing" && started;
  const { visible, wake } = useChrome(controls, !quiet || bare || props.covered || sheet !== null);

  function go(index: number): void {
    const target = list[index];
    playback.arrive(index);
    onFinished(!target);
    if (target) onSelect(target.number);
    else player.pause();
  }
  const { question, dismiss, attended } = useEnding(reels, {
    episode,
    next,
    finished,
    goOn: () => go(place + 1),
  });
  function reach(index: number): void {
    wake();
    attended();
    go(index);
  }
  const goNext = finished ? null : () => reach(place + 1);
  const goPrevious = finished ? () => reach(place) : previous ? () => reach(place - 1) : null;

  function replay(): void {
    onFinished(false);
    player.seek(0);
    player.play();
  }

  useShortcuts(player, {
    toggle: () => (question ? goNext?.() : player.toggle()),
    enabled: !props.covered && sheet === null,
    playable: !finished,
    next: () => goNext?.(),
    previous: () => goPrevious?.(),
    captions: captions.toggle,
    fullscreen: () => toggleFull?.(),
    float: () => float?.(),
    help: () => setSheet("shortcuts"),
    used: wake,
  });
  useMediaSession(player, {
    title: `${seriesTitle} · ${t("series.episode", { number: episode.number })}`,
    artist: episode.title,
    artwork: still.url,
    play: () => (question ? goNext?.() : player.play()),
    used: attended,
    next: next ? goNext : null,
    previous: goPrevious,
  });

  const picture = isWide(ratio) ? "wide" : "tall";
  // As high as the window allows, and never wider than its column.
  const shape = full
    ? "z-30"
    : `wide:sticky wide:top-4 wide:mx-auto wide:h-auto wide:rounded-xl ${
        picture === "wide"
          ? "wide:aspect-video wide:w-[min(100%,(100dvh-6.5rem)*16/9)]"
          : "wide:aspect-9/16 wide:w-[min(100%,(100dvh-6.5rem)*9/16)]"
      }`;
  return (
    <section
      aria-label={t("watch.player", { title: seriesTitle })}
      onPointerMove={wake}
      onPointerDown={wake}
      onPointerUp={({ target }) => {
        if (!(target as Element).closest("button:not([data-surface]), a, input, [role=dialog]"))
          unmute(player);
      }}
      data-picture={picture}
      data-full={full || undefined}
      className={`fixed inset-0 isolate h-dvh overflow-hidden bg-black [container:stage/size] ${shape} ${visible ? "" : "cursor-none"}`}
    >
      <Feed
        player={reels}
        list={list}
        index={finished ? list.length : place}
        stillOf={stillOf}
        sizes={props.sizes}
        veiled={locked}
        alone={alone}
        onReach={reach}
        finale={
          <Finale
            seriesTitle={seriesTitle}
            open={list.at(-1)?.locked === false}
            art={props.art}
            shown={finished}
            onReplay={replay}
          >
            {props.more}
          </Finale>
        }
      >
        {bare || finished ? null : (
          <TapSurface
            player={player}
            toggle={() => (question ? goNext?.() : player.toggle())}
            asked={question !== null}
          />
        )}
        {bare || finished ? null : <Floating player={player} />}
        {question && next ? (
          // Films often end in the dark: what comes next is seen already.
          <Picture
            image={stillOf(next)}
            sizes={props.sizes}
            className="absolute inset-0 transition-opacity duration-250 ease-out starting:opacity-0"
            imageClassName="opacity-60"
          />
        ) : null}
        <Controls
          ref={controls}
          player={player}
          storyboard={playback.storyboard}
          visible={visible}
          full={full}
          bare={bare || question !== null || finished}
          wake={wake}
          seriesTitle={seriesTitle}
          favorite={props.favorite}
          heading={<Heading episode={episode} count={props.episodeCount} plays={props.plays} />}
          next={next && goNext ? <NextCard episode={next} waits={alone} onNext={goNext} /> : null}
          actions={{
            next: goNext,
            previous: goPrevious,
            captions: captions.toggle,
            settings: () => setSheet("settings"),
            episodes: props.onEpisodes,
            share: props.onShare,
            favorite: props.onFavorite,
            fullscreen: toggleFull,
            float,
          }}
        />
        {finished ? null : <CaptionsOverlay player={player} raised={visible} />}
        {bare || question || finished ? null : (
          <Chips playback={playback} episodeId={episode.id} visible={visible} />
        )}
        {locked && !finished ? <LockedPanel {...props} /> : null}
        {!locked && !finished && (playback.failed || status === "failed") ? (
          <FailurePanel playback={playback} />
        ) : null}
        {question && next && goNext ? (
          <EndPanel
            key={episode.id}
            question={question}
            next={next}
            onNext={goNext}
            onReplay={replay}
            onDismiss={dismiss}
          />
        ) : null}
      </Feed>
      <SettingsSheet
        player={player}
        open={sheet === "settings" && !props.covered}
        onClose={() => setSheet(null)}
        onCaptions={captions.choose}
        onFloat={float}
        onFullscreen={toggleFull}
        onNext={goNext}
        onPrevious={goPrevious}
        full={full}
      />
      <ShortcutsSheet open={sheet === "shortcuts"} onClose={() => setSheet(null)} />
      <Announcement player={reels} />
    </section>
  );
}
