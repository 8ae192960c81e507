import type { Startup } from "@cliffhanger/contract";
import type { GrantRenewal } from "./grant-renewal.ts";
import type { Failure } from "./player-state.ts";

/** The source that an engine plays. */
export interface EngineSource {
  /** The address of the multivariant playlist. */
  hls: string;
  /** The startup bundle that came with that address; null where the engine must request the files. */
  startup: Startup | null;
  /** Where to start, in seconds. */
  at: number;
  grants: GrantRenewal;
  /** Loads only what the first frame needs, until `resume`: another episode is playing. */
  ahead: boolean;
}

/** The limits of the picture quality. */
export interface Limits {
  /** The short edge of the wanted picture; null selects it by bandwidth. */
  quality: number | null;
  /** Whether the picture stays small: the viewer saves data. */
  saver: boolean;
}

/** Plays a playlist in a media element: one interface for two engines. */
export interface Engine {
  open(source: EngineSource): void;
  /** Continues buffering: its episode is the current one now, or the connection is back. */
  resume(): void;
  /** Stops fetching and retains what is buffered. */
  rest(): void;
  /** Removes the limit of the buffer: a viewer who watched this much stays. */
  deepen(): void;
  limit(limits: Limits): void;
  close(): void;
}

/** The events of an engine. */
export interface EngineEvents {
  /** Enough is buffered to start: at a low bandwidth the video would stall at once otherwise. */
  paced(): void;
  /** A failure that the engine cannot recover from. */
  failed(failure: Failure): void;
  /** The available qualities, as the short edge of the picture, best first. */
  offered(qualities: readonly number[]): void;
  /** The quality that plays from now on. */
  switched(quality: number | null): void;
}

/** Creates an engine for a media element. */
export type EngineFactory = (video: HTMLVideoElement, events: EngineEvents) => Promise<Engine>;

/**
 * Creates the engine for this browser: hls.js wherever it runs, else the browser's own player. The order matters:
 * Chromium claims native HLS support but selects qualities poorly.
 */
export const createEngine: EngineFactory = async (video, events) => {
  const { createHlsEngine } = await import("./hls-engine.ts");
  const engine = createHlsEngine(video, events);
  if (engine) return engine;
  const { createNativeEngine } = await import("./native-engine.ts");
  return createNativeEngine(video, events);
};
