import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { isDecodable, type MediaTools, runMedia, UNTRUSTED_INPUT, UNTRUSTED_PROBE } from "./confine.ts";

/** One stream of a source, as described by ffprobe. */
export interface Stream {
  index: number;
  codec_type?: string;
  codec_name?: string;
  codec_tag_string?: string;
  width?: number;
  height?: number;
  sample_aspect_ratio?: string;
  r_frame_rate?: string;
  avg_frame_rate?: string;
  field_order?: string;
  color_transfer?: string;
  color_space?: string;
  color_primaries?: string;
  channels?: number;
  duration?: string;
  disposition?: Partial<Record<"attached_pic" | "default" | "forced" | "hearing_impaired", number>>;
  tags?: Record<string, string>;
  side_data_list?: { rotation?: number }[];
}

/** The streams of a source and the properties of its container; `seconds` is 0 if unknown. */
export interface Streams {
  format: string;
  seconds: number;
  streams: Stream[];
}

const FIELDS = [
  "index,codec_type,codec_name,codec_tag_string,width,height,sample_aspect_ratio,r_frame_rate,avg_frame_rate",
  "field_order,color_transfer,color_space,color_primaries,channels,duration",
].join(",");
const DISPOSITION = "stream_disposition=attached_pic,default,forced,hearing_impaired";
const TAGS = "stream_tags=DURATION,language,enc_key_id";
const ENTRIES = `format=format_name,duration:stream=${FIELDS}:${DISPOSITION}:${TAGS}:stream_side_data=rotation`;
/** Long enough for every field of a stream to be known. */
const SAMPLE_SECONDS = 5;

/** Reads the streams of an untrusted source. Rejects like `runMedia` if the file is not a video. */
export async function readStreams(
  tools: MediaTools,
  path: string,
  signal: AbortSignal | undefined,
): Promise<Streams> {
  const error = await probeFile(tools, path, signal).catch((cause: unknown) => cause);
  if (!(error instanceof Error)) return error as Streams;
  // ffprobe rejects the whole file when it may not open the decoder of one of its streams.
  const complaint = String(error.cause);
  if (!complaint.includes("Could not open codec for input stream")) throw error;
  return overlay(tools, path, readSurvey(complaint), signal);
}

async function probeFile(tools: MediaTools, path: string, signal: AbortSignal | undefined): Promise<Streams> {
  const args = [
    ["-v", "info", "-hide_banner", ...UNTRUSTED_PROBE],
    ["-of", "json", "-show_entries", ENTRIES, "-i", `file:${path}`],
  ].flat();
  const options = { reads: [path], writes: [], wallSeconds: 60, ...(signal && { signal }) };
  const text = await runMedia(tools, "ffprobe", args, options);
  const { format, streams = [] } = JSON.parse(text) as {
    format?: { format_name?: string; duration?: string };
    streams?: Stream[];
  };
  return { format: format?.format_name ?? "", seconds: Number(format?.duration ?? 0) || 0, streams };
}

/**
 * Parses the human-readable list of streams that ffprobe prints before it opens a decoder. Reads only codec names,
 * languages and flags.
 */
export function readSurvey(text: string): Streams {
  const streams: Stream[] = [];
  for (const textLine of text.split("\n")) {
    const found =
      /^ *Stream #0:(\d+)(?:\[\w+\])?(?:\((\w+)\))?: (Video|Audio|Subtitle|Data|Attachment): (\w+)(.*)$/.exec(
        textLine,
      );
    if (found) {
      const [, index, language, kind = "", codec = "", rest = ""] = found;
      const tag = /\((\w{4}) \/ 0x/.exec(rest)?.[1];
      streams.push({
        index: Number(index),
        codec_type: kind.toLowerCase(),
        codec_name: codec,
        ...(tag && { codec_tag_string: tag }),
        disposition: {
          default: Number(rest.includes("(default)")),
          attached_pic: Number(rest.includes("(attached pic)")),
          forced: Number(rest.includes("(forced)")),
          hearing_impaired: Number(rest.includes("(hearing impaired)")),
        },
        tags: language ? { language } : {},
      });
    }
    const rotation = /displaymatrix: rotation of (-?[\d.]+) degrees/.exec(textLine);
    const last = streams.at(-1);
    if (rotation && last) last.side_data_list = [{ rotation: Number(rotation[1]) }];
  }
  const [, hours, minutes, rest] = /Duration: (\d+):(\d\d):([\d.]+)/.exec(text) ?? [];
  const seconds = Number(hours ?? 0) * 3600 + Number(minutes ?? 0) * 60 + Number(rest ?? 0);
  return { format: /^Input #0, (.+), from /m.exec(text)?.[1] ?? "", seconds, streams };
}

/**
 * Adds the details that only ffprobe knows. Copies a sample of the decodable streams, without decoding, to a file
 * that contains nothing else.
 */
async function overlay(
  tools: MediaTools,
  path: string,
  survey: Streams,
  signal: AbortSignal | undefined,
): Promise<Streams> {
  const wanted = survey.streams.filter(
    ({ codec_type, codec_name }) =>
      (codec_type === "video" || codec_type === "audio") && isDecodable(codec_name ?? ""),
  );
  if (wanted.length === 0) return survey;
  const folder = await mkdtemp(join(tmpdir(), "cliffhanger-probe-"));
  try {
    const sample = join(folder, "sample.mkv");
    const args = [
      ["-v", "error", "-nostdin", ...UNTRUSTED_INPUT, "-i", `file:${path}`],
      wanted.flatMap(({ index }) => ["-map", `0:${index}`]),
      ["-c", "copy", "-t", String(SAMPLE_SECONDS), "-y", sample],
    ].flat();
    const options = { reads: [path], writes: [folder], wallSeconds: 60, ...(signal && { signal }) };
    await runMedia(tools, "ffmpeg", args, options);
    const { streams } = await probeFile(tools, sample, signal);
    const details = new Map(wanted.map(({ index }, place) => [index, streams[place]]));
    return {
      ...survey,
      streams: survey.streams.map((stream) => {
        const { duration: _, tags: __, ...detail } = details.get(stream.index) ?? { index: 0 };
        return { ...detail, ...stream };
      }),
    };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
