import { useSyncExternalStore } from "react";
import type { VisitStore } from "../../lib/visit-storage.ts";
import { createCaptionsTrack } from "./captions-track.ts";
import type { EngineFactory } from "./engine.ts";
import { enlarge, togglePictureInPicture } from "./picture-in-picture.ts";
import { createPlayerNavigation, type Surroundings } from "./player-navigation.ts";
import { indexOf, slotAt } from "./player-reducer.ts";
import type { Source } from "./player-slot.ts";
import { createSlots } from "./player-slots.ts";
import { createPlayerSource, openedBy } from "./player-source.ts";
import {
  type Caption,
  initialState,
  type ListedEpisode,
  type MediaEvent,
  type PlayerState,
  slotOf,
} from "./player-state.ts";
import { holdState } from "./state-holder.ts";
import { createTransport } from "./transport.ts";

/** The player: the interface calls it and reads its state. No other module controls the media elements. */
export interface Player {
  subscribe(listener: () => void): () => void;
  get(): PlayerState;
  /** The state that the server rendered. */
  first(): PlayerState;
  /** Connects it to the screen. Returns a function that disconnects it. */
  connect(surroundings: Surroundings): () => void;
  /** Gives it a media element for one of its slots. Returns a function that removes it. */
  attach(video: HTMLVideoElement, slot?: number): () => void;

  /** Sets the current list of the series. */
  list(episodes: readonly ListedEpisode[]): void;
  /** Sets the episode that the address names. */
  address(number: number): void;
  /** Selects an episode for the viewer. */
  select(number: number): void;
  /** Moves the viewer from an episode to a position of the list; its length is the part after the last episode. */
  reach(from: string, index: number): void;
  /** Plays the same episode again. */
  replay(): void;
  /** Closes the question at the end of an episode. */
  dismiss(): void;
  closePaywall(closed: boolean): void;
  /** Records that the viewer is still there. */
  attend(): void;

  /** Plays the episode on the screen, if no source of it is open yet. */
  open(source: Source): void;
  /** Loads the first frame of another episode of the list. */
  prepare(source: Source): void;
  /**
   * Called within a tap or key press: phones let a media element play with sound later only after `play()` within an
   * input.
   */
  bless(): void;
  setCaptions(episodeId: string, captions: readonly Caption[]): void;
  play(): void;
  pause(): void;
  toggle(): void;
  seek(time: number): void;
  skip(seconds: number): void;
  setMuted(muted: boolean): void;
  setRate(rate: number): void;
  /** The short edge of the wanted picture; null means automatic. */
  setQuality(quality: number | null): void;
  prefer(preferences: { autoplay: boolean; saver: boolean }): void;
  setCaptionLanguage(language: string | null): void;
  /** Opens or closes the picture-in-picture window. */
  float(): void;
  /** Opens the browser's native full screen, where the page itself cannot be full screen. */
  enlarge(): void;
  retry(): void;
  /** Continues what waits for the connection, which is back. */
  resume(): void;
}

const MUTE_KEY = "muted";

// A viewer past this share of an episode stays to its end: from here on it is buffered further ahead.
const STAYS_SHARE = 0.5;

/**
 * Creates a player around an engine.
 * @param place the list, and the episode to start with
 */
