import type { EngineFactory, Limits } from "./engine.ts";
import { createFrameWatch } from "./frame-watch.ts";
import { createGrantRenewal, type Granted, type GrantRenewal } from "./grant-renewal.ts";
import { listen } from "./media-events.ts";
import type { Failure, MediaEvent } from "./player-state.ts";
import { createSlotEngine } from "./slot-engine.ts";

/** The source of an episode. */
export interface Source extends Granted {
  episodeId: string;
  /** Where to start, in seconds. */
  at: number;
  /** Whether `at` is where the viewer stopped, not a position from the address. */
  resumes: boolean;
  /** From the catalogue, until the media reports its own. */
  duration: number;
  /** Requests a new grant for the same episode. */
  renew(): Promise<Granted>;
}

/** A media element with its engine: it plays an episode, prepares the next one, or retains the previous one. */
export interface PlayerSlot {
  readonly video: HTMLVideoElement;
  source(): Source | null;
  /** Resolves when playback may start: enough is buffered for this bandwidth. */
  paced(): Promise<void>;
  /** Whether the loaded source failed and must be loaded again. */
  faulty(): boolean;
  grants(): GrantRenewal | null;
  /** Loads an episode; with `ahead` only what its first frame needs. */
  load(source: Source, ahead: boolean): void;
  /** Makes the loaded episode the current one: it starts at `at` and continues buffering. */
  promote(at: number): void;
  /** Stops playing and fetching; the buffer stays. */
  rest(): void;
  /** Continues to load the current source. */
  resume(): void;
  deepen(): void;
  limit(limits: Limits): void;
  close(): void;
}

/** What a slot reports. */
export interface SlotEvents {
  /** Reports a media event of this episode. */
  report(episodeId: string, event: MediaEvent): void;
  /** Reports that it shows a frame of this episode; null when it no longer shows one. */
  painted(episodeId: string | null): void;
}

// Starts at its current position if that is near enough: a seek would discard the picture.
const NEAR_S = 3;

/** Creates a slot around a media element. */
export function createSlot(
  video: HTMLVideoElement,
  createEngine: EngineFactory,
  events: SlotEvents,
): PlayerSlot {
  let source: Source | null = null;
  let grants: GrantRenewal | null = null;
  let ahead = false;
  let fault: Failure | null = null;
  // Reported again when this slot becomes current: until then its events are about another episode.
  let facts: MediaEvent[] = [];
  let pacing = createGate();
  const frames = createFrameWatch(video, events.painted);
  const stopListening = listen(video, report);
  const engine = createSlotEngine(
    video,
    createEngine,
    {
      paced: () => pacing.open(),
      failed(failure) {
        fault = failure;
        report({ type: "failed", failure });
      },
      offered: (qualities) => note({ type: "offered", qualities }),
      switched: (rendition) => note({ type: "switched", rendition }),
    },
    open,
  );

  function report(event: MediaEvent): void {
    if (source) events.report(source.episodeId, event);
  }

  function note(fact: MediaEvent): void {
    facts = [...facts.filter(({ type }) => type !== fact.type), fact];
    report(fact);
  }

  function open(): void {
    const ready = engine.get();
    if (!ready || !source || !grants) return;
    if (ahead) frames.awaitStanding(source.episodeId);
    else frames.awaitMoving(source.episodeId);
    const { hls, startup, at } = source;
    ready.open({ hls, startup, at, grants, ahead });
  }

  // hls.js checks where to continue: on a paused video it would load the buffered part again in another quality.
  function whenPlaying(act: () => void): void {
    const own = source;
    if (!video.paused || !pacing.isOpen()) act();
    else video.addEventListener("play", () => (source === own ? act() : undefined), { once: true });
  }

  return {
    video,
    source: () => source,
    paced: () => pacing.passed,
    faulty: () => fault !== null,
    grants: () => grants,
    load(next, only) {
      frames.reset();
      events.painted(null);
      video.pause();
      source = next;
      pacing = createGate();
      grants = createGrantRenewal(next, next.renew);
      ahead = only;
      facts = [];
      fault = null;
      engine.ensure();
      open();
    },
    promote(at) {
      ahead = false;
      if (source && !frames.found()) frames.awaitMoving(source.episodeId);
      for (const fact of facts) report(fact);
      whenPlaying(() => engine.get()?.resume());
      if (Math.abs(video.currentTime - at) > NEAR_S || video.ended) video.currentTime = at;
    },
    rest() {
      video.pause();
      engine.get()?.rest();
    },
    resume: () => engine.get()?.resume(),
    deepen: () => engine.get()?.deepen(),
    limit: engine.limit,
    close() {
      stopListening();
      frames.stop();
      engine.close();
    },
  };
}

interface Gate {
  passed: Promise<void>;
  open(): void;
  isOpen(): boolean;
}

function createGate(): Gate {
  let isOpen = false;
  let resolve: () => void = () => undefined;
  const passed = new Promise<void>((done) => {
    resolve = done;
  });
  return {
    passed,
    open() {
      isOpen = true;
      resolve();
    },
    isOpen: () => isOpen,
  };
}
