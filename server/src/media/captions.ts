import { createHash } from "node:crypto";
import { readFile, stat } from "node:fs/promises";
import { type Language, parseLanguage } from "@cliffhanger/contract";
import { nameOf } from "#platform/terminal";
import { parseCues, writeCues } from "./caption-cues.ts";
import { MediaError } from "./confine.ts";

/** A cleaned caption text and its file name in the asset's folder. */
export interface CaptionText {
  language: string;
  file: string;
  body: string;
  /** End of the last cue, in seconds. */
  end: number;
}

/** The parts of a sidecar's name: `01.pt-BR.srt` holds Portuguese captions of the video `01`. */
export interface CaptionName {
  stem: string;
  language: Language;
  format: "srt" | "vtt";
}

const MAX_BYTES = 1_000_000;

/**
 * Parses a sidecar's name. The language is between the last two full stops, in any supported spelling; null
 * otherwise.
 */
export function captionName(fileName: string): CaptionName | null {
  const [, stem = "", tag, format] =
    /^(.+)\.([a-z]{2}(?:[-_][a-z0-9]{1,8})*)\.(srt|vtt)$/i.exec(fileName) ?? [];
  const language = parseLanguage(tag);
  return language && { stem, language, format: format?.toLowerCase() === "srt" ? "srt" : "vtt" };
}

/**
 * Reads a SubRip or WebVTT sidecar. Only its cues are kept: styles, regions and comments are dropped.
 * @throws MediaError naming the file
 */
export async function readCaption(path: string, language: string): Promise<CaptionText> {
  const name = nameOf(path);
  if ((await stat(path)).size > MAX_BYTES)
    throw new MediaError((t) => t("mediaFault.captionsLarge", { name }));
  const text = decode(await readFile(path))
    .replace(/^\uFEFF/, "")
    .replaceAll("\0", "")
    .replace(/\r\n?/g, "\n");
  const format = /\.srt$/i.test(name) ? "srt" : "vtt";
  // Many .srt files contain WebVTT, so the first line decides.
  const isWebVtt = /^WEBVTT(?:[ \t\n]|$)/.test(text);
  if (format === "vtt" && !isWebVtt) throw new MediaError((t) => t("mediaFault.notWebVtt", { name }));
  const cues = parseCues(text, isWebVtt ? "vtt" : "srt");
  if (cues.length === 0) throw new MediaError((t) => t("mediaFault.noCaptions", { name }));
  const body = writeCues(cues);
  const end = Math.max(...cues.map((cue) => cue.end));
  return { language, body, file: captionFile(language, body), end };
}

/** Decodes UTF-8, UTF-16 with a byte order mark, and otherwise Windows-1252. */
function decode(data: Buffer): string {
  if (data[0] === 0xff && data[1] === 0xfe) return new TextDecoder("utf-16le").decode(data);
  if (data[0] === 0xfe && data[1] === 0xff) return new TextDecoder("utf-16be").decode(data);
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(data);
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    return new TextDecoder("windows-1252").decode(data);
  }
}

/** Names a caption file by its content, so that caches never serve an outdated text. */
export function captionFile(language: string, body: string): string {
  return `captions-${language}-${createHash("sha256").update(body).digest("hex").slice(0, 12)}.vtt`;
}
