import Hls, { type ErrorData, type HlsConfig, type Level } from "hls.js/light";
import { filesAtHand } from "./at-hand.ts";
import { lineMemory } from "./bandwidth-store.ts";
import type { Engine, EngineEvents, EngineSource, Limits } from "./engine.ts";
import { grantLoader } from "./grant-loader.ts";
import { createPace, depth, depthFor, type Pace } from "./hls-pace.ts";
import { saverQuality, startRung } from "./start-quality.ts";

const networkAttempts = 3;
const networkBackOff = 1000;

// Seconds of film within which a second fault counts as the same one.
const recoveryReach = 10;

/** Plays HLS by Media Source Extensions, on iPhones by ManagedMediaSource; null where the browser has neither. */
export function createHlsEngine(video: HTMLVideoElement, events: EngineEvents): Engine | null {
  if (!Hls.isSupported()) return null;
  let hls: Hls | null = null;
  let pace: Pace | null = null;
  let limits: Limits = { quality: null, saver: false };

  function drop(): void {
    hls?.destroy();
    hls = null;
    pace = null;
  }

  return {
    open(source) {
      drop();
      hls = start(video, source, events, () => limits);
      pace = createPace(hls, video, {
        at: source.at,
        interest: source.ahead ? "ahead" : "begun",
        paced: events.paced,
      });
    },
    resume() {
      if (!hls) return;
      pace?.want("begun");
      if (hls.levels.length > 0) hls.startLoad();
    },
    rest: () => hls?.stopLoad(),
    deepen: () => pace?.want("watched"),
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
  const before = watchBefore(video, hls, source.at);
  let recoveredAt = Number.NEGATIVE_INFINITY;

  // Both at once: what is told to load before it has a media element looks again only a tenth of a second later.
  let missing = 2;
  function begin(): void {
    missing -= 1;
    if (missing === 0) hls.startLoad(source.at);
  }

  function onFatal(data: ErrorData): void {
    const at = video.currentTime || source.at;
    if (data.type === Hls.ErrorTypes.NETWORK_ERROR && networkFaults < networkAttempts) {
      networkFaults += 1;
      setTimeout(() => again(hls, data, source, at), networkBackOff * networkFaults);
      return;
    }
    if (data.type === Hls.ErrorTypes.MEDIA_ERROR) {
      recover(() => {
        hls.recoverMediaError();
        // It had stopped loading before it told.
        hls.startLoad(before.at);
      });
      return;
    }
    events.failed(data.type === Hls.ErrorTypes.NETWORK_ERROR ? "network" : "media");
  }

  // A reset leaves the film at rest, and hls.js would reset on and on: once at one place is enough.
  function recover(reset: () => void): void {
    const { at, wanted } = before;
    if (Math.abs(at - recoveredAt) < recoveryReach) {
      hls.stopLoad();
      events.failed("media");
      return;
    }
    recoveredAt = at;
    reset();
    if (wanted) void video.play().catch(() => undefined);
  }

  hls.on(Hls.Events.ERROR, (_name, data) => {
    // This one it has reset by itself already.
    if (data.details === Hls.ErrorDetails.MEDIA_SOURCE_REQUIRES_RESET) recover(() => undefined);
    else if (data.fatal) onFatal(data);
  });
  hls.on(Hls.Events.FRAG_BUFFERED, () => {
    networkFaults = 0;
    lineMemory.noteBandwidth(hls.bandwidthEstimate);
  });
  hls.on(Hls.Events.LEVEL_SWITCHED, (_name, { level }) => {
    const quality = qualityOf(hls.levels[level]);
    lineMemory.noteQuality(quality);
    events.switched(quality);
  });
  hls.once(Hls.Events.MANIFEST_PARSED, () => {
    hls.startLevel = firstLevel(hls, limits().saver);
    const qualities = new Set(hls.levels.map(qualityOf).filter((quality) => quality !== null));
    events.offered([...qualities].toSorted((one, other) => other - one));
    apply(hls, limits());
    begin();
  });
  hls.once(Hls.Events.MEDIA_ATTACHED, () => begin());
  hls.attachMedia(video);
  hls.loadSource(source.hls);
  return hls;
}

// Where the film is and whether it is meant to play: a reset is told of only once the media element has forgotten both.
function watchBefore(video: HTMLVideoElement, hls: Hls, at: number): { at: number; wanted: boolean } {
  const before = { at, wanted: !video.paused };
  const control = new AbortController();
  const { signal } = control;
  video.addEventListener("play", () => (before.wanted = true), { signal });
  video.addEventListener("pause", () => (before.wanted = false), { signal });
  video.addEventListener("timeupdate", () => (before.at = video.currentTime || before.at), { signal });
  hls.once(Hls.Events.DESTROYING, () => control.abort());
  return before;
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

function firstLevel(hls: Hls, saver: boolean): number {
  const rungs = hls.levels.map((level) => ({
    quality: qualityOf(level) ?? 0,
    bandwidth: level.maxBitrate,
    level,
  }));
  // hls.js sorts them; the rule begins with the one that the playlist names first.
  const [listed] = rungs.splice(hls.firstLevel, 1);
  const known = { last: lineMemory.quality(), line: lineMemory.bandwidth(), saver };
  const rung = startRung(listed ? [listed, ...rungs] : rungs, known);
  return rung ? hls.levels.indexOf(rung.level) : -1;
}

/** The best level whose short edge is no longer than that; the smallest where none is. */
function bestLevel(hls: Hls, limit: number): number {
  const fits = (level: Level) => (qualityOf(level) ?? Number.POSITIVE_INFINITY) <= limit;
  return Math.max(0, hls.levels.findLastIndex(fits));
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

function configFor({ grants, startup, at, ahead }: EngineSource): Partial<HlsConfig> {
  const line = lineMemory.bandwidth();
  return {
    autoStartLoad: false,
    startPosition: at,
    // Our segments are fragmented MP4 and pass through as they are: a worker would have nothing to do.
    enableWorker: false,
    capLevelToPlayerSize: true,
    ...depth(depthFor(ahead ? "ahead" : "begun", Number.POSITIVE_INFINITY)),
    backBufferLength: 30,
    ...(line ? { abrEwmaDefaultEstimate: line } : {}),
    loader: grantLoader(Hls.DefaultConfig.loader, grants, filesAtHand(startup)),
  };
}
