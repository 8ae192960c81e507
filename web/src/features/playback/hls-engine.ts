import Hls, { type ErrorData, type HlsConfig } from "hls.js/light";
import type { Engine, EngineSource } from "./engine.ts";
import { grantLoader } from "./grant-loader.ts";
import type { Failure } from "./player-state.ts";

const networkAttempts = 3;
const networkBackOff = 1000;

// What the last episode taught about the line; the next one starts with it.
let bandwidth: number | null = null;
let lastHeight: number | null = null;

/** Plays HLS by Media Source Extensions; null where the browser has none. */
export function createHlsEngine(video: HTMLVideoElement, failed: (failure: Failure) => void): Engine | null {
  if (!Hls.isSupported()) return null;
  let hls: Hls | null = null;

  function remember(): void {
    if (!hls) return;
    bandwidth = hls.bandwidthEstimate || bandwidth;
    lastHeight = hls.levels[hls.currentLevel]?.height ?? lastHeight;
  }

  function drop(): void {
    remember();
    hls?.destroy();
    hls = null;
  }

  return {
    open(source) {
      drop();
      hls = start(video, source, failed);
    },
    height: () => hls?.levels[hls.currentLevel]?.height ?? lastHeight,
    close: drop,
  };
}

function start(video: HTMLVideoElement, source: EngineSource, failed: (failure: Failure) => void): Hls {
  const hls = new Hls(configFor(source));
  let networkFaults = 0;
  let recovered = false;

  function onFatal(data: ErrorData): void {
    const at = video.currentTime || source.at;
    if (data.type === Hls.ErrorTypes.NETWORK_ERROR && networkFaults < networkAttempts) {
      networkFaults += 1;
      setTimeout(() => resume(hls, data, source, at), networkBackOff * networkFaults);
      return;
    }
    if (data.type === Hls.ErrorTypes.MEDIA_ERROR && !recovered) {
      recovered = true;
      hls.recoverMediaError();
      void video.play().catch(() => failed("media"));
      return;
    }
    failed(data.type === Hls.ErrorTypes.NETWORK_ERROR ? "network" : "media");
  }

  hls.on(Hls.Events.ERROR, (_name, data) => {
    if (data.fatal) onFatal(data);
  });
  hls.on(Hls.Events.FRAG_BUFFERED, () => {
    networkFaults = 0;
  });
  hls.once(Hls.Events.MANIFEST_PARSED, () => {
    hls.startLevel = hls.levels.findIndex(({ height }) => height === lastHeight);
    hls.startLoad(source.at);
  });
  hls.loadSource(source.hls);
  hls.attachMedia(video);
  return hls;
}

// A playlist that never came must be loaded anew; with one at hand the loading simply goes on.
function resume(hls: Hls, data: ErrorData, source: EngineSource, at: number): void {
  if (!hls.media) return;
  if (hls.levels.length > 0) {
    hls.startLoad(at);
    return;
  }
  if (data.details !== Hls.ErrorDetails.MANIFEST_INCOMPATIBLE_CODECS_ERROR) hls.loadSource(source.hls);
}

function configFor({ grants, at }: EngineSource): Partial<HlsConfig> {
  return {
    autoStartLoad: false,
    startPosition: at,
    // Our segments are fragmented MP4 and pass through as they are: a worker would have nothing to do.
    enableWorker: false,
    capLevelToPlayerSize: true,
    maxBufferLength: 30,
    maxMaxBufferLength: 60,
    backBufferLength: 30,
    ...(bandwidth ? { abrEwmaDefaultEstimate: bandwidth } : {}),
    loader: grantLoader(Hls.DefaultConfig.loader, grants),
  };
}
