import { createHash } from "node:crypto";
import { readFile, stat, writeFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { languages } from "@cliffhanger/contract";
import { MediaError } from "./confine.ts";

/** A caption text, whole and clean, under the name that it gets in an asset's folder. */
export interface CaptionText {
  language: string;
  file: string;
  body: string;
}

const MOST_BYTES = 1_000_000;
const TIMING = /^(?:\d{2,}:)?\d{2}:\d{2}\.\d{3}[ \t]+-->[ \t]+(?:\d{2,}:)?\d{2}:\d{2}\.\d{3}/m;

/** `01.en.vtt`: the language between the last two full stops, one of the catalogue's; else null. */
export function captionLanguage(fileName: string): string | null {
  const tag = /\.([a-z]{2})\.vtt$/i.exec(fileName)?.[1]?.toLowerCase() ?? "";
  return (languages as readonly string[]).includes(tag) ? tag : null;
}

/**
 * Reads a WebVTT side-car. Styles, regions and comments are left out: what is served is cues.
 * @throws MediaError naming the file
 */
export async function readCaption(path: string, language: string): Promise<CaptionText> {
  const name = basename(path);
  if ((await stat(path)).size > MOST_BYTES) throw new MediaError(`${name} is larger than captions can be (1 MB).`);
  const text = (await readFile(path, "utf8")).replace(/^\uFEFF/, "").replaceAll("\0", "").replace(/\r\n?/g, "\n");
  if (!/^WEBVTT(?:[ \t\n]|$)/.test(text)) throw new MediaError(`${name} is not WebVTT: its first line must be WEBVTT.`);
  const blocks = text.split(/\n{2,}/).slice(1).map((block) => block.trim()).filter((block) => TIMING.test(block));
  if (blocks.length === 0) throw new MediaError(`${name} holds no captions.`);
  const body = `WEBVTT\n\n${blocks.join("\n\n")}\n`;
  return { language, body, file: captionFile(language, body) };
}

/** Named by content: another text is another file, and no cache keeps the old one. */
export function captionFile(language: string, body: string): string {
  return `captions-${language}-${createHash("sha256").update(body).digest("hex").slice(0, 12)}.vtt`;
}

/** Puts caption files into an asset's folder. */
export async function writeCaptions(folder: string, captions: readonly { file: string; body: string }[]): Promise<void> {
  for (const { file, body } of captions) await writeFile(join(folder, file), body);
}
