// A picture up to a third wider or narrower than the stage fills it; beyond that it is letterboxed, not cropped.
const MAX_CROP = 1.35;

/** Returns whether a picture of this aspect ratio is letterboxed over its own blurred artwork. */
export function isWide(ratio: number): boolean {
  return ratio > 0.5625 * MAX_CROP;
}