export function createPlayer(
  createEngine: EngineFactory,
  visit: VisitStore,
  place: Pick<PlayerState, "episodes" | "episodeId">,
): Player {
  const start = { ...initialState, ...place };
  const first = { ...start, slot: slotOf(Math.max(0, indexOf(start))) };
  // The viewer's own mute lasts for the whole visit; the browser's does not.
  const holder = holdState({ ...first, muted: visit.get(MUTE_KEY) === "1" });
  const { get, subscribe, dispatch } = holder;
  const slots = createSlots(createEngine, {
    report: onMediaEvent,
    painted: (slot, episodeId) => dispatch({ type: "painted", slot, episodeId }),
  });
  const captions = createCaptionsTrack((lines) => {
    const { episodeId } = get();
    if (episodeId) dispatch({ type: "media", episodeId, event: { type: "lines", lines } });
  });
  const opened = createPlayerSource(holder, slots, captions);
  const transport = createTransport(holder, opened);
  const { move, connect, followEnd } = createPlayerNavigation(holder, opened, transport);
  const video = () => opened.slot()?.video;

  function onMediaEvent(slot: number, episodeId: string, event: MediaEvent): void {
    const before = get();
    if (slot !== before.slot) return;
    dispatch({ type: "media", episodeId, event });
    if (get() === before) return;
    if (event.type === "progressed" && event.time > before.duration * STAYS_SHARE) opened.slot()?.deepen();
    if (before.status !== "ended") followEnd(episodeId, event);
    // Who paused it is asked first.
    const wasWanted = before.status === "playing" || before.status === "loading";
    if (event.type === "failed" && wasWanted && opened.isReplaced()) opened.retry();
  }

  return {
    subscribe,
    get,
    first: () => first,
    connect,
    attach(element, slot = 0) {
      const detach = slots.attach(element, slot);
      if (slot === get().slot) opened.restart();
      return () => {
        if (slot === get().slot) void captions.show(null, undefined);
        detach();
      };
    },
    list: (episodes) => move({ type: "listed", episodes }),
    address: (number) => move({ type: "addressed", number }),
    select: (number) => move({ type: "selected", number }),
    reach: (from, index) => move({ type: "reached", from, index }),
    replay() {
      move({ type: "replayed" });
      transport.seek(0);
      transport.play();
    },
    dismiss: () => dispatch({ type: "dismissed" }),
    closePaywall: (closed) => dispatch({ type: "paywall", closed }),
    attend: () => dispatch({ type: "attended" }),
    open(source) {
      const { status, episodeId } = get();
      // For an open episode this is only a newer grant, which its slot requests when it needs one.
      if (status !== "idle" || source.episodeId !== episodeId) return;
      dispatch(openedBy(source));
      opened.start(source);
    },
    prepare(source) {
      const index = indexOf({ ...get(), episodeId: source.episodeId });
      const slot = slotAt(get(), index);
      if (index >= 0 && slot !== get().slot) slots.prepare(source, slot);
    },
    bless: () => slots.bless(opened.isOpen() ? get().slot : null),
    setCaptions(episodeId, offered) {
      dispatch({ type: "described", episodeId, captions: offered });
      // A renewed grant has new addresses for the same captions: a loaded track stays.
      if (!captions.loaded()) opened.showCaptions();
    },
    play: transport.play,
    pause: transport.pause,
    toggle: () => (get().status === "playing" ? transport.pause() : transport.play()),
    seek: transport.seek,
    skip: (seconds) => transport.seek(get().time + seconds),
    setMuted(muted) {
      visit.set(MUTE_KEY, muted ? "1" : "0");
      dispatch({ type: "muted", muted });
      const element = video();
      if (element) element.muted = muted;
    },
    setRate(rate) {
      dispatch({ type: "rated", rate });
      const element = video();
      if (element) element.playbackRate = rate;
    },
    setQuality(quality) {
      dispatch({ type: "chosen", quality });
      slots.limit({ quality });
    },
    prefer({ autoplay, saver }) {
      dispatch({ type: "preferred", autoplay });
      slots.limit({ saver });
    },
    setCaptionLanguage(language) {
      dispatch({ type: "captioned", language });
      opened.showCaptions();
    },
    float() {
      const element = video();
      if (element) togglePictureInPicture(element);
    },
    enlarge() {
      const element = video();
      if (element) enlarge(element);
    },
    retry: opened.retry,
    resume: transport.resume,
  };
}

/** Returns a part of the player's state; the component rerenders only when that part changes. */
export function usePlayer<T>(player: Player, select: (state: PlayerState) => T): T {
  return useSyncExternalStore(
    player.subscribe,
    () => select(player.get()),
    () => select(player.first()),
  );
}
