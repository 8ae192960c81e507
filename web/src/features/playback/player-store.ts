import { useMemo, useSyncExternalStore } from "react";
import type { VisitStore } from "../../lib/visit-storage.ts";
import { createCaptionsTrack } from "./captions-track.ts";
import type { EngineFactory, Limits } from "./engine.ts";
import { aheadOf, measureOf, settle } from "./media-events.ts";
import { createDeck, type Deck, type Source } from "./player-slot.ts";
import {
  type Caption,
  initialState,
  nextState,
  type PlayerEvent,
  type PlayerState,
  stateAbout,
} from "./player-state.ts";

export type { Source } from "./player-slot.ts";

/** The player: the interface asks it and reads its state; nobody else touches the media elements. */
export interface Player {
  subscribe(listener: () => void): () => void;
  get(): PlayerState;
  /** Gives it a media element for one of its slots. Answers how to take it away again. */
  attach(video: HTMLVideoElement, slot?: number): () => void;
  /** Plays an episode in a slot; what was made ready or kept there goes on at once. */
  open(source: Source, slot?: number): void;
  /** Makes the first frame of an episode ready in another slot. */
  prepare(source: Source, slot: number): void;
  /** Takes the episode off: its successor is locked or not there yet. */
  clear(): void;
  /** Within a tap or key press: phones let a media element sound later only if an input once asked it to play. */
  bless(): void;
  setCaptions(captions: readonly Caption[]): void;
  play(): void;
  pause(): void;
  toggle(): void;
  seek(time: number): void;
  skip(seconds: number): void;
  setMuted(muted: boolean): void;
  setRate(rate: number): void;
  /** The short edge of the picture that is wanted; null leaves it to the line. */
  setQuality(quality: number | null): void;
  setSaver(saver: boolean): void;
  setCaptionLanguage(language: string | null): void;
  /** Into the small window over other programs, or back. */
  float(): void;
  /** The browser's own full screen, where the page itself may have none. */
  enlarge(): void;
  retry(): void;
  /** The connection is back: what waits for it goes on. */
  resume(): void;
}

const muteKey = "muted";

// Whoever is past this share of an episode stays to its end: from here on it is buffered further ahead.
const stays = 0.5;

