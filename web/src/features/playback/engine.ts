import type { Startup } from "@cliffhanger/contract";
import type { GrantKeeper } from "./grant-renewal.ts";
import type { Failure } from "./player-state.ts";

/** What an engine is given to play. */
export interface EngineSource {
  /** The multivariant playlist. */
  hls: string;
  /** What came along with that address; null where the engine must ask for it. */
  startup: Startup | null;
  /** Where to begin, in seconds. */
  at: number;
  grants: GrantKeeper;
  /** Only what the first frame needs, until `resume`: another episode plays meanwhile. */
  ahead: boolean;
}

/** How good the picture may be. */
export interface Limits {
  /** The short edge of the picture that is wanted; null leaves it to the line. */
  quality: number | null;
  /** Never more than a small picture: the viewer saves data. */
  saver: boolean;
}

/** What turns a playlist into pictures in a media element: one port, two engines behind it. */
export interface Engine {
  open(source: EngineSource): void;
  /** Buffers on: its episode is the one that plays now, or the connection is back. */
  resume(): void;
  /** Fetches nothing more and keeps what it has. */
  rest(): void;
  /** Lets it buffer as far ahead as it likes: whoever watched this much stays. */
  deepen(): void;
  limit(limits: Limits): void;
  close(): void;
}

/** What an engine tells. */
export interface EngineEvents {
  /** Enough lies ready to begin with: on a slow line the film would else stop again at once. */
  paced(): void;
  /** Nothing more can be done. */
  failed(failure: Failure): void;
  /** The qualities there are, as the short edge of the picture, best first. */
  offered(qualities: readonly number[]): void;
  /** The quality that plays from now on. */
  switched(quality: number | null): void;
}

/** Builds an engine for a media element. */
export type EngineFactory = (video: HTMLVideoElement, events: EngineEvents) => Promise<Engine>;

/**
 * The engine for this browser: hls.js wherever it runs, the browser's own player only where it does not. The other way
 * round would be wrong, for Chromium says that it plays HLS and does so without choosing qualities well.
 */
export const createEngine: EngineFactory = async (video, events) => {
  const { createHlsEngine } = await import("./hls-engine.ts");
  const engine = createHlsEngine(video, events);
  if (engine) return engine;
  const { createNativeEngine } = await import("./native-engine.ts");
  return createNativeEngine(video, events);
};
