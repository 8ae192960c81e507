import type { Episode, Image } from "@cliffhanger/contract";
import { useEffect, useRef, useState } from "react";
import { showToast } from "../../lib/toasts.ts";
import { useMessages } from "../../lib/use-language.ts";
import { Announcement } from "./announcement.tsx";
import { Feed } from "./feed.tsx";
import { useMediaSession } from "./media-session.ts";
import { PlayerOverlay, type PlayerSeries, type ScreenActions } from "./player-overlay.tsx";
import { type Player, usePlayer } from "./player-store.ts";
import { usePreferences } from "./preferences.ts";
import { SeriesEnd } from "./series-end.tsx";
import { SettingsSheet } from "./settings-sheet.tsx";
import { isWide } from "./shape.ts";
import { ShortcutsSheet } from "./shortcuts-sheet.tsx";
import { useAttendance } from "./use-attendance.ts";
import { useBlessing } from "./use-blessing.ts";
import { useCaptions } from "./use-captions.ts";
import { useControlsVisibility } from "./use-controls-visibility.ts";
import { useFloating } from "./use-floating.ts";
import { useFullscreen } from "./use-fullscreen.ts";
import type { Playback } from "./use-playback.ts";
import { useShortcuts } from "./use-shortcuts.ts";
import { useSlowNetwork } from "./use-slow-network.ts";
import { type Steps, useSteps } from "./use-steps.ts";
import { useSurroundings } from "./use-surroundings.ts";
import { unmute } from "./use-taps.ts";

interface PlayerViewProps {
  playback: Playback;
  series: PlayerSeries;
  list: readonly Episode[];
  episode: Episode;
  /** The last episode that this viewer may watch, to return to from a locked one. */
  lastOpen: Episode | null;
  stillOf: (episode: Episode) => Image;
  sizes: string;
  actions: ScreenActions;
  /** Whether the series is on My List. */
  favorite: boolean;
  /** Whether a sheet of the screen covers the picture. */
  covered: boolean;
}

/**
 * Renders the player with all its overlays. Full screen on a phone; from 768 px a column, or a wide box for wide
 * pictures.
 */
export function PlayerView(props: PlayerViewProps) {
  const { playback, series, list, episode, stillOf, sizes, covered } = props;
  const t = useMessages();
  const { player, locked } = playback;
  const controls = useRef<HTMLDivElement>(null);
  const [sheet, setSheet] = useState<"settings" | "shortcuts" | null>(null);
  const status = usePlayer(player, (state) => state.status);
  const started = usePlayer(player, (state) => state.started);
  const still = stillOf(episode);
  const ratio = usePlayer(player, (state) => state.ratio) ?? still.width / still.height;
  const { full, toggle: toggleFull } = useFullscreen(player);
  const float = useFloating(player);
  const captions = useCaptions(player);
  useDevice(playback);

  const bare = locked || playback.failed || status === "failed";
  // Until the first episode plays, every other request that can wait does so.
  const [alone, setAlone] = useState(true);
  if (alone && (started || bare)) setAlone(false);
  const held = status !== "playing" || !started || bare || covered || sheet !== null;
  const { visible, wake } = useControlsVisibility(controls, held);
  const steps = useSteps(player, { list, episode, wake });
  const { finished } = steps;

  useRemotes(player, {
    steps,
    wake,
    enabled: !covered && sheet === null,
    captions: captions.toggle,
    fullscreen: () => toggleFull?.(),
    float: () => float?.(),
    help: () => setSheet("shortcuts"),
    title: `${series.title} · ${t("series.episode", { number: episode.number })}`,
    artist: episode.title,
    artwork: still.url,
  });

  const picture = isWide(ratio) ? "wide" : "tall";
  return (
    <section
      aria-label={t("watch.player", { title: series.title })}
      onPointerMove={wake}
      onPointerDown={wake}
      onPointerUp={({ target }) => (isControl(target as Element) ? undefined : unmute(player))}
      data-picture={picture}
      data-full={full || undefined}
      className={`fixed inset-0 isolate h-dvh overflow-hidden bg-black [container:stage/size] ${shapeOf(picture, full)} ${visible ? "" : "cursor-none"}`}
    >
      <Feed
        player={player}
        list={list}
        index={finished ? list.length : list.indexOf(episode)}
        stillOf={stillOf}
        sizes={sizes}
        veiled={locked}
        alone={alone}
        onReach={steps.reach}
        end={
          <SeriesEnd
            seriesTitle={series.title}
            open={list.at(-1)?.locked === false}
            goesOn={series.goesOn}
            art={series.art}
            shown={finished}
            onReplay={player.replay}
          >
            {series.more}
          </SeriesEnd>
        }
      >
        <PlayerOverlay
          controls={controls}
          view={props}
          steps={steps}
          visible={visible}
          wake={wake}
          bare={bare}
          alone={alone}
          full={full}
          actions={{
            captions: captions.toggle,
            settings: () => setSheet("settings"),
            fullscreen: toggleFull,
            float,
          }}
        />
      </Feed>
      <SettingsSheet
        player={player}
        open={sheet === "settings" && !covered}
        onClose={() => setSheet(null)}
        onCaptions={captions.choose}
        onFloat={float}
        onFullscreen={toggleFull}
        onNext={steps.next}
        onPrevious={steps.previous}
        full={full}
      />
      <ShortcutsSheet open={sheet === "shortcuts"} onClose={() => setSheet(null)} />
      <Announcement player={player} />
    </section>
  );
}

function isControl(target: Element): boolean {
  return target.closest("button:not([data-surface]), a, input, [role=dialog]") !== null;
}

interface Remotes {
  steps: Steps;
  wake: () => void;
  /** Whether no sheet is open. */
  enabled: boolean;
  captions: () => void;
  fullscreen: () => void;
  float: () => void;
  help: () => void;
  title: string;
  artist: string;
  artwork: string;
}

// Connects the off-screen controls: the keyboard, and the system's media controls.
function useRemotes(player: Player, { steps, wake, title, artist, artwork, ...rest }: Remotes): void {
  useShortcuts(player, {
    ...rest,
    toggle: steps.toggle,
    playable: !steps.finished,
    next: () => steps.next?.(),
    previous: () => steps.previous?.(),
    used: wake,
  });
  useMediaSession(player, {
    title,
    artist,
    artwork,
    play: steps.play,
    used: player.attend,
    next: steps.upcoming ? steps.next : null,
    previous: steps.previous,
  });
}

// Connects the player to the device and to the preferences saved on it.
function useDevice({ player }: Playback): void {
  const t = useMessages();
  const { autoplay, saver } = usePreferences();
  useSurroundings(player);
  useBlessing(player);
  useAttendance(player);
  useSlowNetwork(player, () => showToast(t("watch.slowLine")));
  useEffect(() => player.prefer({ autoplay, saver }), [player, autoplay, saver]);
}

// As high as the window allows, and never wider than its column.
function shapeOf(picture: "wide" | "tall", full: boolean): string {
  if (full) return "z-30";
  const shape =
    picture === "wide"
      ? "wide:aspect-video wide:w-[min(100%,(100dvh-6.5rem)*16/9)]"
      : "wide:aspect-9/16 wide:w-[min(100%,(100dvh-6.5rem)*9/16)]";
  return `wide:sticky wide:top-4 wide:mx-auto wide:h-auto wide:rounded-xl ${shape}`;
}
