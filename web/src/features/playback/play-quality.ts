import type { PlayQuality } from "@cliffhanger/contract";
import { openEpisode, type PlayerState } from "./player-state.ts";
import type { Player } from "./player-store.ts";

/** What is told of an episode's playing, by the names under which the server counts it. */
export interface PlayReport {
  event: "first_frame" | "play_end" | "exit_before_start" | "play_error";
  episodeId: string;
  props: PlayQuality;
}

/** What the measuring needs of the page; tests bring their own. */
export interface QualityWorld {
  now(): number;
  /** As the browser tells: slow-2g, 2g, 3g, 4g. */
  network(): string | undefined;
  tell(report: PlayReport): void;
}

/** The page is hidden, or goes away for good. */
export interface QualityMeter {
  hidden(): void;
  left(): void;
}

/**
 * Measures what a viewer really gets, episode by episode: how long until the first picture, how much was played, how often
 * it stood still, in which quality, and what went wrong. A search through the episode is no stall.
 */
export function measurePlays(player: Player, world: QualityWorld): QualityMeter & { stop(): void } {
  let before = player.get();
  let asked = world.now();
  let since = asked;
  let framed = false;
  let seeking = false;
  let rebuffer = 0;
  const played = new Map<number | null, number>();

  function tell(event: PlayReport["event"], state: PlayerState, props: PlayQuality = {}): void {
    const episodeId = openEpisode(state);
    if (!episodeId) return;
    const network = world.network();
    world.tell({ event, episodeId, props: { ...props, ...(network ? { network } : {}) } });
  }

  function rendition(): PlayQuality {
    const [longest] = [...played].toSorted(([, one], [, other]) => other - one)[0] ?? [null];
    const quality = longest ?? before.rendition;
    return quality === null ? {} : { rendition: quality };
  }

  // The time since the last look belongs to what was the case until now.
  function count(state: PlayerState): void {
    const now = world.now();
    const passed = now - since;
    since = now;
    if (!framed || state.status !== "playing") return;
    if (!state.waiting) played.set(state.rendition, (played.get(state.rendition) ?? 0) + passed);
    else if (!seeking) rebuffer += passed;
  }

  function sum(state: PlayerState): void {
    const playedMs = [...played.values()].reduce((total, one) => total + one, 0);
    if (playedMs + rebuffer > 0) {
      tell("play_end", state, {
        playedMs: Math.round(playedMs),
        rebufferMs: Math.round(rebuffer),
        ...rendition(),
      });
    }
    played.clear();
    rebuffer = 0;
  }

  function leave(state: PlayerState): void {
    count(state);
    if (framed) sum(state);
    else if (state.status !== "failed") tell("exit_before_start", state);
    framed = false;
    seeking = false;
    asked = world.now();
  }

  function follow(): void {
    const last = before;
    const state = player.get();
    before = state;
    if (openEpisode(state) !== openEpisode(last)) {
      leave(last);
      return;
    }
    count(last);
    const step = state.time - last.time;
    if (step < 0 || step > 2 * state.rate) seeking = true;
    else if (step > 0 || (last.waiting && !state.waiting)) seeking = false;
    // Time that a browser waits for a tap is the viewer's own.
    if (last.status === "blocked" && state.status !== "blocked") asked = world.now();
    const moves = state.status === "playing" && state.started && !state.waiting;
    if (moves && !framed) {
      framed = true;
      const quality = state.rendition === null ? {} : { rendition: state.rendition };
      tell("first_frame", state, { ttff: Math.round(world.now() - asked), ...quality });
    }
    if (state.status === "ended" && last.status !== "ended") sum(state);
    if (state.status === "failed" && last.status !== "failed") {
      tell("play_error", state, { error: state.failure ?? "other", ...rendition() });
    }
  }

  const stop = player.subscribe(follow);
  return {
    hidden() {
      count(before);
      if (framed) sum(before);
    },
    left() {
      leave(before);
    },
    stop() {
      stop();
      leave(before);
    },
  };
}
