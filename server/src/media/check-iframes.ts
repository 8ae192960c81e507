import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { readRuns, readTracks } from "./boxes.ts";
import type { Finding } from "./finding.ts";
import { ASSET_FILE } from "./names.ts";
import { parseSegments, parseStreams, rates, type Stream } from "./playlists.ts";

const TOLERANCE = 0.1;
const SHAPE_TOLERANCE = 0.015;
/** The encoder makes one frame per second; the last frame may last a little longer. */
const MAX_FRAME_SECONDS = 1.6;

/**
 * Checks the I-frame playlists for trick play: at least one exists, frames are dense enough, and each segment is one
 * complete key frame.
 */
export async function checkIFrames(folder: string, multivariant: string): Promise<Finding[]> {
  const streams = parseStreams(multivariant, "iframes");
  if (streams.length === 0) return [error("6.1", "no I-frame playlist")];
  const found: Finding[] = [];
  for (const stream of streams) {
    if (!ASSET_FILE.test(stream.uri)) {
      found.push(error("names", `the multivariant playlist names ${stream.uri}`));
      continue;
    }
    try {
      const playlist = await readFile(join(folder, stream.uri), "utf8");
      found.push(...checkShape(stream, multivariant), ...(await checkFrames(folder, stream, playlist)));
    } catch (fault) {
      const reason = fault instanceof RangeError ? fault.message : "it, or a file that it names, is missing";
      found.push(error("files", `${stream.uri}: ${reason}`));
    }
  }
  return found;
}

function checkShape({ uri, attributes }: Stream, multivariant: string): Finding[] {
  const shapes = [attributes, ...parseStreams(multivariant).map((each) => each.attributes)].map((each) => {
    const [width = 0, height = 1] = (each.get("RESOLUTION") ?? "").split("x").map(Number);
    return width / height;
  });
  const [own = 0, first = own] = shapes;
  return Math.abs(own / first - 1) > SHAPE_TOLERANCE
    ? [error("1.33", `${uri} has another aspect ratio than the other streams`)]
    : [];
}

async function checkFrames(
  folder: string,
  { uri, attributes }: Stream,
  playlist: string,
): Promise<Finding[]> {
  const found: Finding[] = [];
  if (!playlist.includes("#EXT-X-I-FRAMES-ONLY")) found.push(error("6.1", `${uri}: no EXT-X-I-FRAMES-ONLY`));
  if (!playlist.includes("#EXT-X-ENDLIST")) found.push(error("8.6", `${uri}: no EXT-X-ENDLIST`));
  const init = /#EXT-X-MAP:URI="([^"]*)"/.exec(playlist)?.[1] ?? "";
  const [track, ...others] = readTracks(await readFile(join(folder, init)));
  if (track?.kind !== "video" || others.length > 0)
    return [...found, error("6.1", `${uri} holds more or less than a picture`)];
  const segments = await Promise.all(
    parseSegments(playlist).map(async (segment) => {
      const data = await readFile(join(folder, segment.file));
      const [run] = readRuns(data, [track]);
      if (!run?.opensWithIdr || run.samples !== 1)
        found.push(error("6.10", `${segment.file} is not one key frame with its moof`));
      if (segment.duration > MAX_FRAME_SECONDS)
        found.push(error("6.2", `${segment.file} stands for ${segment.duration.toFixed(2)} s`));
      return { ...segment, bytes: data.length };
    }),
  );
  const measured = rates(segments);
  const declared = { bandwidth: "BANDWIDTH", averageBandwidth: "AVERAGE-BANDWIDTH" } as const;
  for (const [key, name] of Object.entries(declared) as [keyof typeof declared, string][]) {
    if (Math.abs(Number(attributes.get(name)) - measured[key]) > measured[key] * TOLERANCE)
      found.push(error("1.27", `${uri}: ${name} ${attributes.get(name)}, measured ${measured[key]}`));
  }
  if (attributes.get("CODECS") !== track.codec)
    found.push(error("9.1", `${uri}: CODECS says ${attributes.get("CODECS")}, the file ${track.codec}`));
  if (attributes.get("RESOLUTION") !== `${track.width}x${track.height}`)
    found.push(error("9.2", `${uri}: RESOLUTION is not that of the file`));
  return found;
}

function error(rule: string, message: string): Finding {
  return { rule, severity: "error", message };
}
