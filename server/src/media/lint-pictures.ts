import { nameOf } from "#platform/terminal";
import { readImageSize } from "./images.ts";
import type { LintFinding } from "./lint-findings.ts";
import { faultOf } from "./read-episode.ts";
import type { SeriesFolder } from "./series-folder.ts";

/** The shape in which the interface shows each picture, and the width that is sharp on a phone. */
const WANTED = {
  poster: { shape: "2:3", ratio: 2 / 3, width: 540 },
  cover: { shape: "16:9 or 9:16", ratio: null, width: 1080 },
};
const TOLERANCE = 0.1;

/** Checks a folder's poster and cover. */
export async function lintPictures(folder: SeriesFolder): Promise<LintFinding[]> {
  if (!folder.poster && !folder.cover)
    return [
      { severity: "note", text: "There is no poster.jpg: a frame of the first episode takes its place." },
    ];
  return [...(await lintPicture(folder.poster, "poster")), ...(await lintPicture(folder.cover, "cover"))];
}

async function lintPicture(path: string | null, kind: keyof typeof WANTED): Promise<LintFinding[]> {
  if (!path) return [];
  const { shape, ratio, width: least } = WANTED[kind];
  const name = nameOf(path);
  try {
    const { width, height } = await readImageSize(path);
    const size = `${width}×${height}`;
    const found: LintFinding[] = [];
    if (ratio && Math.abs(width / height / ratio - 1) > TOLERANCE)
      found.push({ severity: "warning", text: `${name} is ${size}, not ${shape}: its edges are cut off.` });
    if (Math.min(width, height) < Math.min(least, 540))
      found.push({
        severity: "warning",
        text: `${name} is ${size}, which looks soft; give it ${least} pixels or more.`,
      });
    return found;
  } catch (error) {
    return [{ severity: "error", text: faultOf(error, path) }];
  }
}
