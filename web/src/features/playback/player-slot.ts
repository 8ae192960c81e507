import type { Engine, EngineFactory, Limits } from "./engine.ts";
import { onFirstPicture, showsSomething } from "./first-frame.ts";
import { createGrantKeeper, type Granted, type GrantKeeper } from "./grant-renewal.ts";
import { listen, onFrame } from "./media-events.ts";
import type { Failure, PlayerEvent } from "./player-state.ts";

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

/** One of the media elements with its engine: it plays an episode, waits with the next, or keeps the last. */
export interface Deck {
  readonly video: HTMLVideoElement;
  source(): Source | null;
  /** Resolves when the film may begin: enough of it lies ready for the line that it comes down. */
  paced(): Promise<void>;
  /** What is loaded failed: it must be loaded anew. */
  faulty(): boolean;
  grants(): GrantKeeper | null;
  /** Loads an episode; `ahead` only what its first frame needs. */
  load(source: Source, ahead: boolean): void;
  /** What is loaded is the episode that plays now: it begins at `at` and buffers on. */
  promote(at: number): void;
  /** Stops and fetches nothing more; what it has stays. */
  rest(): void;
  /** Goes on loading what it plays. */
  resume(): void;
  deepen(): void;
  limit(limits: Limits): void;
  unload(): void;
  close(): void;
}

/** Where a deck tells what happens in it. */
export interface DeckEvents {
  tell(event: PlayerEvent): void;
  /** It shows a frame of this episode, or none any more. */
  painted(episodeId: string | null): void;
}

// What was loaded begins where it stands when that is near enough: a jump would cost the picture.
const near = 3;

/** Builds a deck around a media element; its engine comes in its own time. */
export function createDeck(video: HTMLVideoElement, createEngine: EngineFactory, events: DeckEvents): Deck {
  let engine: Engine | null = null;
  let source: Source | null = null;
  let grants: GrantKeeper | null = null;
  let ahead = false;
  let shown = false;
  let limits: Limits = { quality: null, saver: false };
  let closed = false;
  let fault: Failure | null = null;
  // What was told while another deck played is told once more when this one does.
  let facts: PlayerEvent[] = [];
  let stopFrame: (() => void) | null = null;
  let pacing = gate();
  const stop = listen(video, events.tell);

  function fail(failure: Failure): void {
    fault = failure;
    events.tell({ type: "failed", failure });
  }

  function note(fact: PlayerEvent): void {
    facts = [...facts.filter(({ type }) => type !== fact.type), fact];
    events.tell(fact);
  }

  function build(): void {
    fault = null;
    createEngine(video, {
      paced: () => pacing.open(),
      failed: fail,
      offered: (qualities) => note({ type: "offered", qualities }),
      switched: (rendition) => note({ type: "switched", rendition }),
    }).then(
      (made) => {
        if (closed) {
          made.close();
          return;
        }
        engine = made;
        engine.limit(limits);
        open();
      },
      // Its code could not be fetched.
      () => fail("network"),
    );
  }
  build();

  function open(): void {
    if (!engine || !source || !grants) return;
    if (ahead) awaitPicture();
    else awaitFrame();
    const { hls, startup, at } = source;
    engine.open({ hls, startup, at, grants, ahead });
  }

  // What waits for its turn stands at its first frame and shows it in place of its still: a swipe brings the film itself,
  // and it moves at once.
  function awaitPicture(): void {
    const episodeId = source?.episodeId;
    stopFrame?.();
    stopFrame = onFirstPicture(video, () => {
      if (!episodeId || !showsSomething(video)) return;
      shown = true;
      events.painted(episodeId);
    });
  }

  // The first frame of an episode is often dark: then only a film that moves takes the place of its still.
  function awaitFrame(): void {
    const episodeId = source?.episodeId;
    if (!episodeId) return;
    stopFrame?.();
    stopFrame = onFrame(video, () => {
      shown = true;
      events.painted(episodeId);
    });
  }

  // hls.js looks where to go on: beside a film that stands still it would take what is there once more in another quality.
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
      stopFrame?.();
      shown = false;
      events.painted(null);
      video.pause();
      source = next;
      pacing = gate();
      grants = createGrantKeeper(next, next.renew);
      ahead = only;
      facts = [];
      if (fault && !engine) build();
      fault = null;
      open();
    },
    promote(at) {
      ahead = false;
      if (!shown) awaitFrame();
      for (const fact of facts) events.tell(fact);
      whenPlaying(() => engine?.resume());
      if (Math.abs(video.currentTime - at) > near || video.ended) video.currentTime = at;
    },
    rest() {
      video.pause();
      engine?.rest();
    },
    resume: () => engine?.resume(),
    deepen: () => engine?.deepen(),
    limit(next) {
      limits = next;
      engine?.limit(next);
    },
    unload() {
      if (!source) return;
      stopFrame?.();
      source = null;
      grants = null;
      video.pause();
      engine?.close();
      events.painted(null);
    },
    close() {
      closed = true;
      stop();
      stopFrame?.();
      engine?.close();
      engine = null;
    },
  };
}

interface Gate {
  passed: Promise<void>;
  open(): void;
  isOpen(): boolean;
}

function gate(): Gate {
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
