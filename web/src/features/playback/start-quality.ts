/** A rendition as the multivariant playlist lists it. */
export interface ListedRendition {
  /** The short edge of its picture. */
  quality: number;
  /** Its peak bitrate, in bit/s. */
  bandwidth: number;
}

/** What is known before the first segment is requested. */
export interface StartConditions {
  /** The quality of the last episode; null at first. */
  last: number | null;
  /** The bandwidth in bit/s; null while unknown. */
  bandwidth: number | null;
  /** Whether the viewer saves data. */
  saver: boolean;
}

/** The longest short edge of the picture for a viewer who saves data. */
export const SAVER_QUALITY = 540;

// A network carries a rendition from the first second on at this ratio of bandwidth to bitrate.
const MARGIN = 1.5;

/**
 * Returns the rendition to start with: that of the last episode, else the first one listed, which is meant for that
 * (RFC 8216, 6.3.1); a lower one where the bandwidth is too low. Null for an empty ladder.
 */
export function startRendition<R extends ListedRendition>(
  renditions: readonly R[],
  { last, bandwidth, saver }: StartConditions,
): R | null {
  const ascending = renditions.toSorted((one, other) => one.bandwidth - other.bandwidth);
  const preferred = renditions.find(({ quality }) => quality === last) ?? renditions[0];
  if (!preferred) return null;
  const playable = ascending.findLast(
    (rendition) =>
      rendition.bandwidth <= preferred.bandwidth &&
      (!saver || rendition.quality <= SAVER_QUALITY) &&
      (bandwidth === null || rendition.bandwidth * MARGIN <= bandwidth),
  );
  return playable ?? ascending[0] ?? null;
}
