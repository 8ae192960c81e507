/** One rendition, as the multivariant playlist names it. */
export interface Rung {
  /** The short edge of its picture. */
  quality: number;
  /** The most that it takes, in bit/s. */
  bandwidth: number;
}

/** What is known before the first segment is asked for. */
export interface Known {
  /** The quality that the last episode played in; null at first. */
  last: number | null;
  /** The line, in bit/s; null where nothing came down it yet. */
  line: number | null;
  /** The viewer saves data. */
  saver: boolean;
}

/** The picture of somebody who saves data has this short edge at most. */
export const saverQuality = 540;

// A line carries a rendition from the first second on when it is so much faster.
const margin = 1.5;

/**
 * The rung to begin with: that of the last episode, else the one that is listed first, which is meant for that (RFC 8216,
 * 6.3.1); a lower one where the line would not carry it. Null for an empty ladder.
 */
export function startRung<R extends Rung>(rungs: readonly R[], { last, line, saver }: Known): R | null {
  const rising = rungs.toSorted((one, other) => one.bandwidth - other.bandwidth);
  const meant = rungs.find(({ quality }) => quality === last) ?? rungs[0];
  if (!meant) return null;
  const carried = rising.findLast(
    ({ quality, bandwidth }) =>
      bandwidth <= meant.bandwidth &&
      (!saver || quality <= saverQuality) &&
      (line === null || bandwidth * margin <= line),
  );
  return carried ?? rising[0] ?? null;
}
