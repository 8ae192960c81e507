import type { Engine, EngineEvents, EngineFactory, Limits } from "./engine.ts";

/** The engine of one media element. Its code loads separately, so it may be missing for a while. */
export interface SlotEngine {
  /** Returns the engine; null until its code has loaded. */
  get(): Engine | null;
  /** Loads the code again where that failed. */
  ensure(): void;
  limit(limits: Limits): void;
  close(): void;
}

/**
 * Creates the engine of a media element.
 * @param ready called once the engine exists
 */
export function createSlotEngine(
  video: HTMLVideoElement,
  createEngine: EngineFactory,
  events: EngineEvents,
  ready: () => void,
): SlotEngine {
  let engine: Engine | null = null;
  let pending = false;
  let closed = false;
  let limits: Limits = { quality: null, saver: false };

  function build(): void {
    pending = true;
    createEngine(video, events).then(
      (built) => {
        pending = false;
        if (closed) {
          built.close();
          return;
        }
        engine = built;
        engine.limit(limits);
        ready();
      },
      () => {
        pending = false;
        events.failed("network");
      },
    );
  }
  build();

  return {
    get: () => engine,
    ensure() {
      if (!engine && !pending) build();
    },
    limit(next) {
      limits = next;
      engine?.limit(next);
    },
    close() {
      closed = true;
      engine?.close();
      engine = null;
    },
  };
}
