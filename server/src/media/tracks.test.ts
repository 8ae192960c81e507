import { mkdtemp, readFile, rm, stat, symlink, truncate, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { complaintsOfDecoder, ffmpeg, makeVideo, tools } from "#test/media-sources";
import { checkAsset } from "./check.ts";
import { lintFolder } from "./lint.ts";
import { prepareAsset } from "./prepare.ts";
import { probe } from "./probe.ts";

let root: string;
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), "cliffhanger-tracks-"));
  makeVideo(at("plain.mp4"), { seconds: 2 });
});
afterAll(() => rm(root, { recursive: true, force: true }));
const at = (name: string) => join(root, name);
const probed = async (name: string) => probe(await tools(), at(name));

async function prepared(name: string) {
  const folder = at(`${name}.asset`);
  const asset = await prepareAsset(await tools(), { source: at(name), folder, profile: "demo" });
  expect((await checkAsset(folder)).filter((finding) => finding.severity === "error")).toEqual([]);
  expect(complaintsOfDecoder(join(folder, "index.m3u8"))).toBe("");
  return asset;
}

const sines = (...tones: number[]) =>
  tones.flatMap((tone) => ["-f", "lavfi", "-i", `sine=frequency=${tone}`]);
const mkv = ["-map", "0:v", "-c:v", "copy", "-t", "2"];

describe("additional tracks", () => {
  it("are left out by name when their codec is not allowed, and the file is accepted", async () => {
    const sound = ["-map", "1", "-map", "2", "-c:a:0", "aac", "-c:a:1", "dca", "-strict", "-2"];
    ffmpeg(["-i", at("plain.mp4"), ...sines(440, 880), ...mkv, ...sound, at("dts.mkv")]);
    const found = await probed("dts.mkv");
    expect(found).toMatchObject({ videoCodec: "h264", width: 180, height: 320, rate: "25" });
    expect(found.audio).toMatchObject({ codec: "aac" });
    expect(found.duration).toBeCloseTo(2, 0);
    expect(found.leftOut).toEqual([
      "dts.mkv: sound track 2 (dts) is left out, because dts is not supported.",
    ]);
    expect((await prepared("dts.mkv")).duration).toBeCloseTo(2, 0);
  });

  it("T21: are never decoded when they are MagicYUV", async () => {
    const second = ["-f", "lavfi", "-i", "testsrc2=size=64x64:rate=5"];
    const codecs = ["-c:v:0", "copy", "-c:v:1", "magicyuv", "-pix_fmt:v:1", "yuv420p", "-c:a", "copy"];
    ffmpeg([
      "-i",
      at("plain.mp4"),
      ...second,
      "-map",
      "0",
      "-map",
      "1",
      "-t",
      "2",
      ...codecs,
      at("magic.mkv"),
    ]);
    const { videoCodec, leftOut } = await probed("magic.mkv");
    expect(videoCodec).toBe("h264");
    expect(leftOut).toEqual([
      "magic.mkv: video track 2 (magicyuv) is left out, because magicyuv is not supported.",
    ]);
  });

  it("do not keep the video from being rotated when their codec is not allowed", async () => {
    makeVideo(at("lying.mp4"), { size: "320x180", seconds: 1 });
    ffmpeg(["-i", at("lying.mp4"), "-c", "copy", "-metadata:s:v", "rotate=90", at("turned.mp4")]);
    const sound = [
      "-map",
      "0:v",
      "-map",
      "0:a",
      "-map",
      "1",
      "-c:v",
      "copy",
      "-c:a:0",
      "copy",
      "-c:a:1",
      "dca",
    ];
    ffmpeg(["-i", at("turned.mp4"), ...sines(440), ...sound, "-strict", "-2", "-t", "1", at("both.mov")]);
    expect(await probed("both.mov")).toMatchObject({ width: 180, height: 320 });
  });

  it("reject the file if it would otherwise lose all of its audio", async () => {
    const sound = ["-map", "1", "-c:a", "dca", "-strict", "-2"];
    ffmpeg(["-i", at("plain.mp4"), ...sines(440), ...mkv, ...sound, at("only.mkv")]);
    await expect(probed("only.mkv")).rejects.toThrow(
      "only.mkv has its sound in dts, which is not supported. Export it with AAC sound.",
    );
  });

  it("are chosen by the default flag if there are several for audio, and the others are named", async () => {
    const flags = ["-disposition:a:0", "0", "-disposition:a:1", "default"];
    const tags = ["-metadata:s:a:0", "language=spa", "-metadata:s:a:1", "language=eng"];
    const sound = ["-map", "1", "-map", "2", "-c:a", "aac", ...flags, ...tags];
    ffmpeg(["-i", at("plain.mp4"), ...sines(440, 880), ...mkv, ...sound, at("two.mkv")]);
    const found = await probed("two.mkv");
    expect(found.audio).toMatchObject({ stream: 2 });
    expect(found.leftOut).toEqual([
      "two.mkv: sound track 1 (aac, spa) is left out: an episode has one sound track, and track 2 is the default.",
    ]);
  });
});