/** Builds a player around an engine. */
export function createPlayer(createEngine: EngineFactory, visit: VisitStore): Player {
  // Whoever turned the sound off wants it off in the next series too; the browser's own silence is nobody's wish.
  let state: PlayerState = { ...initialState, muted: visit.get(muteKey) === "1" };
  let limits: Limits = { quality: null, saver: false };
  const blessed = new Set<number>();
  const listeners = new Set<() => void>();
  const decks = new Map<number, Deck>();
  let source: Source | null = null;
  const captions = createCaptionsTrack((lines) => dispatch({ type: "lines", lines }));
  const active = () => decks.get(state.slot) ?? null;

  function dispatch(event: PlayerEvent): void {
    const next = nextState(state, event);
    if (next === state) return;
    state = next;
    for (const listener of listeners) listener();
  }

  function hear(slot: number, event: PlayerEvent): void {
    if (slot !== state.slot || !source || decks.get(slot)?.source()?.episodeId !== source.episodeId) return;
    dispatch(event);
    if (event.type === "progressed" && event.time > state.duration * stays) active()?.deepen();
  }

  // What was asked for last counts: a pause, or another film, calls off what still waits to begin.
  let turn = 0;

  // First with sound; where the browser forbids that, silently; where it forbids that too, on a tap.
  async function begin(): Promise<void> {
    const wanted = source;
    const deck = active();
    if (!deck || !wanted) return;
    turn += 1;
    const own = turn;
    const { video } = deck;
    video.muted = state.muted;
    video.playbackRate = state.rate;
    await deck.paced();
    if (turn !== own) return;
    const first = await settle(video.play());
    if (first !== "refused" || source !== wanted) return;
    if (!state.muted) {
      dispatch({ type: "silenced" });
      video.muted = true;
      if ((await settle(video.play())) !== "refused") return;
      if (source !== wanted) return;
    }
    dispatch({ type: "blocked" });
  }

  function showCaptions(): void {
    const caption = state.captions.find(({ language }) => language === state.captionLanguage);
    void captions.show(active(), caption);
  }

  // Plays what is open in the deck of its slot: made ready, kept from before, or loaded anew.
  function start(anew: boolean): void {
    const deck = active();
    if (!deck || !source) return;
    const ready = deck.source()?.episodeId === source.episodeId && !deck.faulty();
    if (anew || !ready) deck.load(source, false);
    else {
      deck.promote(source.at);
      dispatch(measureOf(deck.video));
      dispatch({ type: "progressed", time: deck.video.currentTime, ahead: aheadOf(deck.video) });
    }
    followFloating(deck);
    void begin();
  }

  // The small window goes along to the next episode; browsers allow that without another tap.
  function followFloating(deck: Deck): void {
    const shown = typeof document === "undefined" ? null : document.pictureInPictureElement;
    if (!shown || shown === deck.video) return;
    const follow = () => {
      deck.video.requestPictureInPicture().catch(() => dispatch({ type: "floated", floating: false }));
    };
    if (deck.video.readyState > 0) follow();
    else deck.video.addEventListener("loadedmetadata", follow, { once: true });
  }

  function seek(time: number): void {
    const video = active()?.video;
    if (!video || !source) return;
    const end = Math.max(0, state.duration - 0.1);
    const target = Math.min(Math.max(0, time), end);
    const ended = state.status === "ended";
    dispatch({ type: "sought", time: target });
    video.currentTime = target;
    if (ended) play();
  }

  function play(): void {
    const video = active()?.video;
    if (!video || !source || state.status === "failed") return;
    if (state.status === "ended") video.currentTime = 0;
    // It was silent by the browser's rule, which a tap ends.
    if (state.status === "blocked" && state.silenced) dispatch({ type: "muted", muted: false });
    dispatch({ type: "wanted" });
    void begin();
  }

  function pause(): void {
    turn += 1;
    const video = active()?.video;
    // One that still waits to begin would not tell.
    if (video?.paused) dispatch({ type: "paused" });
    video?.pause();
  }

  function retry(): void {
    if (!source) return;
    source = { ...source, at: state.time };
    const { episodeId, at } = source;
    dispatch({ type: "opened", episodeId, slot: state.slot, at, duration: state.duration });
    start(true);
    showCaptions();
  }

  function limit(): void {
    for (const deck of decks.values()) deck.limit(limits);
  }

  return {
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    get: () => state,
    attach(video, slot = 0) {
      const deck = createDeck(video, createEngine, {
        tell: (event) => hear(slot, event),
        painted: (episodeId) => dispatch({ type: "painted", slot, episodeId }),
      });
      decks.set(slot, deck);
      deck.limit(limits);
      if (slot === state.slot && source) {
        start(true);
        showCaptions();
      }
      return () => {
        deck.close();
        if (slot === state.slot) void captions.show(null, undefined);
        decks.delete(slot);
        blessed.delete(slot);
        dispatch({ type: "painted", slot, episodeId: null });
      };
    },
    open(next, slot = 0) {
      // The same episode again is only a newer grant for it, which the keeper fetches when it needs one.
      if (source?.episodeId === next.episodeId) return;
      if (source) active()?.rest();
      source = next;
      const { episodeId, at, duration } = next;
      dispatch({ type: "opened", episodeId, slot, at, duration });
      start(false);
      showCaptions();
    },
    prepare(next, slot) {
      const deck = decks.get(slot);
      if (!deck || slot === state.slot || deck.source()?.episodeId === next.episodeId) return;
      deck.load(next, true);
    },
    clear() {
      if (!source) return;
      turn += 1;
      active()?.rest();
      source = null;
      const { slot } = state;
      dispatch({ type: "opened", episodeId: null, slot, at: 0, duration: 0 });
      void captions.show(null, undefined);
    },
    bless() {
      for (const [slot, { video }] of decks) {
        if (blessed.has(slot) || (slot === state.slot && source)) continue;
        blessed.add(slot);
        // It is not meant to play. A refusal says that the browser does not count this input: the next one may.
        void settle(video.play()).then((result) => (result === "refused" ? blessed.delete(slot) : null));
        video.pause();
      }
    },
    setCaptions(next) {
      dispatch({ type: "described", captions: next });
      // A renewed grant brings new addresses for the same words: a track that is loaded stays.
      if (!captions.loaded()) showCaptions();
    },
    play,
    pause,
    toggle: () => (state.status === "playing" ? pause() : play()),
    seek,
    skip: (seconds) => seek(state.time + seconds),
    setMuted(muted) {
      visit.set(muteKey, muted ? "1" : "0");
      dispatch({ type: "muted", muted });
      const video = active()?.video;
      if (video) video.muted = muted;
    },
    setRate(rate) {
      dispatch({ type: "rated", rate });
      const video = active()?.video;
      if (video) video.playbackRate = rate;
    },
    setQuality(quality) {
      dispatch({ type: "chosen", quality });
      limits = { ...limits, quality };
      limit();
    },
    setSaver(saver) {
      limits = { ...limits, saver };
      limit();
    },
    setCaptionLanguage(language) {
      dispatch({ type: "captioned", language });
      showCaptions();
    },
    float() {
      const video = active()?.video;
      if (!video) return;
      // Refused without a picture or outside a tap: the button stays for the next one.
      if (document.pictureInPictureElement) document.exitPictureInPicture().catch(() => undefined);
      else video.requestPictureInPicture?.().catch(() => undefined);
    },
    enlarge() {
      const video = active()?.video;
      if (video) enlargeFilm(video);
    },
    retry,
    resume() {
      if (state.status === "failed" && state.failure === "network") retry();
      else if (source) active()?.resume();
    },
  };
}

function enlargeFilm(video: HTMLVideoElement & { webkitEnterFullscreen?(): void }): void {
  video.webkitEnterFullscreen?.();
}

/** A part of the player's state; the caller renders anew only when that part changes. */
export function usePlayer<T>(player: Player, select: (state: PlayerState) => T): T {
  return useSyncExternalStore(
    player.subscribe,
    () => select(player.get()),
    () => select(initialState),
  );
}

/** Returns the player as seen from one episode: while it is about another one, its state is that of nothing opened. */
export function playerAbout(player: Player, episodeId: string): Player {
  return { ...player, get: () => stateAbout(player.get(), episodeId) };
}

/** The player as seen from the episode on the screen, for every component that shows something about that episode. */
export function usePlayerAbout(player: Player, episodeId: string): Player {
  return useMemo(() => playerAbout(player, episodeId), [player, episodeId]);
}
