import { formatReleaseTime } from "./release-time.ts";

/** Renders when the first episode of a series comes, in the zone of the viewer. */
export function ReleaseDate({ at }: { at: string }) {
  return formatReleaseTime(at);
}
