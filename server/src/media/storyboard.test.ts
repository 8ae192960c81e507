import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { makeVideo, tools } from "#test/media-sources";
import { prepareAsset } from "./prepare.ts";
import { cues } from "./storyboard.ts";

let root: string;
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), "cliffhanger-storyboard-"));
});
afterAll(() => rm(root, { recursive: true, force: true }));

describe("the storyboard", () => {
  it("has a picture for every two seconds, none of them black", async () => {
    const [source, folder] = [join(root, "film.mp4"), join(root, "asset")];
    makeVideo(source, { seconds: 6.4 });
    await prepareAsset(await tools(), { source, folder, profile: "demo" });
    const text = await readFile(join(folder, "storyboard.vtt"), "utf8");
    const tiles = [...text.matchAll(/#xywh=(\d+),(\d+),(\d+),(\d+)/g)].map((match) =>
      match.slice(1).map(Number),
    );
    expect(tiles).toHaveLength(4);
    for (const [left = 0, top = 0, width = 0, height = 0] of tiles) {
      const { channels } = await sharp(join(folder, "storyboard.jpg"))
        .extract({ left, top, width, height })
        .stats();
      expect(Math.max(...channels.map((channel) => channel.mean))).toBeGreaterThan(20);
    }
  });

  it("covers the whole video, even beyond an hour", () => {
    const lines = cues(3, 2400, 7199.5, { columns: 10, width: 90, height: 160 }).split("\n");
    expect(lines.filter((textLine) => textLine.includes("-->"))).toEqual([
      "00:00:00.000 --> 00:40:00.000",
      "00:40:00.000 --> 01:20:00.000",
      "01:20:00.000 --> 01:59:59.500",
    ]);
  });
});
