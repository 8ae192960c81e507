import type { Source } from "../src/features/playback/player-slot.ts";
import type { ListedEpisode } from "../src/features/playback/player-state.ts";
import type { Player } from "../src/features/playback/player-store.ts";

type FrameCallback = (now: number, metadata: { mediaTime: number }) => void;

/** For tests: a media element with what the store uses; `allow` is the autoplay policy. */
export class FakeVideo extends EventTarget {
  muted = false;
  playbackRate = 1;
  currentTime = 0;
  duration = Number.NaN;
  videoWidth = 0;
  videoHeight = 0;
  readyState = 4;
  ended = false;
  paused = false;
  allow: "sound" | "silence" | "nothing" = "sound";
  buffered = { length: 0, start: () => 0, end: () => 0 };
  plays = 0;
  declare requestVideoFrameCallback?: (frameCallback: FrameCallback) => number;
  declare cancelVideoFrameCallback?: () => void;
  #frameCallback: FrameCallback | null = null;

  asVideo(): HTMLVideoElement {
    return this as unknown as HTMLVideoElement;
  }

  play(): Promise<void> {
    this.plays += 1;
    if (this.allow === "nothing" || (this.allow === "silence" && !this.muted)) {
      return Promise.reject(new DOMException("no gesture", "NotAllowedError"));
    }
    queueMicrotask(() => this.say("playing"));
    return Promise.resolve();
  }

  pause(): void {
    this.say("pause");
  }

  say(name: string): void {
    this.dispatchEvent(new Event(name));
  }

  at(time: number): void {
    this.currentTime = time;
    this.say("timeupdate");
  }

  measure(duration: number, width: number, height: number): void {
    this.duration = duration;
    this.videoWidth = width;
    this.videoHeight = height;
    this.say("durationchange");
  }

  /** From now on it can report when a frame is on the screen. */
  reportsFrames(): void {
    this.requestVideoFrameCallback = (frameCallback) => {
      this.#frameCallback = frameCallback;
      return 1;
    };
    this.cancelVideoFrameCallback = () => {
      this.#frameCallback = null;
    };
  }

  frame(mediaTime = this.currentTime): void {
    this.#frameCallback?.(0, { mediaTime });
  }
}

/** For tests: returns the source of an episode. */
export function source(changes: Partial<Source> = {}): Source {
  return {
    episodeId: "e1",
    hls: "/media/v/g/a1/index.m3u8",
    startup: null,
    expiresAt: "2099-01-01T00:00:00Z",
    at: 0,
    resumes: false,
    duration: 24,
    renew: () => Promise.reject(new Error("not needed")),
    ...changes,
  };
}

/** For tests: waits for pending promise callbacks. */
export async function flushPromises(): Promise<void> {
  for (let index = 0; index < 6; index += 1) await Promise.resolve();
}

/** For tests: returns unlocked episodes with these ids, numbered from 1. */
export function listOf(...ids: string[]): ListedEpisode[] {
  return ids.map((id, index) => ({ id, number: index + 1, locked: false }));
}

/** For tests: goes to the episode of a source and opens it. */
export function show(player: Player, next: Source): void {
  const { number } = player.get().episodes.find(({ id }) => id === next.episodeId) as ListedEpisode;
  player.address(number);
  player.open(next);
}
