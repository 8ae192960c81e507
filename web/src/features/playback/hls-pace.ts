import Hls, { type Fragment, type HlsConfig } from "hls.js/light";
import { aheadOf } from "./media-events.ts";

/** How much of an episode is wanted: it waits for its turn, was just begun, or is really watched. */
export type Interest = "ahead" | "begun" | "watched";

// Seconds that lie ready. Whoever swipes on has paid for the rest, so a fast line keeps few of a film that was just begun;
// a slow one, which could not catch up, keeps what it can.
const depths = { ahead: 0.5, fast: 6, fair: 14, far: 30 } as const;

// How many times a line carries its rendition: from here on it is fast, or fair.
const fast = 4;
const fair = 2;

// On a line that hardly carries the film, seconds that must lie ready before it begins: its segments grow at first, and
// the later ones take longer to come than the first ones play.
const reserves = { tight: 2, short: 5 } as const;
const tight = 1.2;

// The first segment is given up for the lowest rendition's after this long at the soonest, in ms.
const patience = 600;
const silence = 2000;

/** Watches how fast a film comes, and decides how far ahead it is loaded and when it may begin. */
export interface Pace {
  want(interest: Interest): void;
}

/** Buffer settings that keep so many seconds ready. */
export function depth(seconds: number): Partial<HlsConfig> {
  // hls.js would take a number of bytes for a reason to go beyond the seconds.
  return { maxBufferLength: seconds, maxMaxBufferLength: seconds, maxBufferSize: 0 };
}

/** What an episode starts with. */
interface PaceStart {
  /** Where it starts, in seconds. */
  at: number;
  interest: Interest;
  /** Called once enough is buffered to start with. */
  paced: () => void;
}

/** Paces an episode from its first segment on. */
export function createPace(
  hls: Hls,
  video: HTMLVideoElement,
  { at, interest: first, paced }: PaceStart,
): Pace {
  let interest = first;
  // How many times the line carries what came last; null until something did.
  let carried: number | null = null;
  let may = false;
  let timer: ReturnType<typeof setInterval> | undefined;

  function settle(): void {
    Object.assign(hls.config, depth(depthFor(interest, carried ?? fast)));
  }

  function begin(): void {
    if (may || carried === null || !isEnough(hls, video, at, carried)) return;
    may = true;
    paced();
  }

  hls.on(Hls.Events.FRAG_LOADING, (_name, { frag }) => {
    clearInterval(timer);
    if (carried !== null || frag.sn === "initSegment" || frag.level <= hls.minAutoLevel) return;
    timer = setInterval(() => {
      if (!isHopeless(hls, frag)) return;
      clearInterval(timer);
      // Nothing is to be seen yet, so hls.js's own rule for segments that come too late does not look at it.
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
    carried = (loaded * 8000) / Math.max(1, loading.end - loading.start) / bitrate;
    settle();
    begin();
  });
  hls.on(Hls.Events.FRAG_BUFFERED, begin);
  hls.once(Hls.Events.DESTROYING, () => clearInterval(timer));
  return {
    want(next) {
      if (interest === next) return;
      interest = next;
      settle();
    },
  };
}

/** Seconds to keep ready of a film that the line carries so many times. */
export function depthFor(interest: Interest, carried: number): number {
  if (interest === "ahead") return depths.ahead;
  if (interest === "watched" || carried < fair) return depths.far;
  return carried < fast ? depths.fair : depths.fast;
}

/** Seconds that must lie ready before a film may begin on a line that carries it so many times. */
export function reserveFor(carried: number): number {
  if (carried >= fair) return 0;
  return carried < tight ? reserves.short : reserves.tight;
}

function isEnough(hls: Hls, video: HTMLVideoElement, at: number, carried: number): boolean {
  const reserve = reserveFor(carried);
  if (reserve === 0) return true;
  // Of a film that ends sooner, all that there is.
  const left = (hls.latestLevelDetails?.totalduration ?? Number.POSITIVE_INFINITY) - at;
  return aheadOf(video) >= Math.min(reserve, left) - 0.2;
}

// What is left of it takes longer than the whole of the lowest rendition's would.
function isHopeless(hls: Hls, { stats, duration, level }: Fragment): boolean {
  const [own, lowest] = [hls.levels[level], hls.levels[hls.minAutoLevel]];
  const now = performance.now();
  const since = now - stats.loading.start;
  if (!own || !lowest || since < patience) return false;
  if (stats.loaded === 0) return since > silence;
  const rate = stats.loaded / Math.max(1, now - stats.loading.first);
  const left = Math.max(0, (stats.total || (duration * own.maxBitrate) / 8) - stats.loaded) / rate;
  return left > patience && left > (1.5 * duration * lowest.maxBitrate) / 8 / rate;
}
