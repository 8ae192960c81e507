import type { Episode, Image } from "@cliffhanger/contract";
import type { ReactNode, RefObject } from "react";
import { Picture } from "../../ui/picture.tsx";
import { CaptionsOverlay } from "./captions-overlay.tsx";
import { Chips } from "./chips.tsx";
import type { ControlActions } from "./control-actions.ts";
import { Controls } from "./controls.tsx";
import { EndPanel } from "./end-panel.tsx";
import { Floating } from "./floating.tsx";
import { Heading } from "./heading.tsx";
import { NextCard } from "./next-card.tsx";
import { FailurePanel, LockedPanel } from "./panels.tsx";
import { TapSurface } from "./tap-surface.tsx";
import type { Playback } from "./use-playback.ts";
import type { Steps } from "./use-steps.ts";

/** What the player shows of the series. */
export interface PlayerSeries {
  title: string;
  episodeCount: number;
  /** The play count of the series. */
  plays: ReactNode;
  /** What to watch next, and the picture behind it. */
  more: ReactNode;
  art: Image;
  /** Whether it has a time for its next episode. */
  goesOn: boolean;
}

/** The actions that the player requests from the screen. */
export interface ScreenActions {
  episodes: () => void;
  share: () => void;
  /** Adds the series to My List or removes it. */
  favorite: () => void;
  /** Shows the offer for a locked episode; null where nothing is on sale. */
  unlock: (() => void) | null;
}

/** What the overlay needs of the player's view. */
interface View {
  playback: Playback;
  series: PlayerSeries;
  episode: Episode;
  lastOpen: Episode | null;
  stillOf: (episode: Episode) => Image;
  sizes: string;
  actions: ScreenActions;
  favorite: boolean;
}

interface PlayerOverlayProps {
  controls: RefObject<HTMLDivElement | null>;
  view: View;
  steps: Steps;
  /** Whether the controls are shown. */
  visible: boolean;
  wake: () => void;
  /** Whether there is no picture to play: locked, or failed. */
  bare: boolean;
  /** Whether other pictures wait until the first episode plays. */
  alone: boolean;
  full: boolean;
  actions: Pick<ControlActions, "captions" | "settings" | "fullscreen" | "float">;
}

/** Renders everything over the picture of the current episode; it scrolls with it. */
export function PlayerOverlay({
  controls,
  view,
  steps,
  visible,
  wake,
  bare,
  alone,
  full,
  actions,
}: PlayerOverlayProps) {
  const { playback, series, episode } = view;
  const { player, locked } = playback;
  const { question, finished, next, upcoming } = steps;
  return (
    <>
      {bare || finished ? null : (
        <TapSurface player={player} toggle={steps.toggle} asked={question !== null} />
      )}
      {bare || finished ? null : <Floating player={player} />}
      {question && upcoming ? (
        // Many episodes end in the dark: the next one's still is shown already.
        <Picture
          image={view.stillOf(upcoming)}
          sizes={view.sizes}
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
        seriesTitle={series.title}
        favorite={view.favorite}
        heading={<Heading episode={episode} count={series.episodeCount} plays={series.plays} />}
        next={upcoming && next ? <NextCard episode={upcoming} waits={alone} onNext={next} /> : null}
        actions={{ ...actions, ...view.actions, next, previous: steps.previous }}
      />
      {finished ? null : <CaptionsOverlay player={player} raised={visible} />}
      {bare || question || finished ? null : (
        <Chips player={player} episodeId={episode.id} visible={visible} />
      )}
      {locked && !finished ? (
        <LockedPanel
          episode={episode}
          lastOpen={view.lastOpen}
          onSelect={player.select}
          onEpisodes={view.actions.episodes}
          onUnlock={view.actions.unlock}
        />
      ) : null}
      {!locked && !finished && bare ? <FailurePanel playback={playback} /> : null}
      {question && upcoming && next ? (
        <EndPanel
          key={episode.id}
          question={question}
          next={upcoming}
          onNext={next}
          onReplay={player.replay}
          onDismiss={player.dismiss}
        />
      ) : null}
    </>
  );
}
