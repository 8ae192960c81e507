import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ffmpeg, makeVideo, tools } from "#test/media-sources";
import { naturalRate, probe } from "./probe.ts";

let root: string;
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), "cliffhanger-probe-"));
});
afterAll(() => rm(root, { recursive: true, force: true }));
const at = (name: string) => join(root, name);

async function probed(name: string) {
  return probe(await tools(), at(name));
}

describe("probing a source", () => {
  it("reads size, frame rate, duration and audio", async () => {
    makeVideo(at("plain.mp4"), { size: "180x320", rate: "30000/1001", seconds: 2 });
    const found = await probed("plain.mp4");
    expect(found).toMatchObject({
      width: 180,
      height: 320,
      rate: "30000/1001",
      videoCodec: "h264",
      interlaced: false,
      hdr: false,
    });
    expect(found.audio?.channels).toBe(1);
    expect(found.duration).toBeCloseTo(2, 0);
  });

  it("applies the rotation of the file", async () => {
    makeVideo(at("lying.mp4"), { size: "320x180", seconds: 1 });
    ffmpeg(["-i", at("lying.mp4"), "-c", "copy", "-metadata:s:v", "rotate=90", at("turned.mp4")]);
    expect(await probed("turned.mp4")).toMatchObject({ width: 180, height: 320 });
  });

  it("applies the pixel aspect ratio", async () => {
    makeVideo(at("wide.mp4"), {
      size: "320x240",
      seconds: 1,
      options: ["-vf", "setsar=4/3", "-c:v", "libx264", "-preset", "ultrafast"],
    });
    expect(await probed("wide.mp4")).toMatchObject({ width: 427, height: 240 });
  });

  it("detects interlaced and HDR video", async () => {
    makeVideo(at("fields.mpg"), {
      size: "352x288",
      seconds: 1,
      options: ["-c:v", "mpeg2video", "-flags", "+ildct+ilme", "-top", "1", "-c:a", "mp2"],
    });
    expect((await probed("fields.mpg")).interlaced).toBe(true);
    makeVideo(at("hdr.mp4"), {
      seconds: 1,
      options: [
        "-c:v",
        "libx264",
        "-preset",
        "ultrafast",
        "-color_trc",
        "arib-std-b67",
        "-colorspace",
        "bt2020nc",
        "-color_primaries",
        "bt2020",
      ],
    });
    expect(await probed("hdr.mp4")).toMatchObject({ hdr: true, matrix: "auto" });
  });

  it("detects a silent file, and reads WebM", async () => {
    makeVideo(at("silent.webm"), {
      seconds: 1,
      tone: null,
      options: ["-c:v", "libvpx-vp9", "-deadline", "realtime", "-cpu-used", "8"],
    });
    expect(await probed("silent.webm")).toMatchObject({ audio: null, videoCodec: "vp9" });
  });

  it("chooses the frame rate: the file's own, the nearest standard rate for a variable one, at most 60", () => {
    expect(naturalRate("25/1", "25/1")).toBe("25");
    expect(naturalRate("24000/1001", "24000/1001")).toBe("24000/1001");
    expect(naturalRate("90000/1", "1798/60")).toBe("30000/1001");
    expect(naturalRate("120/1", "120/1")).toBe("60");
    expect(naturalRate("240000/1001", "240000/1001")).toBe("60000/1001");
    expect(naturalRate("0/0", "0/0")).toBe("25");
  });
});

describe("an unsuitable file", () => {
  it("is refused when it is a playlist that refers to another file, whatever its extension", async () => {
    makeVideo(at("secret.mp4"), { seconds: 1 });
    const playlist = `#EXTM3U\n#EXT-X-TARGETDURATION:1\n#EXTINF:1,\n${at("secret.mp4")}\n#EXT-X-ENDLIST\n`;
    const concat = `ffconcat version 1.0\nfile ${at("secret.mp4")}\n`;
    await writeFile(at("steal.mp4"), playlist);
    await writeFile(at("concat.mp4"), concat);
    await expect(probed("steal.mp4")).rejects.toThrow("steal.mp4 is not a video that we can read.");
    await expect(probed("concat.mp4")).rejects.toThrow("concat.mp4 is not a video that we can read.");
  });

  it("is described when it is empty, text, audio only, a still picture or audio with a cover", async () => {
    await writeFile(at("empty.mp4"), "");
    await writeFile(at("text.mp4"), "hello");
    ffmpeg(["-f", "lavfi", "-i", "sine", "-t", "1", "-c:a", "aac", at("sound.mp4")]);
    ffmpeg(["-f", "lavfi", "-i", "testsrc2=size=64x64", "-frames:v", "1", at("still.png")]);
    ffmpeg([
      "-i",
      at("sound.mp4"),
      "-i",
      at("still.png"),
      "-map",
      "0",
      "-map",
      "1",
      "-c",
      "copy",
      "-disposition:v",
      "attached_pic",
      at("cover.m4a"),
    ]);
    await expect(probed("empty.mp4")).rejects.toThrow("empty.mp4 is an empty file.");
    await expect(probed("text.mp4")).rejects.toThrow("text.mp4 is not a video that we can read.");
    await expect(probed("sound.mp4")).rejects.toThrow("sound.mp4 holds no picture.");
    await expect(probed("still.png")).rejects.toThrow("still.png is not a video that we can read.");
    await expect(probed("cover.m4a")).rejects.toThrow("cover.m4a holds no picture.");
  });

  it("is refused with the name of its codec if that is not allowed", async () => {
    makeVideo(at("motion.avi"), { seconds: 1, options: ["-c:v", "mjpeg", "-strict", "unofficial"] });
    await expect(probed("motion.avi")).rejects.toThrow(
      "motion.avi holds pictures in mjpeg, which we do not read.",
    );
    makeVideo(at("magic.avi"), { seconds: 1, options: ["-c:v", "magicyuv", "-pix_fmt", "yuv420p"] });
    await expect(probed("magic.avi")).rejects.toThrow("magic.avi holds pictures in magicyuv");
  });

  it("is refused when its pictures are larger than any screen", async () => {
    ffmpeg([
      "-f",
      "lavfi",
      "-i",
      "color=size=6000x6000:rate=1",
      "-t",
      "1",
      "-c:v",
      "libx264",
      "-preset",
      "ultrafast",
      at("bomb.mp4"),
    ]);
    await expect(probed("bomb.mp4")).rejects.toThrow(/bomb\.mp4/);
  });
});
