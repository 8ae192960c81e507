/** How a series is encoded: the whole ladder, or the small one for the demo catalogue. */
export type Profile = "standard" | "demo";

/** The displayed picture: pixels after rotation and with square pixels, and frames per second. */
export interface Geometry {
  width: number;
  height: number;
  fps: number;
}

/** One step of a profile, for 9:16 pictures at up to 30 frames per second. Rates in kbit/s. */
interface Step {
  /** The short edge in pixels, which also names the files (`v720-…`). */
  label: number;
  h264Profile: "high" | "main";
  crf: number;
  maxrate: number;
  audioRate: number;
}

/** One rendition to encode: a step fitted to the source. */
export interface RenditionSpec extends Step {
  width: number;
  height: number;
  bufsize: number;
  /** The x264 preset, which trades encoding time for bytes. */
  preset: "veryfast" | "slow";
}

// Bit rates for vertical video from the project's research; 234 is the rendition that still plays at 192 kbit/s
// (Apple authoring rule 9.21).
const PROFILES: Record<Profile, { preset: RenditionSpec["preset"]; steps: readonly Step[] }> = {
  standard: {
    preset: "veryfast",
    steps: [
      { label: 1080, h264Profile: "high", crf: 21, maxrate: 5200, audioRate: 128 },
      { label: 720, h264Profile: "high", crf: 21, maxrate: 3000, audioRate: 128 },
      { label: 540, h264Profile: "main", crf: 22, maxrate: 1800, audioRate: 96 },
      { label: 360, h264Profile: "main", crf: 23, maxrate: 800, audioRate: 96 },
      { label: 234, h264Profile: "main", crf: 26, maxrate: 88, audioRate: 48 },
    ],
  },
  demo: {
    preset: "slow",
    steps: [
      { label: 720, h264Profile: "high", crf: 35, maxrate: 900, audioRate: 48 },
      { label: 270, h264Profile: "main", crf: 34, maxrate: 110, audioRate: 32 },
    ],
  },
};
const NOMINAL_RATIO = 16 / 9;
/** A source gets a rendition of its own size if it is larger than the next step by this factor. */
const OWN_SIZE_FACTOR = 1.1;
const LEAN_RATE = 200;
const FAST_FPS = 35;
const FAST_FACTOR = 1.4;

/**
 * Returns the renditions for a source, largest first and at least one: never larger than the source, all of one
 * aspect ratio, with even edges. A source between two steps keeps its size as the top rendition.
 */
export function ladder(source: Geometry, profile: Profile): RenditionSpec[] {
  const short = Math.min(source.width, source.height);
  const { preset, steps } = PROFILES[profile];
  const fitting = steps.filter((step) => step.label <= short);
  const above = steps.findLast((step) => step.label > short);
  const below = fitting[0]?.label ?? 0;
  const own =
    above && short >= below * OWN_SIZE_FACTOR ? [{ ...above, label: Math.max(2, floorEven(short)) }] : [];
  return [...own, ...fitting].map((step) => spec(source, step, preset));
}

function spec(source: Geometry, step: Step, preset: RenditionSpec["preset"]): RenditionSpec {
  const portrait = source.height >= source.width;
  const longEdge = Math.max(source.width, source.height);
  const ratio = longEdge / Math.min(source.width, source.height);
  const long = Math.max(2, Math.min(Math.round((step.label * ratio) / 2) * 2, floorEven(longEdge)));
  // A picture of another shape has more or fewer pixels than 9:16.
  const shape = Math.min(1.5, Math.max(0.5, ratio / NOMINAL_RATIO));
  const motion = source.fps > FAST_FPS ? FAST_FACTOR : 1;
  // The rendition for 192 kbit/s leaves no margin for either, nor for bursts.
  const isLean = step.maxrate < LEAN_RATE;
  const maxrate = isLean ? step.maxrate : Math.round(step.maxrate * shape * motion);
  return {
    ...step,
    width: portrait ? step.label : long,
    height: portrait ? long : step.label,
    maxrate,
    bufsize: isLean ? Math.round(maxrate / 2) : maxrate * 2,
    preset,
  };
}

/** Short edge of the frames that a player shows while seeking. */
const IFRAME_EDGE = 180;

/** Returns the size of the I-frame rendition, in the shape of the others. */
export function iframeSize(source: Geometry): { width: number; height: number } {
  const short = floorEven(Math.min(IFRAME_EDGE, source.width, source.height));
  const ratio = Math.max(source.width, source.height) / Math.min(source.width, source.height);
  const long = Math.round((short * ratio) / 2) * 2;
  return source.height >= source.width ? { width: short, height: long } : { width: long, height: short };
}

/** 4:2:0 video needs even edges. */
function floorEven(edge: number): number {
  return Math.floor(edge / 2) * 2;
}
