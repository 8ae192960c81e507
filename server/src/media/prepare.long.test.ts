import { appendFile, cp, mkdtemp, readdir, readFile, rm, stat, truncate, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { complaintsOfDecoder, ffmpeg, makeVideo, type SourceShape, tools } from "#test/media-sources";
import { timeLimit } from "../../../tools/time-limit.ts";
import { checkAsset } from "./check.ts";
import type { EncodeProgress } from "./encode.ts";
import { fromFolder, withFrame } from "./frames.ts";
import { makeImage } from "./images.ts";
import { ASSET_FILE, IMAGE_FILE } from "./names.ts";
import { parseSegments } from "./playlists.ts";
import { prepareAsset } from "./prepare.ts";

vi.setConfig({ testTimeout: timeLimit(120) });

let root: string;
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), "cliffhanger-prepare-"));
});
afterAll(() => rm(root, { recursive: true, force: true }));
const at = (name: string) => join(root, name);

async function prepared(name: string, shape?: SourceShape) {
  const source = at(name);
  if (shape) makeVideo(source, shape);
  const folder = `${source}.asset`;
  const reports: EncodeProgress[] = [];
  const asset = await prepareAsset(await tools(), {
    source,
    folder,
    profile: "standard",
    onProgress: (report) => reports.push(report),
  });
  return { folder, reports, ...asset };
}

const errors = async (folder: string) =>
  (await checkAsset(folder)).filter((finding) => finding.severity === "error");

