import { isDecodable, MediaError } from "./confine.ts";
import type { Stream } from "./streams.ts";

/** A text subtitle track; `language` as written in the file. */
export interface SubtitleTrack {
  stream: number;
  codec: string;
  language: string | null;
  isForced: boolean;
}

/** The tracks of an episode, and sentences about those left out. */
export interface Tracks {
  video: Stream;
  audio: Stream | null;
  subtitles: SubtitleTrack[];
  leftOut: string[];
}

const TEXT_SUBTITLES = new Set(["subrip", "srt", "ass", "ssa", "webvtt", "mov_text", "text"]);
const KINDS = { video: "video track", audio: "sound track", subtitle: "subtitle track" };

/**
 * Chooses one video and one audio track by the default flags of the file.
 * @throws MediaError when no video remains or all audio would be lost
 */
export function chooseTracks(name: string, streams: readonly Stream[]): Tracks {
  const of = (kind: string) => streams.filter((stream) => stream.codec_type === kind);
  const videos = of("video").filter((stream) => !stream.disposition?.attached_pic);
  const audios = of("audio");
  const [first] = videos;
  if (!first) throw new MediaError((t) => t("mediaFault.noPicture", { name }));
  const video = preferred(videos);
  if (!video) throw new MediaError((t) => t("mediaFault.videoCodec", { name, codec: codecOf(first) }));
  const audio = preferred(audios);
  const [sound] = audios;
  if (!audio && sound)
    throw new MediaError((t) => t("mediaFault.audioCodec", { name, codec: codecOf(sound) }));
  const leftOut = [
    ...others(name, "video", videos, video),
    ...others(name, "audio", audios, audio),
    ...of("subtitle").flatMap((stream, index) =>
      TEXT_SUBTITLES.has(stream.codec_name ?? "")
        ? []
        : `${name}: subtitle track ${index + 1} (${about(stream)}) is left out, because it does not hold text.`,
    ),
  ];
  const subtitles = of("subtitle")
    .filter((stream) => TEXT_SUBTITLES.has(stream.codec_name ?? ""))
    .map((stream) => ({
      stream: stream.index,
      codec: stream.codec_name ?? "",
      language: stream.tags?.["language"] ?? null,
      isForced: stream.disposition?.forced === 1,
    }));
  return { video, audio: audio ?? null, subtitles, leftOut };
}

/** Returns the name of a stream's codec for messages. */
export function codecOf(stream: Stream): string {
  const { codec_name: codec, codec_tag_string: tag } = stream;
  if (codec && codec !== "none" && codec !== "unknown") return codec;
  return tag && /^\w{4}$/.test(tag) ? `an unknown codec (${tag})` : "an unknown codec";
}

function preferred(streams: readonly Stream[]): Stream | undefined {
  const usable = streams.filter((stream) => isDecodable(stream.codec_name ?? ""));
  return usable.find((stream) => stream.disposition?.default) ?? usable[0];
}

function others(
  name: string,
  kind: keyof typeof KINDS,
  streams: readonly Stream[],
  chosen: Stream | undefined,
): string[] {
  const place = chosen ? streams.indexOf(chosen) + 1 : 0;
  const why = chosen?.disposition?.default ? "is the default" : "is the first that is supported";
  return streams.flatMap((stream, index) => {
    if (stream === chosen) return [];
    const which = `${name}: ${KINDS[kind]} ${index + 1} (${about(stream)}) is left out`;
    return isDecodable(stream.codec_name ?? "")
      ? `${which}: an episode has one ${KINDS[kind]}, and track ${place} ${why}.`
      : `${which}, because ${codecOf(stream)} is not supported.`;
  });
}

function about(stream: Stream): string {
  const language = stream.tags?.["language"];
  return language && /^[\w-]{2,12}$/.test(language) && language !== "und"
    ? `${codecOf(stream)}, ${language}`
    : codecOf(stream);
}
