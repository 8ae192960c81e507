import type { CaptionsTrack } from "./captions-track.ts";
import { aheadOf, measureOf, settle } from "./media-events.ts";
import { followPictureInPicture } from "./picture-in-picture.ts";
import type { PlayerSlot, Source } from "./player-slot.ts";
import type { PlayerSlots } from "./player-slots.ts";
import type { MediaEvent, PlayerAction } from "./player-state.ts";
import type { StateHolder } from "./state-holder.ts";

/** Plays the source of the episode on the screen in its slot. */
export interface Transport {
  /** The slot of the episode on the screen; null where it has no media element yet. */
  slot(): PlayerSlot | null;
  /** Whether a source is open. */
  isOpen(): boolean;
  /** Stops the episode that was open in a slot; what it has buffered stays. */
  leave(slot: number): void;
  /** Starts a source of which `openedBy` is in the state. */
  start(source: Source): void;
  /** Starts again what is open: its media element is new. */
  restart(): void;
  play(): void;
  pause(): void;
  seek(time: number): void;
  /** Loads again what failed. */
  retry(): void;
  /** The connection is back: what waits for it continues. */
  resume(): void;
  showCaptions(): void;
}

/** Returns the action that says which source is open. */
export function openedBy({ episodeId, at, duration, resumes }: Source): PlayerAction {
  return { type: "opened", episodeId, at, duration, resumedAt: resumes && at > 0 ? at : null };
}

/** Builds the transport of a player. */
export function createTransport(
  { get, dispatch }: StateHolder,
  slots: PlayerSlots,
  captions: CaptionsTrack,
): Transport {
  let source: Source | null = null;
  // The latest request counts: a pause, or another episode, cancels a start that still waits.
  let request = 0;
  const current = () => slots.at(get().slot);

  function report(about: Source, event: MediaEvent): void {
    dispatch({ type: "media", episodeId: about.episodeId, event });
  }

  // With sound first; where the browser forbids that, silently; where it forbids that too, on a tap.
  async function begin(): Promise<void> {
    const wanted = source;
    const slot = current();
    if (!slot || !wanted) return;
    request += 1;
    const own = request;
    const { video } = slot;
    video.muted = get().muted;
    video.playbackRate = get().rate;
    await slot.paced();
    if (request !== own) return;
    const first = await settle(video.play());
    if (first !== "refused" || source !== wanted) return;
    if (!get().muted) {
      report(wanted, { type: "silenced" });
      video.muted = true;
      if ((await settle(video.play())) !== "refused") return;
      if (source !== wanted) return;
    }
    report(wanted, { type: "blocked" });
  }

  // Plays what is open in its slot: prepared, retained from before, or loaded now.
  function run(again: boolean): void {
    const slot = current();
    if (!slot || !source) return;
    const isReady = slot.source()?.episodeId === source.episodeId && !slot.faulty();
    if (again || !isReady) slot.load(source, false);
    else {
      slot.promote(source.at);
      report(source, measureOf(slot.video));
      report(source, { type: "progressed", time: slot.video.currentTime, ahead: aheadOf(slot.video) });
    }
    const about = source;
    followPictureInPicture(slot.video, () => report(about, { type: "floated", floating: false }));
    void begin();
  }

  function showCaptions(): void {
    const { captions: offered, captionLanguage } = get();
    const caption = offered.find(({ language }) => language === captionLanguage);
    void captions.show(source && current(), source ? caption : undefined);
  }

  function play(): void {
    const video = current()?.video;
    const { status, silenced } = get();
    if (!video || !source || status === "failed") return;
    if (status === "ended") video.currentTime = 0;
    // It was silent by the autoplay policy, which a tap satisfies.
    if (status === "blocked" && silenced) dispatch({ type: "muted", muted: false });
    report(source, { type: "wanted" });
    void begin();
  }

  function retry(): void {
    if (!source) return;
    source = { ...source, at: get().time };
    dispatch({ type: "retried" });
    run(true);
    showCaptions();
  }

  return {
    slot: current,
    isOpen: () => source !== null,
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
      showCaptions();
    },
    restart() {
      if (!source) return;
      run(true);
      showCaptions();
    },
    play,
    pause() {
      request += 1;
      const video = current()?.video;
      // One that still waits to start would not report it.
      if (video?.paused && source) report(source, { type: "paused" });
      video?.pause();
    },
    seek(time) {
      const video = current()?.video;
      if (!video || !source) return;
      const { duration, status } = get();
      const target = Math.min(Math.max(0, time), Math.max(0, duration - 0.1));
      report(source, { type: "sought", time: target });
      video.currentTime = target;
      if (status === "ended") play();
    },
    retry,
    resume() {
      const { status, failure } = get();
      if (status === "failed" && failure === "network") retry();
      else if (source) current()?.resume();
    },
    showCaptions,
  };
}
