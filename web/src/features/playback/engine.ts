import type { GrantKeeper } from "./grant-keeper.ts";
import type { Failure } from "./player-state.ts";

/** What an engine is given to play. */
export interface EngineSource {
  /** The multivariant playlist. */
  hls: string;
  /** Where to begin, in seconds. */
  at: number;
  grants: GrantKeeper;
}

/** What turns a playlist into pictures in a media element: one port, two engines behind it. */
export interface Engine {
  open(source: EngineSource): void;
  /** The height of the rendition that plays, so that the next episode's same one can be warmed; null if unknown. */
  height(): number | null;
  close(): void;
}

/** Builds an engine for a media element; `failed` is told when nothing more can be done. */
export type EngineFactory = (video: HTMLVideoElement, failed: (failure: Failure) => void) => Promise<Engine>;

/**
 * The engine for this browser: hls.js wherever it runs, the browser's own player only where it does not. The other way
 * round would be wrong, for Chromium says that it plays HLS and does so without choosing qualities well.
 */
export const createEngine: EngineFactory = async (video, failed) => {
  const { createHlsEngine } = await import("./hls-engine.ts");
  const engine = createHlsEngine(video, failed);
  if (engine) return engine;
  const { createNativeEngine } = await import("./native-engine.ts");
  return createNativeEngine(video, failed);
};
