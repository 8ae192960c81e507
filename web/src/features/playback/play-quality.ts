import type { PlayQuality } from "@cliffhanger/contract";
import { openEpisode, type PlayerState } from "./player-state.ts";
import type { Player } from "./player-store.ts";

/** A report about playback quality, by the server's event names. */
export interface PlayReport {
  event: "first_frame" | "play_end" | "exit_before_start" | "play_error";
  episodeId: string;
  props: PlayQuality;
}

/** The dependencies of the measurement; tests pass their own. */
export interface QualityContext {
  now(): number;
  /** The browser's estimate: slow-2g, 2g, 3g, 4g. */
  network(): string | undefined;
  report(report: PlayReport): void;
}

/** Receives that the page is hidden, or being left. */
export interface QualityMeter {
  onHidden(): void;
  onLeave(): void;
}

/**
 * Measures the playback quality of each episode: the time to the first frame, how much was played, how long it
 * stalled, in which rendition, and what failed. Buffering after a seek is not a stall.
 */
export function measurePlays(player: Player, context: QualityContext): QualityMeter & { stop(): void } {
  let before = player.get();
  let requestedAt = context.now();
  let since = requestedAt;
  let hasFrame = false;
  let seeking = false;
  let rebufferMs = 0;
  const played = new Map<number | null, number>();

  function report(event: PlayReport["event"], state: PlayerState, props: PlayQuality = {}): void {
    const episodeId = openEpisode(state);
    if (!episodeId) return;
    const network = context.network();
    context.report({ event, episodeId, props: { ...props, ...(network ? { network } : {}) } });
  }

  function rendition(): PlayQuality {
    const [mostPlayed] = [...played].toSorted(([, one], [, other]) => other - one)[0] ?? [null];
    const quality = mostPlayed ?? before.rendition;
    return quality === null ? {} : { rendition: quality };
  }

  // The time since the last event belongs to the state before this one.
  function count(state: PlayerState): void {
    const now = context.now();
    const passed = now - since;
    since = now;
    if (!hasFrame || state.status !== "playing") return;
    if (!state.waiting) played.set(state.rendition, (played.get(state.rendition) ?? 0) + passed);
    else if (!seeking) rebufferMs += passed;
  }

  function reportPlayed(state: PlayerState): void {
    const playedMs = [...played.values()].reduce((total, one) => total + one, 0);
    if (playedMs + rebufferMs > 0) {
      report("play_end", state, {
        playedMs: Math.round(playedMs),
        rebufferMs: Math.round(rebufferMs),
        ...rendition(),
      });
    }
    played.clear();
    rebufferMs = 0;
  }

  function leave(state: PlayerState): void {
    count(state);
    if (hasFrame) reportPlayed(state);
    else if (state.status !== "failed") report("exit_before_start", state);
    hasFrame = false;
    seeking = false;
    requestedAt = context.now();
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
    // Time in which the browser waits for a tap is not startup time.
    if (last.status === "blocked" && state.status !== "blocked") requestedAt = context.now();
    const isAdvancing = state.status === "playing" && state.started && !state.waiting;
    if (isAdvancing && !hasFrame) {
      hasFrame = true;
      const quality = state.rendition === null ? {} : { rendition: state.rendition };
      report("first_frame", state, { ttff: Math.round(context.now() - requestedAt), ...quality });
    }
    if (state.status === "ended" && last.status !== "ended") reportPlayed(state);
    if (state.status === "failed" && last.status !== "failed") {
      report("play_error", state, { error: state.failure ?? "other", ...rendition() });
    }
  }

  const stop = player.subscribe(follow);
  return {
    onHidden() {
      count(before);
      if (hasFrame) reportPlayed(before);
    },
    onLeave() {
      leave(before);
    },
    stop() {
      stop();
      leave(before);
    },
  };
}
