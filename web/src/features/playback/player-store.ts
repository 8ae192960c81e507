import { useSyncExternalStore } from "react";
import { activeLines } from "./cue-text.ts";
import type { Engine, EngineFactory } from "./engine.ts";
import { createGrantKeeper, type Granted, type GrantKeeper } from "./grant-keeper.ts";
import { listen, settle } from "./media-events.ts";
import { type Caption, initialState, nextState, type PlayerEvent, type PlayerState } from "./player-state.ts";

/** An episode to play. */
export interface Source extends Granted {
  episodeId: string;
  /** Where to begin, in seconds. */
  at: number;
  /** As the catalogue knows it, until the media says so itself. */
  duration: number;
  /** Asks the server for the same episode once more. */
  renew(): Promise<Granted>;
}

/** The player: the interface asks it and reads its state; nobody else touches the media element. */
export interface Player {
  subscribe(listener: () => void): () => void;
  get(): PlayerState;
  /** Gives it the media element. Answers how to take it away again. */
  attach(video: HTMLVideoElement): () => void;
  open(source: Source): void;
  /** Takes the episode off: its successor is locked or not there yet. */
  clear(): void;
  setCaptions(captions: readonly Caption[]): void;
  play(): void;
  pause(): void;
  toggle(): void;
  seek(time: number): void;
  skip(seconds: number): void;
  setMuted(muted: boolean): void;
  setRate(rate: number): void;
  setCaptionLanguage(language: string | null): void;
  retry(): void;
  /** The height of the rendition that plays; null if unknown. */
  height(): number | null;
}

/** Builds a player around an engine. */
export function createPlayer(createEngine: EngineFactory): Player {
  let state = initialState;
  const listeners = new Set<() => void>();
  let video: HTMLVideoElement | null = null;
  let engine: Engine | null = null;
  let source: Source | null = null;
  let grants: GrantKeeper | null = null;
  let track: HTMLTrackElement | null = null;

  function dispatch(event: PlayerEvent): void {
    const next = nextState(state, event);
    if (next === state) return;
    state = next;
    for (const listener of listeners) listener();
  }

  function start(): void {
    if (!engine || !source || !grants) return;
    engine.open({ hls: source.hls, at: source.at, grants });
    void begin();
  }

  // First with sound; where the browser forbids that, silently; where it forbids that too, on a tap.
  async function begin(): Promise<void> {
    const wanted = source;
    if (!video) return;
    video.muted = state.muted;
    video.playbackRate = state.rate;
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

  async function showCaptions(): Promise<void> {
    track?.remove();
    track = null;
    const caption = state.captions.find(({ language }) => language === state.captionLanguage);
    dispatch({ type: "lines", lines: [] });
    if (!caption || !video || !grants) return;
    const wanted = state.captionLanguage;
    const url = await grants.fresh(caption.url);
    if (!video || track || wanted !== state.captionLanguage) return;
    const element = document.createElement("track");
    element.kind = "subtitles";
    element.srclang = caption.language;
    element.src = url;
    video.append(element);
    element.track.mode = "hidden";
    element.track.addEventListener("cuechange", () => {
      const cues = [...(element.track.activeCues ?? [])] as VTTCue[];
      if (element === track) dispatch({ type: "lines", lines: activeLines(cues) });
    });
    track = element;
  }

  function seek(time: number): void {
    if (!video || !source) return;
    const end = Math.max(0, state.duration - 0.1);
    const target = Math.min(Math.max(0, time), end);
    const ended = state.status === "ended";
    dispatch({ type: "sought", time: target });
    video.currentTime = target;
    if (ended) play();
  }

  function play(): void {
    if (!video || !source || state.status === "failed") return;
    if (state.status === "ended") video.currentTime = 0;
    dispatch({ type: "wanted" });
    void begin();
  }

  function attach(element: HTMLVideoElement): () => void {
    video = element;
    const stop = listen(element, dispatch);
    let gone = false;
    createEngine(element, (failure) => dispatch({ type: "failed", failure })).then(
      (made) => {
        if (gone) {
          made.close();
          return;
        }
        engine = made;
        start();
      },
      () => dispatch({ type: "failed", failure: "network" }),
    );
    void showCaptions();
    return () => {
      gone = true;
      stop();
      engine?.close();
      engine = null;
      track?.remove();
      track = null;
      video = null;
    };
  }

  return {
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    get: () => state,
    attach,
    open(next) {
      // The same episode again is only a newer grant for it, which the keeper fetches when it needs one.
      if (source?.episodeId === next.episodeId) return;
      source = next;
      grants = createGrantKeeper(next, next.renew);
      dispatch({ type: "opened", episodeId: next.episodeId, at: next.at, duration: next.duration });
      void showCaptions();
      start();
    },
    clear() {
      if (!source) return;
      source = null;
      grants = null;
      video?.pause();
      engine?.close();
      dispatch({ type: "opened", episodeId: null, at: 0, duration: 0 });
      void showCaptions();
    },
    setCaptions(captions) {
      dispatch({ type: "described", captions });
      // A renewed grant brings new addresses for the same words: a track that is loaded stays.
      if (!track) void showCaptions();
    },
    play,
    pause: () => video?.pause(),
    toggle: () => (state.status === "playing" ? video?.pause() : play()),
    seek,
    skip: (seconds) => seek(state.time + seconds),
    setMuted(muted) {
      dispatch({ type: "muted", muted });
      if (video) video.muted = muted;
    },
    setRate(rate) {
      dispatch({ type: "rated", rate });
      if (video) video.playbackRate = rate;
    },
    setCaptionLanguage(language) {
      dispatch({ type: "captioned", language });
      void showCaptions();
    },
    retry() {
      if (!source) return;
      source = { ...source, at: state.time };
      dispatch({ type: "opened", episodeId: source.episodeId, at: state.time, duration: state.duration });
      start();
    },
    height: () => engine?.height() ?? null,
  };
}

/** A part of the player's state; the caller renders anew only when that part changes. */
export function usePlayer<T>(player: Player, select: (state: PlayerState) => T): T {
  return useSyncExternalStore(
    player.subscribe,
    () => select(player.get()),
    () => select(initialState),
  );
}