describe("a prepared video", () => {
  it("plays to the end in every rendition without errors, and follows the authoring rules", async () => {
    const { folder, renditions, duration, reports } = await prepared("vertical.mp4", {
      size: "400x712",
      rate: "30",
      seconds: 5,
    });
    expect(renditions.map((each) => `${each.width}x${each.height}`)).toEqual([
      "400x712",
      "360x640",
      "234x416",
    ]);
    expect(duration).toBeCloseTo(5, 1);
    expect(complaintsOfDecoder(join(folder, "index.m3u8"))).toBe("");
    expect(await errors(folder)).toEqual([]);
    expect((await readdir(folder)).filter((file) => !ASSET_FILE.test(file))).toEqual([]);
    expect(reports.at(-1)).toMatchObject({ percent: 100, secondsLeft: 0 });
  });

  it.each(["standard", "demo"] as const)(
    "plays at 192 kbit/s in its lowest rendition, even noise at 60 frames per second: %s",
    async (profile) => {
      const noise = "nullsrc=s=480x270:r=60,geq=lum='random(1)*255':cb='random(2)*255':cr='random(3)*255'";
      const source = at(`noise-${profile}.mp4`);
      ffmpeg([
        ...["-f", "lavfi", "-i", noise, "-f", "lavfi", "-i", "anoisesrc", "-t", "4.2", "-pix_fmt", "yuv420p"],
        ...["-c:v", "libx264", "-preset", "ultrafast", "-c:a", "aac", source],
      ]);
      const { renditions } = await prepareAsset(await tools(), {
        source,
        folder: `${source}.asset`,
        profile,
      });
      expect(renditions.at(-1)?.averageBandwidth).toBeLessThanOrEqual(192_000);
      expect(renditions.at(-1)?.bandwidth).toBeLessThanOrEqual(192_000);
    },
    timeLimit(60),
  );

  it("starts with short segments for an early first frame", async () => {
    const { folder, renditions } = await prepared("rhythm.mp4", { rate: "30000/1001", seconds: 5 });
    const segments = parseSegments(await readFile(join(folder, `v${renditions[0]?.label}.m3u8`), "utf8"));
    expect(segments.map((segment) => Math.round(segment.duration))).toEqual([1, 1, 2, 1]);
  });

  it("has audio in every segment, even if the source is silent, mono, late or too short", async () => {
    makeVideo(at("tone.mp4"), { seconds: 1 });
    makeVideo(at("mute.mp4"), { seconds: 3, tone: null });
    ffmpeg([
      "-i",
      at("mute.mp4"),
      "-itsoffset",
      "1",
      "-i",
      at("tone.mp4"),
      "-map",
      "0:v",
      "-map",
      "1:a",
      "-c",
      "copy",
      at("late.mp4"),
    ]);
    for (const name of ["mute.mp4", "late.mp4", "tone.mp4"]) {
      const { folder, renditions } = await prepared(name);
      expect(renditions[0]?.codecs).toContain("mp4a.40.2");
      expect(await errors(folder)).toEqual([]);
    }
  });

  it("accepts unusual sizes, old codecs, interlaced video and HDR", async () => {
    const sources: Record<string, SourceShape> = {
      "odd.mkv": { size: "181x321", options: ["-c:v", "mpeg4", "-c:a", "libmp3lame"] },
      "fields.mpg": {
        size: "352x288",
        options: ["-c:v", "mpeg2video", "-flags", "+ildct+ilme", "-top", "1", "-c:a", "ac3"],
      },
      "hdr.mp4": {
        seconds: 1,
        options: [
          "-c:v",
          "libx264",
          "-preset",
          "ultrafast",
          "-color_trc",
          "smpte2084",
          "-colorspace",
          "bt2020nc",
          "-color_primaries",
          "bt2020",
        ],
      },
    };
    for (const [name, shape] of Object.entries(sources)) {
      const { folder } = await prepared(name, { seconds: 2, ...shape });
      expect(await errors(folder), name).toEqual([]);
      expect(complaintsOfDecoder(join(folder, "index.m3u8")), name).toBe("");
    }
  });

  it("ignores cover pictures and subtitles in the source", async () => {
    makeVideo(at("bare.mp4"), { seconds: 1 });
    await writeFile(at("lines.srt"), "1\n00:00:00,100 --> 00:00:00,900\nHello\n");
    ffmpeg(["-f", "lavfi", "-i", "testsrc2=size=64x64", "-frames:v", "1", at("cover.png")]);
    const inputs = [
      "-i",
      at("bare.mp4"),
      "-i",
      at("lines.srt"),
      "-i",
      at("cover.png"),
      "-map",
      "2:v",
      "-map",
      "0",
      "-map",
      "1",
    ];
    ffmpeg([
      ...inputs,
      "-c",
      "copy",
      "-c:s",
      "mov_text",
      "-disposition:v:0",
      "attached_pic",
      at("covered.mp4"),
    ]);
    const { folder, width } = await prepared("covered.mp4");
    expect(width).toBe(180);
    expect(await errors(folder)).toEqual([]);
  });

  it("is not made from a truncated file, and the reason is a sentence", async () => {
    makeVideo(at("cut.mp4"), { seconds: 3 });
    await truncate(at("cut.mp4"), 20_000);
    await expect(prepared("cut.mp4")).rejects.toThrow(
      "cut.mp4 is cut off: its index (the moov box) is missing.",
    );
  });

  it("is not made from half a video: the missing part is reported in seconds", async () => {
    makeVideo(at("half.mkv"), { seconds: 6 });
    await truncate(at("half.mkv"), Math.floor((await stat(at("half.mkv"))).size / 2));
    await expect(prepared("half.mkv")).rejects.toThrow(
      /^half\.mkv breaks off after [23]\.\d of 6\.\d seconds/,
    );
  });

  it("stops at once when it is cancelled", async () => {
    makeVideo(at("long.mp4"), { size: "540x960", seconds: 8 });
    const cancelled = new AbortController();
    const running = prepareAsset(await tools(), {
      source: at("long.mp4"),
      folder: at("long.asset"),
      profile: "standard",
      signal: cancelled.signal,
      onProgress: () => cancelled.abort(new Error("called off")),
    });
    await expect(running).rejects.toThrow("called off");
  });

  it("gives pictures for poster and thumbnail, named by content, never enlarged, with a small placeholder", async () => {
    const { folder, duration, renditions } = await prepared("art.mp4", { size: "400x712", seconds: 2 });
    const asset = { read: fromFolder(folder), duration, label: renditions[0]?.label ?? 0 };
    const made = await withFrame(await tools(), asset, async (frame) => {
      const [poster, thumbnail] = [
        await makeImage(frame, "poster", root),
        await makeImage(frame, "thumbnail", root),
      ];
      return { poster, thumbnail, again: await makeImage(frame, "poster", root) };
    });
    expect(made.poster).toMatchObject({ width: 360, height: 540 });
    expect(made.thumbnail.srcset.map((each) => each.width)).toEqual([120, 240, 360]);
    expect(made.again).toEqual(made.poster);
    const kinds = { WEBP: made.poster.srcset, avif: made.poster.avif ?? [] };
    for (const [kind, list] of Object.entries(kinds)) {
      expect(list.map((each) => each.width)).toEqual([180, 360]);
      for (const { url } of list) {
        const file = url.replace("/media/images/", "");
        expect(file).toMatch(IMAGE_FILE);
        expect((await readFile(at(file))).toString("latin1", 8, 12)).toBe(kind);
      }
    }
    expect(made.poster.placeholder).toMatch(/^data:image\/webp/);
    expect(made.poster.placeholder.length).toBeLessThanOrEqual(200);
    await writeFile(at("poster.jpg"), "no picture");
    await expect(makeImage(at("poster.jpg"), "poster", root)).rejects.toThrow(/poster\.jpg is not a picture/);
    await writeFile(at("poster.svg"), '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>');
    await expect(makeImage(at("poster.svg"), "poster", root)).rejects.toThrow(/save it as JPEG/);
  });
});

