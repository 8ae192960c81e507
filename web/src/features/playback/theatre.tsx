import type { Episode, Image } from "@cliffhanger/contract";
import { VolumeX } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { storage } from "../../lib/storage.ts";
import { useLanguage } from "../../lib/use-language.ts";
import { captionsToTurnOn, keepCaptionChoice } from "./caption-choice.ts";
import { CaptionsOverlay } from "./captions-overlay.tsx";
import { Controls } from "./controls.tsx";
import { useMediaSession } from "./media-session.ts";
import { NextCard } from "./next-card.tsx";
import { EndPanel, FailurePanel, LockedPanel } from "./panels.tsx";
import { usePlayer } from "./player-store.ts";
import { ResumedChip } from "./resumed-chip.tsx";
import { SettingsSheet } from "./settings-sheet.tsx";
import { ShortcutsSheet } from "./shortcuts-sheet.tsx";
import { Stage } from "./stage.tsx";
import { UpNext } from "./up-next.tsx";
import { useChrome } from "./use-chrome.ts";
import { useFullscreen } from "./use-fullscreen.ts";
import type { Playback } from "./use-playback.ts";
import { useShortcuts } from "./use-shortcuts.ts";

interface TheatreProps {
  playback: Playback;
  seriesTitle: string;
  episodeCount: number;
  episode: Episode;
  next: Episode | null;
  previous: Episode | null;
  /** The last episode that is open to this viewer, to come back to from a locked one. */
  lastOpen: Episode | null;
  still: Image;
  sizes: string;
  onSelect: (number: number) => void;
  onEpisodes: () => void;
  onShare: () => void;
  /** Puts the series on My List or takes it off; `favorite`: it is there. */
  onFavorite: () => void;
  favorite: boolean;
  /** A sheet of the screen lies over the picture. */
  covered: boolean;
}

