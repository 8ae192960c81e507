import Hls, { type ErrorData, type HlsConfig, type Level } from "hls.js/light";
import type { Engine, EngineEvents, EngineSource, Limits } from "./engine.ts";
import { grantLoader } from "./grant-loader.ts";

const networkAttempts = 3;
const networkBackOff = 1000;

// Seconds of an episode that lie ready: of one that comes next what its first frame needs, of one that was just begun
// what bridges a bad moment, and more only of one that is really watched. Whoever swipes on has paid for the rest.
const depths = { ahead: 1, begun: 12, watched: 30 } as const;

// The picture of somebody who saves data has this short edge at most.
const saverQuality = 540;

// What the last episode taught about the line; the next one starts with it.
let bandwidth: number | null = null;
let lastQuality: number | null = null;

/** Plays HLS by Media Source Extensions, on iPhones by ManagedMediaSource; null where the browser has neither. */
export function createHlsEngine(video: HTMLVideoElement, events: EngineEvents): Engine | null {
  if (!Hls.isSupported()) return null;
  let hls: Hls | null = null;
  let limits: Limits = { quality: null, saver: false };

  function drop(): void {
    bandwidth = hls?.bandwidthEstimate || bandwidth;
    hls?.destroy();
    hls = null;
  }

  return {
    open(source) {
      drop();
      hls = start(video, source, events, () => limits);
    },
    resume() {
      if (!hls) return;
      deepen(hls, depths.begun);
      if (hls.levels.length > 0) hls.startLoad();
    },
    rest() {
      bandwidth = hls?.bandwidthEstimate || bandwidth;
      hls?.stopLoad();
    },
    deepen: () => (hls ? deepen(hls, depths.watched) : undefined),
    limit(next) {
      limits = next;
      if (hls) apply(hls, next);
    },
    close: drop,
  };
}

function start(
  video: HTMLVideoElement,
  source: EngineSource,
  events: EngineEvents,
  limits: () => Limits,
): Hls {
  const hls = new Hls(configFor(source));
  let networkFaults = 0;
  let recovered = false;

  function onFatal(data: ErrorData): void {
    const at = video.currentTime || source.at;
    if (data.type === Hls.ErrorTypes.NETWORK_ERROR && networkFaults < networkAttempts) {
      networkFaults += 1;
      setTimeout(() => again(hls, data, source, at), networkBackOff * networkFaults);
      return;
    }
    if (data.type === Hls.ErrorTypes.MEDIA_ERROR && !recovered) {
      recovered = true;
      const played = !video.paused;
      hls.recoverMediaError();
      if (played) void video.play().catch(() => undefined);
      return;
    }
    events.failed(data.type === Hls.ErrorTypes.NETWORK_ERROR ? "network" : "media");
  }

  hls.on(Hls.Events.ERROR, (_name, data) => {
    if (data.fatal) onFatal(data);
  });
  hls.on(Hls.Events.FRAG_BUFFERED, () => {
    networkFaults = 0;
  });
  hls.on(Hls.Events.LEVEL_SWITCHED, (_name, { level }) => {
    lastQuality = qualityOf(hls.levels[level]);
    events.switched(lastQuality);
  });
  hls.once(Hls.Events.MANIFEST_PARSED, () => {
    const known = hls.levels.findIndex((level) => qualityOf(level) === lastQuality);
    // Without a memory the first listed begins: it is the one that is meant for that.
    const begin = known >= 0 ? known : hls.firstLevel;
    hls.startLevel = limits().saver ? Math.min(begin, bestLevel(hls, saverQuality)) : begin;
    const qualities = new Set(hls.levels.map(qualityOf).filter((quality) => quality !== null));
    events.offered([...qualities].toSorted((one, other) => other - one));
    apply(hls, limits());
    hls.startLoad(source.at);
  });
  hls.loadSource(source.hls);
  hls.attachMedia(video);
  return hls;
}

function qualityOf(level: Level | undefined): number | null {
  return level ? Math.min(level.width, level.height) || null : null;
}

// From the next segment on, without a gap: what lies ready in another quality makes room.
function apply(hls: Hls, { quality, saver }: Limits): void {
  // The library caps by the size of the picture too, and would take our cap for its own.
  if (saver) {
    hls.capLevelToPlayerSize = false;
    hls.autoLevelCapping = bestLevel(hls, saverQuality);
  } else if (!hls.capLevelToPlayerSize) {
    hls.autoLevelCapping = -1;
    hls.capLevelToPlayerSize = true;
  }
  const wanted = quality === null ? -1 : bestLevel(hls, quality);
  if (hls.manualLevel !== wanted) hls.nextLevel = wanted;
}

/** The best level whose short edge is no longer than that; the smallest where none is. */
function bestLevel(hls: Hls, limit: number): number {
  const fits = (level: Level) => (qualityOf(level) ?? Number.POSITIVE_INFINITY) <= limit;
  return Math.max(0, hls.levels.findLastIndex(fits));
}

function deepen(hls: Hls, seconds: number): void {
  Object.assign(hls.config, depth(seconds));
}

function depth(seconds: number): Partial<HlsConfig> {
  // hls.js would take a number of bytes for a reason to go beyond the seconds.
  return { maxBufferLength: seconds, maxMaxBufferLength: seconds, maxBufferSize: 0 };
}

// A playlist that never came must be loaded anew; with one at hand the loading simply goes on.
function again(hls: Hls, data: ErrorData, source: EngineSource, at: number): void {
  if (!hls.media) return;
  if (hls.levels.length > 0) {
    hls.startLoad(at);
    return;
  }
  if (data.details !== Hls.ErrorDetails.MANIFEST_INCOMPATIBLE_CODECS_ERROR) hls.loadSource(source.hls);
}

function configFor({ grants, at, ahead }: EngineSource): Partial<HlsConfig> {
  return {
    autoStartLoad: false,
    startPosition: at,
    // Our segments are fragmented MP4 and pass through as they are: a worker would have nothing to do.
    enableWorker: false,
    capLevelToPlayerSize: true,
    ...depth(ahead ? depths.ahead : depths.begun),
    backBufferLength: 30,
    ...(bandwidth ? { abrEwmaDefaultEstimate: bandwidth } : {}),
    loader: grantLoader(Hls.DefaultConfig.loader, grants),
  };
}
