import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { complaintsOfDecoder, ffmpeg, makeVideo, type SourceShape, tools } from "#test/media-sources";
import { checkAsset } from "./check.ts";
import { prepareAsset } from "./prepare.ts";

let root: string;
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), "cliffhanger-footage-"));
});
afterAll(() => rm(root, { recursive: true, force: true }));
const at = (name: string) => join(root, name);

async function prepared(name: string) {
  const folder = at(`${name}.asset`);
  return { folder, ...(await prepareAsset(await tools(), { source: at(name), folder, profile: "demo" })) };
}

const x264 = ["-c:v", "libx264", "-preset", "ultrafast"];

describe("real-world footage", () => {
  const footage: [string, SourceShape, { width: number; height: number; frameRate: number }][] = [
    ["24.mp4", { rate: "24" }, { width: 180, height: 320, frameRate: 24 }],
    ["25.m4v", { rate: "25" }, { width: 180, height: 320, frameRate: 25 }],
    ["film.mkv", { rate: "24000/1001" }, { width: 180, height: 320, frameRate: 23.976 }],
    ["ntsc.mov", { rate: "30000/1001" }, { width: 180, height: 320, frameRate: 29.97 }],
    ["60.mp4", { rate: "60" }, { width: 180, height: 320, frameRate: 60 }],
    ["landscape.mp4", { size: "320x180" }, { width: 320, height: 180, frameRate: 25 }],
    ["mute.mp4", { tone: null }, { width: 180, height: 320, frameRate: 25 }],
    ["stereo.mp4", { options: [...x264, "-ac", "2"] }, { width: 180, height: 320, frameRate: 25 }],
    [
      "hevc.mp4",
      {
        options: [
          "-c:v",
          "libx265",
          "-preset",
          "ultrafast",
          "-tag:v",
          "hvc1",
          "-x265-params",
          "log-level=none",
        ],
      },
      { width: 180, height: 320, frameRate: 25 },
    ],
    [
      "vp9.webm",
      { options: ["-c:v", "libvpx-vp9", "-deadline", "realtime", "-cpu-used", "8", "-c:a", "libopus"] },
      { width: 180, height: 320, frameRate: 25 },
    ],
    [
      "camera.mov",
      { options: ["-c:v", "prores_ks", "-profile:v", "0", "-pix_fmt", "yuv422p10le", "-c:a", "pcm_s24le"] },
      { width: 180, height: 320, frameRate: 25 },
    ],
  ];

  it.each(footage)("becomes an episode: %s", async (name, shape, { frameRate, ...size }) => {
    makeVideo(at(name), { seconds: 1.2, ...shape });
    const asset = await prepared(name);
    expect(asset).toMatchObject(size);
    expect(asset.renditions[0]).toMatchObject({ frameRate });
    expect(asset.renditions[0]?.codecs).toContain("mp4a.40.2");
    expect(Math.abs(asset.duration - 1.2)).toBeLessThan(0.1);
    expect((await checkAsset(asset.folder)).filter((finding) => finding.severity === "error")).toEqual([]);
    for (const playlist of ["index.m3u8", "iframes.m3u8"])
      expect(complaintsOfDecoder(join(asset.folder, playlist)), playlist).toBe("");
  });

  it("is upright if a phone stored it rotated", async () => {
    makeVideo(at("lying.mp4"), { size: "320x180", seconds: 1 });
    ffmpeg(["-i", at("lying.mp4"), "-c", "copy", "-metadata:s:v", "rotate=90", at("phone.mov")]);
    expect(await prepared("phone.mov")).toMatchObject({ width: 180, height: 320 });
  });

  it("keeps its timing when a phone dropped frames", async () => {
    makeVideo(at("varying.mp4"), {
      seconds: 4,
      options: ["-vf", "select='not(mod(n\\,3))+gt(t\\,2)'", "-vsync", "vfr", ...x264],
    });
    const { duration, folder } = await prepared("varying.mp4");
    expect(duration).toBeCloseTo(4, 0);
    expect((await checkAsset(folder)).filter((finding) => finding.severity === "error")).toEqual([]);
  });
});
