import Hls, { type ErrorData, type HlsConfig, type Level } from "hls.js/light";
import { bandwidthStore } from "./bandwidth-store.ts";
import type { Engine, EngineEvents, EngineSource, Limits } from "./engine.ts";
import { grantLoader } from "./grant-loader.ts";
import { createPace, depth, depthFor, type Pace } from "./hls-pace.ts";
import { localFiles } from "./local-files.ts";
import { SAVER_QUALITY, startRendition } from "./start-quality.ts";

const NETWORK_ATTEMPTS = 3;
const NETWORK_BACKOFF_MS = 1000;

// Within so many seconds of the video, a second fault counts as the same one.
const SAME_FAULT_S = 10;

/** Plays HLS by Media Source Extensions, on iPhones by ManagedMediaSource; null where the browser supports neither. */
export function createHlsEngine(video: HTMLVideoElement, events: EngineEvents): Engine | null {
  if (!Hls.isSupported()) return null;
  let hls: Hls | null = null;
  let pace: Pace | null = null;
  let limits: Limits = { quality: null, saver: false };

  function destroy(): void {
    hls?.destroy();
    hls = null;
    pace = null;
  }

  return {
    open(source) {
      destroy();
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
    close: destroy,
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
  const playback = trackPlayback(video, hls, source.at);
  let recoveredAt = Number.NEGATIVE_INFINITY;

  // Waits for both: told to load before it has a media element, hls.js would check again only 100 ms later.
  let missing = 2;
  function begin(): void {
    missing -= 1;
    if (missing === 0) hls.startLoad(source.at);
  }

  function onFatal(data: ErrorData): void {
    const at = video.currentTime || source.at;
    if (data.type === Hls.ErrorTypes.NETWORK_ERROR && networkFaults < NETWORK_ATTEMPTS) {
      networkFaults += 1;
      setTimeout(() => reload(hls, data, source, at), NETWORK_BACKOFF_MS * networkFaults);
      return;
    }
    if (data.type === Hls.ErrorTypes.MEDIA_ERROR) {
      recover(() => {
        hls.recoverMediaError();
        // hls.js stops loading before it reports this error.
        hls.startLoad(playback.at);
      });
      return;
    }
    events.failed(data.type === Hls.ErrorTypes.NETWORK_ERROR ? "network" : "media");
  }

  // A reset leaves the video paused, and hls.js would reset repeatedly: one reset at a position is enough.
  function recover(reset: () => void): void {
    const { at, isWanted } = playback;
    if (Math.abs(at - recoveredAt) < SAME_FAULT_S) {
      hls.stopLoad();
      events.failed("media");
      return;
    }
    recoveredAt = at;
    reset();
    if (isWanted) void video.play().catch(() => undefined);
  }

  hls.on(Hls.Events.ERROR, (_name, data) => {
    // hls.js has already reset the source itself.
    if (data.details === Hls.ErrorDetails.MEDIA_SOURCE_REQUIRES_RESET) recover(() => undefined);
    else if (data.fatal) onFatal(data);
  });
  hls.on(Hls.Events.FRAG_BUFFERED, () => {
    networkFaults = 0;
    bandwidthStore.recordBandwidth(hls.bandwidthEstimate);
  });
  hls.on(Hls.Events.LEVEL_SWITCHED, (_name, { level }) => {
    const quality = qualityOf(hls.levels[level]);
    bandwidthStore.recordQuality(quality);
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

// Remembers position and play state: by the time a reset is reported, the media element has lost both.
function trackPlayback(video: HTMLVideoElement, hls: Hls, at: number): { at: number; isWanted: boolean } {
  const playback = { at, isWanted: !video.paused };
  const control = new AbortController();
  const { signal } = control;
  video.addEventListener("play", () => (playback.isWanted = true), { signal });
  video.addEventListener("pause", () => (playback.isWanted = false), { signal });
  video.addEventListener("timeupdate", () => (playback.at = video.currentTime || playback.at), { signal });
  hls.once(Hls.Events.DESTROYING, () => control.abort());
  return playback;
}

function qualityOf(level: Level | undefined): number | null {
  return level ? Math.min(level.width, level.height) || null : null;
}

// Applies from the next segment on, without a gap: segments buffered in another quality are dropped.
function apply(hls: Hls, { quality, saver }: Limits): void {
  // The library also caps by the size of the picture, and would treat our cap as its own.
  if (saver) {
    hls.capLevelToPlayerSize = false;
    hls.autoLevelCapping = bestLevel(hls, SAVER_QUALITY);
  } else if (!hls.capLevelToPlayerSize) {
    hls.autoLevelCapping = -1;
    hls.capLevelToPlayerSize = true;
  }
  const level = quality === null ? -1 : bestLevel(hls, quality);
  if (hls.manualLevel !== level) hls.nextLevel = level;
}

function firstLevel(hls: Hls, saver: boolean): number {
  const renditions = hls.levels.map((level) => ({
    quality: qualityOf(level) ?? 0,
    bandwidth: level.maxBitrate,
    level,
  }));
  // hls.js sorts the renditions; the rule needs the one that the playlist lists first.
  const [listed] = renditions.splice(hls.firstLevel, 1);
  const conditions = { last: bandwidthStore.quality(), bandwidth: bandwidthStore.bandwidth(), saver };
  const rendition = startRendition(listed ? [listed, ...renditions] : renditions, conditions);
  return rendition ? hls.levels.indexOf(rendition.level) : -1;
}

/** Returns the best level within the limit of the short edge; the smallest when none is. */
function bestLevel(hls: Hls, limit: number): number {
  const fits = (level: Level) => (qualityOf(level) ?? Number.POSITIVE_INFINITY) <= limit;
  return Math.max(0, hls.levels.findLastIndex(fits));
}

// A playlist that failed to load is loaded again; with a loaded playlist, loading continues.
function reload(hls: Hls, data: ErrorData, source: EngineSource, at: number): void {
  if (!hls.media) return;
  if (hls.levels.length > 0) {
    hls.startLoad(at);
    return;
  }
  if (data.details !== Hls.ErrorDetails.MANIFEST_INCOMPATIBLE_CODECS_ERROR) hls.loadSource(source.hls);
}

function configFor({ grants, startup, at, ahead }: EngineSource): Partial<HlsConfig> {
  const bandwidth = bandwidthStore.bandwidth();
  return {
    autoStartLoad: false,
    startPosition: at,
    // Our segments are fragmented MP4 and need no transmuxing, so a worker would have nothing to do.
    enableWorker: false,
    capLevelToPlayerSize: true,
    ...depth(depthFor(ahead ? "ahead" : "begun", Number.POSITIVE_INFINITY)),
    backBufferLength: 30,
    ...(bandwidth ? { abrEwmaDefaultEstimate: bandwidth } : {}),
    loader: grantLoader(Hls.DefaultConfig.loader, grants, localFiles(startup)),
  };
}
