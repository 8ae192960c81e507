import { access, mkdtemp, readdir, rm, truncate, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ffmpeg, makeVideo, tools } from "#test/media-sources";
import { prepareAsset } from "./prepare.ts";

let root: string;
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), "cliffhanger-sources-"));
});
afterAll(() => rm(root, { recursive: true, force: true }));
const at = (name: string) => join(root, name);

async function prepared(name: string) {
  const folder = at(`${name}.asset`);
  return { folder, ...(await prepareAsset(await tools(), { source: at(name), folder, profile: "demo" })) };
}

describe("a malicious or invalid file", () => {
  const refusal = (name: string) =>
    prepared(name).then(
      () => "taken in",
      (error: Error) => error.message,
    );

  it("T21: is not followed to another file when it is a playlist, whatever its name", async () => {
    makeVideo(at("secret.mp4"), { seconds: 1 });
    const lines = ["#EXTM3U", "#EXT-X-TARGETDURATION:1", "#EXTINF:1,", at("secret.mp4"), "#EXT-X-ENDLIST"];
    await writeFile(at("steal.mp4"), lines.join("\n"));
    expect(await refusal("steal.mp4")).toBe("steal.mp4 is not a video that we can read.");
  });

  it("T21: writes no file outside when it has an attachment named ../", async () => {
    makeVideo(at("bare.mkv"), { seconds: 1 });
    await writeFile(at("payload.txt"), "payload");
    const attachment = ["-attach", at("payload.txt"), "-metadata:s:t", "mimetype=text/plain"];
    ffmpeg([
      "-i",
      at("bare.mkv"),
      "-c",
      "copy",
      ...attachment,
      "-metadata:s:t",
      "filename=../../escaped.txt",
      at("attached.mkv"),
    ]);
    const { folder } = await prepared("attached.mkv");
    expect((await readdir(folder)).filter((file) => file.endsWith(".txt"))).toEqual([]);
    for (const place of ["../escaped.txt", "../../escaped.txt"])
      await expect(access(join(root, place))).rejects.toThrow("ENOENT");
  });

  it.each(["avi", "mkv"])("T21: is not decoded when it is MagicYUV in %s", async (type) => {
    const name = `magic.${type}`;
    makeVideo(at(name), { seconds: 1, tone: null, options: ["-c:v", "magicyuv", "-pix_fmt", "yuv420p"] });
    expect(await refusal(name)).toMatch(
      /^magic\.\w+ (?:is not a video that we can read|holds pictures in magicyuv)/,
    );
  });

  it("is refused by name when it is empty, truncated, text, audio only or a single pixel", async () => {
    await writeFile(at("empty.mp4"), "");
    await writeFile(at("text.mp4"), "hello\n");
    makeVideo(at("cut.mp4"), { seconds: 3 });
    await truncate(at("cut.mp4"), 20_000);
    ffmpeg(["-f", "lavfi", "-i", "sine", "-t", "1", "-c:a", "aac", at("sound.mp4")]);
    const pixels = ["-f", "rawvideo", "-pixel_format", "yuv420p", "-video_size", "1x1", "-framerate", "5"];
    ffmpeg([...pixels, "-i", "/dev/zero", "-t", "1", "-c:v", "libvpx-vp9", at("pixel.webm")]);
    ffmpeg(["-f", "lavfi", "-i", "color=size=2x2:rate=5", "-t", "1", "-c:v", "mpeg4", at("dot.mp4")]);
    expect(await refusal("empty.mp4")).toBe("empty.mp4 is an empty file.");
    expect(await refusal("text.mp4")).toBe("text.mp4 is not a video that we can read.");
    expect(await refusal("cut.mp4")).toContain("cut.mp4 is cut off: its index (the moov box) is missing.");
    expect(await refusal("sound.mp4")).toBe("sound.mp4 holds no picture.");
    expect(await refusal("pixel.webm")).toBe("pixel.webm has a picture of 1×1, too small to show.");
    expect(await refusal("dot.mp4")).toBe("dot.mp4 has a picture of 2×2, too small to show.");
  });
});
