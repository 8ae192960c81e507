// A picture up to a third wider or narrower than the stage fills it; beyond that it is letterboxed, not cut.
const fill = 1.35;

/** Whether a picture of this shape (width by height) is letterboxed on its own blurred art. */
export function isWide(ratio: number): boolean {
  return ratio > 0.5625 * fill;
}
