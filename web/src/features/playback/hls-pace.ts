import Hls, { type Fragment, type HlsConfig } from "hls.js/light";
import { aheadOf } from "./media-events.ts";

/** How much of an episode is needed: prepared for later, just started, or being watched. */
export type Interest = "ahead" | "begun" | "watched";

// Seconds to keep buffered. A viewer who swipes on pays for the rest, so at a high bandwidth an episode that just
// started keeps few; at a low one, which could not catch up, it buffers all it can.
const depthsS = { ahead: 0.5, fast: 6, fair: 14, far: 30 } as const;

// The ratio of bandwidth to bitrate from which a network counts as fast, or fair.
const FAST_RATIO = 4;
const FAIR_RATIO = 2;

// Seconds to buffer before an episode starts when the bandwidth hardly exceeds its bitrate. Its segments grow at
// first, and the later ones take longer to load than the first ones play.
const reserves = { tight: 2, short: 5 } as const;
const TIGHT_RATIO = 1.2;

// The first segment is abandoned for the lowest rendition's after this many milliseconds at the earliest.
const MIN_WAIT_MS = 600;
const MAX_SILENCE_MS = 2000;

/** Measures how fast a video loads, and decides how far ahead it is buffered and when it may start. */
export interface Pace {
  want(interest: Interest): void;
}

/** Returns the buffer settings of hls.js for so many seconds. */
export function depth(seconds: number): Partial<HlsConfig> {
  // hls.js would buffer beyond the seconds up to a number of bytes.
  return { maxBufferLength: seconds, maxMaxBufferLength: seconds, maxBufferSize: 0 };
}

/** The start of an episode. */
interface PaceStart {
  /** Where it starts, in seconds. */
  at: number;
  interest: Interest;
  /** Called once enough is buffered to start. */
  paced: () => void;
}

/** Creates the pace of an episode, from its first segment on. */
export function createPace(
  hls: Hls,
  video: HTMLVideoElement,
  { at, interest: first, paced }: PaceStart,
): Pace {
  let interest = first;
  // The ratio of bandwidth to bitrate of the last segment; null before the first one.
  let bandwidthRatio: number | null = null;
  let isStarted = false;
  let timer: ReturnType<typeof setInterval> | undefined;

  function applyDepth(): void {
    Object.assign(hls.config, depth(depthFor(interest, bandwidthRatio ?? FAST_RATIO)));
  }

  function begin(): void {
    if (isStarted || bandwidthRatio === null || !isEnough(hls, video, at, bandwidthRatio)) return;
    isStarted = true;
    paced();
  }

  hls.on(Hls.Events.FRAG_LOADING, (_name, { frag }) => {
    clearInterval(timer);
    if (bandwidthRatio !== null || frag.sn === "initSegment" || frag.level <= hls.minAutoLevel) return;
    timer = setInterval(() => {
      if (!isHopeless(hls, frag)) return;
      clearInterval(timer);
      // hls.js's own rule for late segments does not apply before anything plays.
      hls.stopLoad();
      hls.nextLoadLevel = hls.minAutoLevel;
      hls.startLoad(at);
    }, 100);
  });
  hls.on(Hls.Events.FRAG_LOADED, (_name, { frag }) => {
    if (frag.sn === "initSegment") return;
    clearInterval(timer);
    const { loaded, loading } = frag.stats;
    const bitrate = hls.levels[frag.level]?.maxBitrate || 1;
    bandwidthRatio = (loaded * 8000) / Math.max(1, loading.end - loading.start) / bitrate;
    applyDepth();
    begin();
  });
  hls.on(Hls.Events.FRAG_BUFFERED, begin);
  hls.once(Hls.Events.DESTROYING, () => clearInterval(timer));
  return {
    want(next) {
      if (interest === next) return;
      interest = next;
      applyDepth();
    },
  };
}

/** Returns the seconds to keep buffered at this ratio of bandwidth to bitrate. */
export function depthFor(interest: Interest, bandwidthRatio: number): number {
  if (interest === "ahead") return depthsS.ahead;
  if (interest === "watched" || bandwidthRatio < FAIR_RATIO) return depthsS.far;
  return bandwidthRatio < FAST_RATIO ? depthsS.fair : depthsS.fast;
}

/** Returns the seconds to buffer before playback may start at this ratio of bandwidth to bitrate. */
export function reserveFor(bandwidthRatio: number): number {
  if (bandwidthRatio >= FAIR_RATIO) return 0;
  return bandwidthRatio < TIGHT_RATIO ? reserves.short : reserves.tight;
}

function isEnough(hls: Hls, video: HTMLVideoElement, at: number, bandwidthRatio: number): boolean {
  const reserve = reserveFor(bandwidthRatio);
  if (reserve === 0) return true;
  // A video with less left needs only that.
  const left = (hls.latestLevelDetails?.totalduration ?? Number.POSITIVE_INFINITY) - at;
  return aheadOf(video) >= Math.min(reserve, left) - 0.2;
}

// Whether the rest of the segment would take longer than the whole segment of the lowest rendition.
function isHopeless(hls: Hls, { stats, duration, level }: Fragment): boolean {
  const [own, lowest] = [hls.levels[level], hls.levels[hls.minAutoLevel]];
  const now = performance.now();
  const since = now - stats.loading.start;
  if (!own || !lowest || since < MIN_WAIT_MS) return false;
  if (stats.loaded === 0) return since > MAX_SILENCE_MS;
  const rate = stats.loaded / Math.max(1, now - stats.loading.first);
  const left = Math.max(0, (stats.total || (duration * own.maxBitrate) / 8) - stats.loaded) / rate;
  return left > MIN_WAIT_MS && left > (1.5 * duration * lowest.maxBitrate) / 8 / rate;
}
