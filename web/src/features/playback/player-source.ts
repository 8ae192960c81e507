import { autoplay } from "./autoplay.ts";
import type { CaptionsTrack } from "./captions-track.ts";
import { aheadOf, measureOf } from "./media-events.ts";
import { isSameFilm } from "./media-grant.ts";
import { followPictureInPicture } from "./picture-in-picture.ts";
import type { PlayerSlot, Source } from "./player-slot.ts";
import type { PlayerSlots } from "./player-slots.ts";
import type { MediaEvent, PlayerAction } from "./player-state.ts";
import type { StateHolder } from "./state-holder.ts";

/** The source of the episode on the screen, and the slot that it plays in. */
export interface PlayerSource {
  /** Whether a source is open. */
  isOpen(): boolean;
  /** The slot of the episode on the screen; null where it has no media element yet. */
  slot(): PlayerSlot | null;
  /** Reports an event of the open source. */
  report(event: MediaEvent): void;
  /** Plays the open source as soon as its slot is ready. */
  begin(): Promise<void>;
  /** Cancels a start that still waits. */
  cancel(): void;
  /** Stops the episode that was open in a slot; its buffer stays. */
  leave(slot: number): void;
  /** Starts a source whose `openedBy` action has been dispatched. */
  start(source: Source): void;
  /** Restarts the open source in a new media element. */
  restart(): void;
  /** Whether another film has replaced that of the open source, by its newest addresses. */
  isReplaced(): boolean;
  /** Loads a failed source again, by its newest addresses. */
  retry(): void;
  showCaptions(): void;
}

/** Returns the action for an opened source. */
export function openedBy({ episodeId, at, duration, resumes }: Source): PlayerAction {
  return { type: "opened", episodeId, at, duration, resumedAt: resumes && at > 0 ? at : null };
}

/** Creates the holder of the source. */
export function createPlayerSource(
  { get, dispatch }: StateHolder,
  slots: PlayerSlots,
  captions: CaptionsTrack,
): PlayerSource {
  let source: Source | null = null;
  // The latest request counts: a pause, or another episode, cancels a start that still waits.
  let request = 0;
  const current = () => slots.at(get().slot);

  function reportOf(about: Source | null, event: MediaEvent): void {
    if (about) dispatch({ type: "media", episodeId: about.episodeId, event });
  }

  async function begin(): Promise<void> {
    const wanted = source;
    const slot = current();
    if (!slot || !wanted) return;
    request += 1;
    const own = request;
    const { muted, rate } = get();
    slot.video.muted = muted;
    slot.video.playbackRate = rate;
    await slot.paced();
    if (request !== own) return;
    await autoplay(slot.video, {
      isWanted: () => source === wanted,
      mayBeSilenced: () => !get().muted,
      report: (type) => reportOf(wanted, { type }),
    });
  }

  // Plays the open source in its slot: prepared, retained from before, or loaded now.
  function run(again: boolean): void {
    const slot = current();
    if (!slot || !source) return;
    const about = source;
    const loaded = slot.source();
    const isLoaded = loaded?.episodeId === about.episodeId && isSameFilm(loaded.hls, about.hls);
    const isReady = isLoaded && !slot.faulty();
    if (again || !isReady) slot.load(about, false);
    else {
      slot.promote(about.at);
      reportOf(about, measureOf(slot.video));
      reportOf(about, { type: "progressed", time: slot.video.currentTime, ahead: aheadOf(slot.video) });
    }
    followPictureInPicture(slot.video, () => reportOf(about, { type: "floated", floating: false }));
    void begin();
    showCaptions();
  }

  const latest = () => current()?.grants()?.latest();

  function showCaptions(): void {
    const { captions: offered, captionLanguage } = get();
    const caption = offered.find(({ language }) => language === captionLanguage);
    void captions.show(source && current(), source ? caption : undefined);
  }

  return {
    isOpen: () => source !== null,
    slot: current,
    report: (event) => reportOf(source, event),
    begin,
    cancel() {
      request += 1;
    },
    leave(slot) {
      if (!source) return;
      request += 1;
      source = null;
      slots.at(slot)?.rest();
      showCaptions();
    },
    start(next) {
      source = next;
      run(false);
    },
    restart: () => run(true),
    isReplaced() {
      const newest = latest();
      return source !== null && newest !== undefined && !isSameFilm(newest.hls, source.hls);
    },
    retry() {
      if (!source) return;
      const { hls, startup, expiresAt } = latest() ?? source;
      source = { ...source, hls, startup, expiresAt, at: get().time };
      dispatch({ type: "retried" });
      run(true);
    },
    showCaptions,
  };
}
