const entities: Record<string, string> = {
  amp: "&",
  lt: "<",
  gt: ">",
  quot: '"',
  apos: "'",
  nbsp: "\u00a0",
  lrm: "\u200e",
  rlm: "\u200f",
};

/**
 * Returns the text of a WebVTT cue by lines, without voice, class and timing tags and with entities decoded. It is
 * rendered as plain text, so nothing in a caption file becomes markup.
 */
export function cueLines(payload: string): string[] {
  return payload
    .replace(/<[^>]*>/g, "")
    .replace(/&(#x[0-9a-f]{1,6}|#\d{1,7}|[a-z]+);/gi, (whole, name: string) => readEntity(name) ?? whole)
    .split(/\r?\n/)
    .map((text) => text.trim())
    .filter((text) => text !== "");
}

function readEntity(name: string): string | undefined {
  if (!name.startsWith("#")) return entities[name.toLowerCase()];
  const code = /^#x/i.test(name) ? Number.parseInt(name.slice(2), 16) : Number.parseInt(name.slice(1), 10);
  return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : undefined;
}

/** Returns the lines of all active cues, earliest first. */
export function activeLines(cues: Iterable<{ startTime: number; text: string }>): string[] {
  return [...cues].toSorted((a, b) => a.startTime - b.startTime).flatMap(({ text }) => cueLines(text));
}

/**
 * Returns the lines of the last cue of a WebVTT file that is spoken: sounds in brackets and music are no words. Empty
 * where there is none.
 */
export function lastLineOf(file: string): string[] {
  const cues = file
    .split(/(?:\r?\n){2,}/)
    .flatMap((block) =>
      block.includes("-->") ? [block.slice(block.indexOf("-->")).replace(/^.*\r?\n?/, "")] : [],
    );
  for (const cue of cues.toReversed()) {
    const lines = cueLines(cue).filter((line) => !/^[-–\s]*(?:\[.*\]|\(.*\)|[♪♫].*)$/.test(line));
    if (lines.length > 0) return lines;
  }
  return [];
}
