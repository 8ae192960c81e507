import type { Crop } from "@cliffhanger/contract/console/pictures";

/** The picture kinds with their height divided by their width, the width that viewers need, and the widths that they see. */
export const shapes = {
  poster: { ratio: 3 / 2, needed: 720, seen: [54, 104, 133, 168] },
  cover: { ratio: 9 / 16, needed: 1080, seen: [560, 450, 390, 358] },
} as const;

/** How far a picture can be enlarged within its frame; the server has the same limit. */
export const MAX_ZOOM = 8;

/** The part of a picture that is shown, in parts of its width and height. */
export interface Part {
  left: number;
  top: number;
  width: number;
  height: number;
}

/** A size in pixels. */
export interface Size {
  width: number;
  height: number;
}

/** Returns the part that a crop shows. */
export function partOf({ width, height }: Size, ratio: number, { x, y, zoom }: Crop): Part {
  const shown = Math.min(width, height / ratio) / zoom;
  const part = { width: shown / width, height: (shown * ratio) / height };
  return { ...part, left: placed(x, part.width), top: placed(y, part.height) };
}

/** Puts a part as near to its middle as the whole allows. */
function placed(middle: number, part: number): number {
  return Math.min(1 - part, Math.max(0, middle - part / 2));
}

/** Returns a number within limits. */
export function within(value: number, least: number, most: number): number {
  return Math.min(most, Math.max(least, value));
}
