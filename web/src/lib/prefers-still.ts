/** Returns whether the viewer wants no movement: what would glide jumps. */
export function prefersStill(): boolean {
  return window.matchMedia("(prefers-reduced-motion: reduce)").matches;
}
