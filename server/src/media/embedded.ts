import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Language, parseLanguage } from "@cliffhanger/contract";
import { type CaptionText, readCaption } from "./captions.ts";
import { KilledError, MediaError, type MediaTools, runMedia, UNTRUSTED_SUBTITLES } from "./confine.ts";
import type { SubtitleTrack } from "./tracks.ts";

/** The tracks that become captions, and a note about each track. */
export interface ChosenSubtitles {
  chosen: { stream: number; language: Language }[];
  notes: string[];
}

/** ISO 639-2 codes as written by Matroska and MP4; French and German have two each. */
const ISO_639_2: Record<string, Language> = {
  eng: "en",
  spa: "es",
  fra: "fr",
  fre: "fr",
  deu: "de",
  ger: "de",
  por: "pt",
};
const TIMEOUT_SECONDS = 600;

/**
 * Chooses one track for each language of the interface. `sidecars` are languages with a caption file next to the
 * video: the file wins.
 */
export function chooseSubtitles(
  name: string,
  tracks: readonly SubtitleTrack[],
  beside: readonly string[],
): ChosenSubtitles {
  const chosen = new Map<Language, number>();
  const notes = tracks.flatMap(({ stream, language: tag, isForced }, index) => {
    const language = tag === null ? null : (ISO_639_2[tag.toLowerCase()] ?? parseLanguage(tag));
    const shown = tag && /^[\w-]{2,12}$/.test(tag) ? ` (${tag})` : "";
    const left = `${name}: subtitle track ${index + 1}${shown} is left out`;
    if (tag === null || tag === "und")
      return `${left}, because it names no language. Save it beside the video, as 01.en.srt.`;
    if (!language) return `${left}, because captions in that language are not supported.`;
    if (isForced) return `${left}, because it captions a few lines only.`;
    if (beside.includes(language)) return `${left}: a file beside the video holds captions in ${language}.`;
    if (chosen.has(language)) return `${left}: another track holds captions in ${language}.`;
    chosen.set(language, stream);
    return `${name}: captions in ${language} come from subtitle track ${index + 1}.`;
  });
  return { chosen: [...chosen].map(([language, stream]) => ({ stream, language })), notes };
}

/**
 * Reads the chosen subtitle tracks of a video and cleans them like caption files.
 * @throws MediaError when a track cannot be read
 */
export async function readSubtitles(
  tools: MediaTools,
  path: string,
  name: string,
  { chosen }: ChosenSubtitles,
): Promise<CaptionText[]> {
  if (chosen.length === 0) return [];
  const folder = await mkdtemp(join(tmpdir(), "cliffhanger-subtitles-"));
  const file = (language: Language) => join(folder, `${language}.srt`);
  try {
    const args = [
      ["-v", "error", "-nostdin", ...UNTRUSTED_SUBTITLES, "-i", `file:${path}`],
      chosen.flatMap(({ stream, language }) => [
        ...["-map", `0:${stream}`, "-c:s", "srt", "-f", "srt"],
        ...["-map_metadata", "-1", "-y", file(language)],
      ]),
    ].flat();
    await runMedia(tools, "ffmpeg", args, {
      reads: [path],
      writes: [folder],
      wallSeconds: TIMEOUT_SECONDS,
    });
    return await Promise.all(chosen.map(({ language }) => readCaption(file(language), language)));
  } catch (error) {
    if (!(error instanceof MediaError) || error instanceof KilledError) throw error;
    throw new MediaError((t) => t("mediaFault.embedded", { name }), {
      cause: error,
    });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
