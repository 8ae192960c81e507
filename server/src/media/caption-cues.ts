/** One caption: start and end in seconds, its WebVTT text, and its position settings. */
export interface Cue {
  start: number;
  end: number;
  text: string;
  settings: string;
}

const STAMP = /(?:(\d{1,3}):)?(\d{1,2}):(\d{2})[.,](\d{1,3})/.source;
const TIMING = new RegExp(`^[ \\t]*${STAMP}[ \\t]*-->[ \\t]*${STAMP}([^\\n]*)$`, "m");
/** Position settings of a cue (W3C WebVTT, 3.5). Regions are removed along with the rest of the file's header. */
const SETTING = /^(?:vertical:(?:rl|lr)|(?:line|position|size):[\d.,%a-z-]+|align:[a-z]+)$/;
/** Tags with the same meaning in both formats. */
const ALLOWED_TAG = /^<\/?[biu]>$/;
/** Alignment of SubStation, also found in SubRip files: 7, 8 and 9 are at the top. */
const ON_TOP = /\{\\an[789]\}/;
const TOP = "line:5%";

/**
 * Reads SubRip or WebVTT cues and sorts them by start time. Skips cues without text and cues that end before they
 * start.
 */
export function parseCues(text: string, format: "srt" | "vtt"): Cue[] {
  return text
    .split(/\n[ \t]*\n+/)
    .flatMap((block) => parseBlock(block, format) ?? [])
    .toSorted((a, b) => a.start - b.start);
}

function parseBlock(block: string, format: "srt" | "vtt"): Cue | null {
  const timing = TIMING.exec(block);
  if (!timing || (format === "vtt" && /^\s*NOTE(?:\s|$)/.test(block))) return null;
  const [whole, ...parts] = timing;
  const [start, end] = [seconds(parts.slice(0, 4)), seconds(parts.slice(4, 8))];
  const raw = block.slice(timing.index + whole.length).trim();
  const cueText = format === "srt" ? cleanSubRip(raw) : cleanWebVtt(raw);
  if (cueText === "" || end <= start) return null;
  const settings = format === "vtt" ? cleanSettings(parts[8] ?? "") : ON_TOP.test(raw) ? TOP : "";
  return { start, end, text: cueText, settings };
}

function seconds([hours = "0", minutes = "0", whole = "0", fraction = "0"]: (string | undefined)[]): number {
  return Number(hours) * 3600 + Number(minutes) * 60 + Number(whole) + Number(fraction.padEnd(3, "0")) / 1000;
}

/** SubRip has no escapes: an ampersand is literal, and so is a `<` that opens no supported tag. */
function cleanSubRip(text: string): string {
  return lines(
    text
      .replace(/\{\\[^}\n]*\}/g, "")
      .replace(/<\/?(?:font|c|span)\b[^>\n]*>/gi, "")
      .split(/(<\/?[biu]>)/i)
      .map((part) => (ALLOWED_TAG.test(part.toLowerCase()) ? part.toLowerCase() : escaped(part)))
      .join(""),
  );
}

/** Removes voices, classes, languages and karaoke times; escapes a `<` that opens no tag. */
function cleanWebVtt(text: string): string {
  return lines(
    text.replace(/<[^<>\n]*>|-->|</g, (found) => {
      if (found === "-->") return "--&gt;";
      if (found === "<") return "&lt;";
      return ALLOWED_TAG.test(found) ? found : "";
    }),
  );
}

function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}

/** Removes empty lines: the first one would end the cue. */
function lines(text: string): string {
  const trimmed = text.split("\n").map((textLine) => textLine.trim());
  return trimmed.filter((textLine) => textLine.replace(/<\/?[biu]>/g, "").trim() !== "").join("\n");
}

function cleanSettings(text: string): string {
  return text
    .split(/[ \t]+/)
    .filter((setting) => SETTING.test(setting))
    .join(" ");
}

/** Writes cues as WebVTT without features that some players lack. */
export function writeCues(cues: readonly Cue[]): string {
  const blocks = cues.map(({ start, end, text, settings }) => {
    const head = `${stamp(start)} --> ${stamp(end)}`;
    return `${settings ? `${head} ${settings}` : head}\n${text}\n`;
  });
  return `WEBVTT\n\n${blocks.join("\n")}`;
}

function stamp(time: number): string {
  const all = Math.round(time * 1000);
  const parts = [all / 3_600_000, (all / 60_000) % 60, (all / 1000) % 60];
  const [hours, minutes, whole] = parts.map((part) => String(Math.floor(part)).padStart(2, "0"));
  return `${hours}:${minutes}:${whole}.${String(all % 1000).padStart(3, "0")}`;
}
