/** A thumbnail of a moment: a region of a sprite image. */
export interface Frame {
  /** The start and end of the moment, in seconds. */
  from: number;
  to: number;
  url: string;
  x: number;
  y: number;
  width: number;
  height: number;
}

const timing = /^(?:(\d+):)?(\d{2}):(\d{2}(?:\.\d+)?)\s+-->\s+(?:(\d+):)?(\d{2}):(\d{2}(?:\.\d+)?)/;
const part = /^(.*)#xywh=(?:pixel:)?(\d+),(\d+),(\d+),(\d+)$/;

/** Parses a WebVTT file whose cues are regions of images (`#xywh`); other cues are skipped. */
export function parseStoryboard(text: string, base: string): Frame[] {
  const lines = text.split(/\r?\n/);
  return lines.flatMap((row, index) => {
    const [, h1, m1 = "", s1 = "", h2, m2 = "", s2 = ""] = timing.exec(row) ?? [];
    const [, file, x, y, width, height] = part.exec(lines[index + 1]?.trim() ?? "") ?? [];
    if (!s1 || file === undefined || Number(width) === 0 || Number(height) === 0) return [];
    return {
      from: seconds(h1, m1, s1),
      to: seconds(h2, m2, s2),
      url: new URL(file, base).href,
      x: Number(x),
      y: Number(y),
      width: Number(width),
      height: Number(height),
    };
  });
}

function seconds(h: string | undefined, m: string, s: string): number {
  return Number(h ?? 0) * 3600 + Number(m) * 60 + Number(s);
}

/** Returns the thumbnail of a moment; after the last one it is the last. */
export function frameAt(frames: readonly Frame[], time: number): Frame | null {
  return frames.find(({ from, to }) => time >= from && time < to) ?? frames.at(-1) ?? null;
}
