import { cp, mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { type MediaTools, OWN_INPUT, runMedia } from "../../server/src/media/confine.ts";
import { encode, type SegmentSchedule } from "../../server/src/media/encode.ts";
import { ladder } from "../../server/src/media/ladder.ts";
import { MULTIVARIANT, renditionFiles } from "../../server/src/media/names.ts";
import {
  mediaPlaylist,
  multivariantPlaylist,
  parseSegments,
  type Rendition,
  writePlaylists,
} from "../../server/src/media/playlists.ts";
import { probe } from "../../server/src/media/probe.ts";

/** A packaging of the same pictures. `first` is the rendition listed first. */
export interface Variant {
  name: string;
  folder: string;
  player: "light" | "full";
  first: number;
  files: number;
}

/** A measured encode: wall seconds and the bytes of all renditions. */
export interface Encoded {
  folder: string;
  renditions: Rendition[];
  seconds: number;
}

/** Encodes with the product's encoder; only the key frame interval differs. */
export async function encodeOnce(
  tools: MediaTools,
  source: string,
  folder: string,
  schedule: SegmentSchedule,
): Promise<Encoded> {
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  const found = await probe(tools, source);
  const specs = ladder(found, "standard");
  const began = performance.now();
  await encode(tools, { source, name: "source.mp4", folder, probe: found, specs, schedule });
  const seconds = (performance.now() - began) / 1000;
  return { folder, renditions: (await writePlaylists(folder, specs, found.fps)).renditions, seconds };
}

/** Joins adjacent segments until each starts at one of `starts` (seconds); fragments may share a file. */
export async function regroup(
  base: Encoded,
  folder: string,
  begins: (second: number) => boolean,
): Promise<number> {
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder);
  let files = 0;
  for (const rendition of base.renditions) {
    const names = renditionFiles(rendition.label);
    await cp(join(base.folder, names.init), join(folder, names.init));
    const groups: { file: string; duration: number; parts: Buffer[] }[] = [];
    let at = 0;
    for (const segment of parseSegments(await readFile(join(base.folder, names.playlist), "utf8"))) {
      const data = await readFile(join(base.folder, segment.file));
      const group = groups.at(-1);
      if (!group || begins(Math.round(at)))
        groups.push({ file: segment.file, duration: segment.duration, parts: [data] });
      else {
        group.duration += segment.duration;
        group.parts.push(data);
      }
      at += segment.duration;
    }
    await Promise.all(groups.map((group) => writeFile(join(folder, group.file), Buffer.concat(group.parts))));
    await writeFile(join(folder, names.playlist), mediaPlaylist(names.init, groups));
    files = groups.length;
  }
  return files;
}

/** Writes the multivariant playlist with the rendition `first` first. */
export async function listFirst(base: Encoded, folder: string, first: number): Promise<void> {
  const text = multivariantPlaylist(base.renditions);
  const [head = "", ...entries] = text.split(/(?=#EXT-X-STREAM-INF)/);
  const chosen = entries.filter((entry) => entry.includes(`v${first}.m3u8`));
  await writeFile(
    join(folder, MULTIVARIANT),
    [head, ...chosen, ...entries.filter((entry) => !chosen.includes(entry))].join(""),
  );
}

/** Packages the same segments with the sound in a separate rendition. */
export async function separateSound(
  tools: MediaTools,
  base: Encoded,
  folder: string,
  from: string,
): Promise<number> {
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder);
  const repackage = (input: string, stream: string, seconds: number, name: string) =>
    runMedia(
      tools,
      "ffmpeg",
      [
        ...["-v", "error", "-nostdin", "-y", ...OWN_INPUT, "-i", `file:${join(from, input)}`],
        ...["-map", stream, "-c", "copy", "-f", "hls", "-hls_time", String(seconds), "-hls_list_size", "0"],
        ...[
          "-hls_playlist_type",
          "vod",
          "-hls_segment_type",
          "fmp4",
          "-hls_fmp4_init_filename",
          `${name}-init.mp4`,
        ],
        ...["-hls_segment_filename", join(folder, `${name}-%05d.m4s`), join(folder, `${name}.m3u8`)],
      ],
      { reads: [], writes: [from, folder], wallSeconds: 60 },
    );
  for (const rendition of base.renditions) {
    const { playlist } = renditionFiles(rendition.label);
    await repackage(playlist, "0:v:0", 0.5, playlist.replace(".m3u8", ""));
  }
  await repackage(renditionFiles(base.renditions[0]?.label ?? 0).playlist, "0:a:0", 2, "sound");
  await listFirst(base, folder, 540);
  const path = join(folder, MULTIVARIANT);
  const text = (await readFile(path, "utf8")).replaceAll(/(#EXT-X-STREAM-INF:.*)/g, '$1,AUDIO="sound"');
  const media =
    '#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="sound",NAME="sound",DEFAULT=YES,AUTOSELECT=YES,URI="sound.m3u8"';
  await writeFile(path, text.replace("#EXT-X-INDEPENDENT-SEGMENTS", `#EXT-X-INDEPENDENT-SEGMENTS\n${media}`));
  return parseSegments(await readFile(join(folder, "v540.m3u8"), "utf8")).length;
}