describe("valid files that were once refused", () => {
  it("are measured when they declare no duration", async () => {
    const vp8 = ["-c:v", "libvpx", "-deadline", "realtime", "-cpu-used", "8", "-c:a", "libopus"];
    makeVideo(at("live.webm"), {
      size: "90x160",
      rate: "10",
      seconds: 2,
      options: [...vp8, "-f", "webm", "-live", "1"],
    });
    expect((await probed("live.webm")).duration).toBeCloseTo(2, 0);
    expect((await prepared("live.webm")).duration).toBeCloseTo(2, 0);
  });

  it("are complete in the dry run although their frames are stored out of order", async () => {
    const folder = await mkdtemp(join(root, "reordered-"));
    const reordered = ["-c:v", "libx264", "-preset", "medium", "-bf", "8", "-b_strategy", "0"];
    makeVideo(join(folder, "1.mp4"), { rate: "10", seconds: 1, options: reordered });
    makeVideo(join(folder, "2.mp4"), { rate: "10", seconds: 0.4, options: reordered });
    const { findings } = await lintFolder(await tools(), folder);
    expect(findings.filter(({ severity }) => severity === "error")).toEqual([]);
  });

  it("may start in the middle of a scene: the first frame is shown until the next one", async () => {
    // One key frame at the start, which is cut off, and one shortly before the end.
    const gop = ["-c:v", "libx264", "-preset", "ultrafast", "-g", "100", "-sc_threshold", "0", "-bf", "0"];
    makeVideo(at("full.ts"), { rate: "10", seconds: 10.2, options: [...gop, "-c:a", "aac"] });
    const whole = await readFile(at("full.ts"));
    await writeFile(at("mid.ts"), whole.subarray(188 * Math.floor((whole.length / 188) * 0.3)));
    const asset = await prepared("mid.ts");
    expect(asset.duration).toBeGreaterThan(6);
  });
});

describe("unusable files", () => {
  it("are reported as encrypted", async () => {
    const key = ["-encryption_key", "76a6c65c5ea762046bd749a2e632ccbb"];
    const scheme = [
      "-encryption_scheme",
      "cenc-aes-ctr",
      "-encryption_kid",
      "a7e61c373e219033c21091fa607bf3b8",
    ];
    ffmpeg(["-i", at("plain.mp4"), "-c", "copy", ...scheme, ...key, at("drm.mp4")]);
    await expect(probed("drm.mp4")).rejects.toThrow(
      "drm.mp4 is encrypted (DRM), so it cannot be read. Export it without copy protection.",
    );
    ffmpeg(["-i", at("plain.mp4"), "-c", "copy", at("clear.ts")]);
    const packets = await readFile(at("clear.ts"));
    for (let packet = 188 * 10; packet < packets.length; packet += 188)
      packets.writeUInt8(packets.readUInt8(packet + 3) | 0x80, packet + 3);
    await writeFile(at("scrambled.ts"), packets);
    await expect(probed("scrambled.ts")).rejects.toThrow("scrambled.ts is encrypted (DRM)");
  });

  it("are reported as truncated by name, in the dry run already", async () => {
    ffmpeg(["-i", at("plain.mp4"), "-c", "copy", "-movflags", "+faststart", at("head.mp4")]);
    await truncate(at("head.mp4"), Math.floor((await stat(at("head.mp4"))).size / 2));
    ffmpeg(["-i", at("plain.mp4"), "-c", "copy", at("tail.mp4")]);
    await truncate(at("tail.mp4"), 20_000);
    const folder = await mkdtemp(join(root, "series-"));
    await symlink(at("head.mp4"), join(folder, "1.mp4"));
    await symlink(at("tail.mp4"), join(folder, "2.mp4"));
    const { findings } = await lintFolder(await tools(), folder);
    const errors = findings.filter(({ severity }) => severity === "error").map(({ text }) => text);
    expect(errors).toEqual([
      expect.stringMatching(
        /^1\.mp4 breaks off after [01]\.\d of 2\.0 seconds\. Copy it again from where it came\.$/,
      ),
      "2.mp4 is cut off: its index (the moov box) is missing. Copy it again from where it came.",
    ]);
  });

  it("name an unknown codec by its four letters, and a container by its format", async () => {
    const bytes = await readFile(at("plain.mp4"));
    const entry = bytes.indexOf("avc1", bytes.indexOf("stsd"));
    bytes.write("zzq1", entry);
    await writeFile(at("odd.mp4"), bytes);
    await expect(probed("odd.mp4")).rejects.toThrow(
      "odd.mp4 holds pictures in an unknown codec (zzq1), which we do not read. Export it as H.264 in MP4.",
    );
    ffmpeg(["-i", at("plain.mp4"), "-c:v", "msmpeg4", "-c:a", "wmav2", "-f", "asf", at("windows.mp4")]);
    await expect(probed("windows.mp4")).rejects.toThrow(
      "windows.mp4 is in the asf format, which is not supported. Export it as H.264 in MP4.",
    );
  });

  it("are reported when they have no key frame", async () => {
    const whole = await readFile(at("full.ts"));
    await writeFile(
      at("keyless.ts"),
      whole.subarray(188 * Math.floor((whole.length / 188) * 0.3), -188 * 60),
    );
    const full = await readFile(at("keyless.ts"));
    await writeFile(at("keyless.ts"), full.subarray(0, 188 * Math.floor(full.length / 188 / 2)));
    await expect(probed("keyless.ts")).rejects.toThrow(
      "keyless.ts holds no key frame, so none of its pictures can be decoded. Export it again from its first frame.",
    );
  });
});