/** The player with all that lies over it. Full screen on a phone; from 768 px a column, or a wide box for wide pictures. */
export function Theatre(props: TheatreProps) {
  const { playback, seriesTitle, episodeCount, episode, next, previous, still, onSelect } = props;
  const { t } = useTranslation();
  const { player, locked } = playback;
  const language = useLanguage();
  const controls = useRef<HTMLDivElement>(null);
  const lastCaptions = useRef<string | null>(null);
  const [sheet, setSheet] = useState<"settings" | "shortcuts" | null>(null);
  const [dismissed, setDismissed] = useState<string | null>(null);
  const status = usePlayer(player, (state) => state.status);
  const started = usePlayer(player, (state) => state.started);
  const silenced = usePlayer(player, (state) => state.silenced && state.status === "playing");
  const ratio = usePlayer(player, (state) => state.ratio) ?? still.width / still.height;
  const { full, supported, toggle: toggleFull } = useFullscreen();

  const bare = locked || playback.failed || status === "failed";
  const quiet = status === "playing" && started;
  const { visible, wake } = useChrome(controls, !quiet || bare || props.covered || sheet !== null);
  const goNext = next ? () => onSelect(next.number) : null;
  const goPrevious = previous ? () => onSelect(previous.number) : null;

  function chooseCaptions(chosen: string | null) {
    keepCaptionChoice(chosen, storage);
    player.setCaptionLanguage(chosen);
  }

  function toggleCaptions() {
    const { captionLanguage, captions } = player.get();
    if (captionLanguage !== null) lastCaptions.current = captionLanguage;
    const offered = captions.map((caption) => caption.language);
    if (offered.length === 0) return;
    chooseCaptions(
      captionLanguage === null ? captionsToTurnOn(offered, lastCaptions.current, language) : null,
    );
  }

  useShortcuts(player, !props.covered && sheet === null, {
    next: () => goNext?.(),
    previous: () => goPrevious?.(),
    captions: toggleCaptions,
    fullscreen: () => (supported ? toggleFull() : undefined),
    help: () => setSheet("shortcuts"),
    used: wake,
  });
  useMediaSession(player, {
    title: `${seriesTitle} · ${t("series.episode", { number: episode.number })}`,
    artist: episode.title,
    artwork: still.url,
    next: goNext,
    previous: goPrevious,
  });

  // Behind the end of an episode lies the next one, and be it the words about its lock.
  const ended = status === "ended" && dismissed !== episode.id;
  useEffect(() => {
    if (ended && next?.locked) onSelect(next.number);
  }, [ended, next, onSelect]);

  const shape = full
    ? "z-30"
    : `wide:relative wide:mx-auto wide:rounded-xl ${
        ratio > 0.76
          ? "wide:aspect-video wide:h-auto wide:w-full wide:max-w-240"
          : "wide:aspect-9/16 wide:h-[calc(100dvh-6.5rem)] wide:w-auto"
      }`;
  return (
    <section
      aria-label={t("watch.player", { title: seriesTitle })}
      onPointerMove={wake}
      onPointerDown={wake}
      className={`fixed inset-0 isolate h-dvh overflow-hidden bg-black [container-type:size] ${shape} ${visible ? "" : "cursor-none"}`}
    >
      <Stage
        player={player}
        still={still}
        sizes={props.sizes}
        veiled={locked}
        onSwipe={(direction) => (direction === "up" ? goNext?.() : goPrevious?.())}
      />
      <CaptionsOverlay player={player} raised={visible} />
      <Controls
        ref={controls}
        player={player}
        visible={visible}
        full={full}
        bare={bare || ended}
        wake={wake}
        seriesTitle={seriesTitle}
        favorite={props.favorite}
        heading={
          <div aria-live="polite" className="pr-18 wide:pr-0">
            <p className="font-semibold">
              {t("series.episode", { number: episode.number })}{" "}
              <span className="font-normal text-text/70">{t("watch.ofCount", { count: episodeCount })}</span>
            </p>
            {episode.title ? <p className="line-clamp-2 text-sm text-text/90">{episode.title}</p> : null}
          </div>
        }
        next={next && goNext ? <NextCard episode={next} onNext={goNext} /> : null}
        actions={{
          next: goNext,
          previous: goPrevious,
          captions: toggleCaptions,
          settings: () => setSheet("settings"),
          episodes: props.onEpisodes,
          share: props.onShare,
          favorite: props.onFavorite,
          fullscreen: supported ? toggleFull : null,
        }}
      />
      <div className="pointer-events-none absolute inset-x-4 top-[calc(4.5rem+env(safe-area-inset-top))] flex flex-col items-start gap-2 *:pointer-events-auto wide:items-center">
        {silenced ? (
          <button
            type="button"
            onClick={() => player.setMuted(false)}
            className="flex min-h-11 max-w-full items-center gap-2 rounded-full bg-white px-[min(1.25rem,5vw)] text-left text-sm font-semibold text-black"
          >
            <VolumeX aria-hidden className="size-5 shrink-0" />
            {t("watch.tapToUnmute")}
          </button>
        ) : null}
        {playback.resumedAt === null || bare || ended ? null : (
          <ResumedChip key={episode.id} player={player} at={playback.resumedAt} />
        )}
      </div>
      {locked ? <LockedPanel {...props} /> : null}
      {!locked && (playback.failed || status === "failed") ? <FailurePanel playback={playback} /> : null}
      {ended && next && !next.locked && goNext ? (
        <UpNext
          number={next.number}
          title={next.title}
          onNext={goNext}
          onCancel={() => setDismissed(episode.id)}
        />
      ) : null}
      {ended && !next ? <EndPanel player={player} seriesTitle={seriesTitle} /> : null}
      <SettingsSheet
        player={player}
        open={sheet === "settings"}
        onClose={() => setSheet(null)}
        onCaptions={chooseCaptions}
      />
      <ShortcutsSheet open={sheet === "shortcuts"} onClose={() => setSheet(null)} />
    </section>
  );
}