describe("the check before publishing", () => {
  const faults: [string, string, (folder: string) => Promise<void>][] = [
    [
      "a bandwidth that is not the measured one",
      "1.27",
      (folder) => edit(folder, "index.m3u8", /:BANDWIDTH=(\d+)/, ":BANDWIDTH=9$1"),
    ],
    [
      "codecs that are not the file's",
      "9.1",
      (folder) => edit(folder, "index.m3u8", /avc1\.\w+/, "avc1.64002a"),
    ],
    [
      "a size that is not the file's",
      "9.2",
      (folder) => edit(folder, "index.m3u8", /RESOLUTION=\d+/, "RESOLUTION=99"),
    ],
    [
      "missing EXT-X-INDEPENDENT-SEGMENTS",
      "9.11",
      (folder) => edit(folder, "index.m3u8", "#EXT-X-INDEPENDENT-SEGMENTS\n", ""),
    ],
    [
      "a frame rate that is not said",
      "9.15",
      (folder) => edit(folder, "index.m3u8", /,FRAME-RATE=[\d.]+/, ""),
    ],
    [
      "a target duration below a segment",
      "7.7",
      (folder) => edit(folder, "v360.m3u8", "TARGETDURATION:2", "TARGETDURATION:1"),
    ],
    [
      "a playlist that could still grow",
      "8.6",
      (folder) => edit(folder, "v360.m3u8", "#EXT-X-ENDLIST\n", ""),
    ],
    [
      "a segment length that is not true",
      "files",
      (folder) => edit(folder, "v360.m3u8", "#EXTINF:1.", "#EXTINF:0."),
    ],
    [
      "renditions that are cut elsewhere",
      "8.22",
      (folder) => edit(folder, "v360.m3u8", /#EXTINF:1.*\nv360-00001.m4s\n/, ""),
    ],
    ["a segment that is not there", "files", (folder) => rm(join(folder, "v234-00001.m4s"))],
    ["a segment that is cut short", "files", (folder) => truncate(join(folder, "v234-00001.m4s"), 3_000)],
    [
      "a segment that begins without a key frame",
      "7.4",
      (folder) => hideKeyFrame(join(folder, "v234-00001.m4s")),
    ],
    [
      "a missing I-frame playlist",
      "6.1",
      (folder) => edit(folder, "index.m3u8", /#EXT-X-I-FRAME-STREAM-INF.*\n/, ""),
    ],
    [
      "an I-frame playlist that does not say so",
      "6.1",
      (folder) => edit(folder, "iframes.m3u8", "#EXT-X-I-FRAMES-ONLY\n", ""),
    ],
    [
      "an I-frame that is not alone in its file",
      "6.10",
      async (folder) =>
        appendFile(join(folder, "iframes-00001.m4s"), await readFile(join(folder, "iframes-00002.m4s"))),
    ],
    [
      "seconds without an I-frame",
      "6.2",
      (folder) => edit(folder, "iframes.m3u8", /#EXTINF:1\.0+,\niframes-00001.m4s\n#EXTINF:1/, "#EXTINF:2"),
    ],
    [
      "a rate of the I-frames that is not the measured one",
      "1.27",
      (folder) => edit(folder, "index.m3u8", /(I-FRAME-STREAM-INF:BANDWIDTH=)/, "$19"),
    ],
    ["a file of another name", "names", (folder) => writeFile(join(folder, "index.html"), "")],
    [
      "a name that leaves the folder",
      "names",
      (folder) => edit(folder, "index.m3u8", "v360.m3u8", "../v360.m3u8"),
    ],
  ];
  let sound: string;
  beforeAll(async () => {
    sound = (await prepared("sound.mp4", { size: "360x640", seconds: 4 })).folder;
  });

  it.each(faults)("finds %s", async (name, rule, plant) => {
    const folder = at(`planted ${name}`);
    await cp(sound, folder, { recursive: true });
    await plant(folder);
    expect((await errors(folder)).map((finding) => finding.rule)).toContain(rule);
  });

  it("names the rules that are broken on purpose, and reports no other errors", async () => {
    const findings = await checkAsset(sound);
    expect(findings.filter((finding) => finding.severity === "error")).toEqual([]);
    expect(
      new Set(findings.filter((finding) => finding.severity === "accepted").map((finding) => finding.rule)),
    ).toEqual(new Set(["7.5", "9.5"]));
  });
});

async function edit(folder: string, file: string, from: string | RegExp, to: string): Promise<void> {
  const path = join(folder, file);
  const text = await readFile(path, "utf8");
  const edited = text.replace(from, to);
  expect(edited).not.toBe(text);
  await writeFile(path, edited);
}

/** Turns the IDR slices of a segment into non-IDR slices. */
async function hideKeyFrame(path: string): Promise<void> {
  const data = await readFile(path);
  const start = data.indexOf("mdat") + 4;
  for (let at = start; at + 5 < data.length; at += 4 + data.readUInt32BE(at)) {
    const type = data.readUInt8(at + 4) & 0x1f;
    if (type === 5) data.writeUInt8((data.readUInt8(at + 4) & 0xe0) | 1, at + 4);
    if (type === 1) break;
  }
  await writeFile(path, data);
}
