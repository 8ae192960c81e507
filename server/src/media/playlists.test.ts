import { Parser } from "m3u8-parser";
import { describe, expect, it } from "vitest";
import {
  listed,
  mediaPlaylist,
  multivariantPlaylist,
  parseSegments,
  type Rendition,
  rates,
} from "./playlists.ts";

const rendition = (label: number, bandwidth: number): Rendition => ({
  label,
  width: label,
  height: Math.round((label * 16) / 9 / 2) * 2,
  frameRate: 29.97,
  codecs: ["avc1.4d401f", "mp4a.40.2"],
  bandwidth,
  averageBandwidth: bandwidth - 100_000,
  bytes: 1,
  segments: 1,
});

function parsed(text: string) {
  const parser = new Parser();
  parser.push(text);
  parser.end();
  return parser.manifest;
}

describe("the playlists", () => {
  it("give bandwidth, codecs, size and frame rate of each rendition as an independent parser reads them", () => {
    const manifest = parsed(multivariantPlaylist([rendition(720, 2_000_000), rendition(360, 700_000)]));
    expect(manifest.independentSegments).toBe(true);
    expect(manifest.playlists?.map((each) => each.uri)).toEqual(["v360.m3u8", "v720.m3u8"]);
    expect(manifest.playlists?.[1]?.attributes).toMatchObject({
      BANDWIDTH: 2_000_000,
      "AVERAGE-BANDWIDTH": "1900000",
      CODECS: "avc1.4d401f,mp4a.40.2",
      RESOLUTION: { width: 720, height: 1280 },
      "FRAME-RATE": 29.97,
    });
  });

  it("list 540 first, where players start, or else the next lower or higher one", () => {
    const order = (...labels: number[]) =>
      listed(labels.map((label) => ({ label }))).map((each) => each.label);
    expect(order(1080, 720, 540, 360, 234)).toEqual([540, 1080, 720, 360, 234]);
    expect(order(320, 234)).toEqual([320, 234]);
    expect(order(720)).toEqual([720]);
  });

  it("are complete lists of segments with an integer target duration", () => {
    const segments = [
      { file: "a.m4s", duration: 1.001 },
      { file: "b.m4s", duration: 2.002 },
    ];
    const text = mediaPlaylist("i.mp4", segments);
    const manifest = parsed(text);
    expect(manifest).toMatchObject({ playlistType: "VOD", endList: true, targetDuration: 2 });
    expect(manifest.segments?.map((each) => each.map?.uri)).toEqual(["i.mp4", "i.mp4"]);
    expect(parseSegments(text)).toEqual(segments);
  });

  it("measure the peak over spans near the target duration, so that a very short last segment does not count", () => {
    const steady = { duration: 2, bytes: 250_000 };
    const sliver = { duration: 0.04, bytes: 50_000 };
    expect(rates([steady, steady, sliver])).toEqual({ bandwidth: 1_176_471, averageBandwidth: 1_089_109 });
    expect(rates([steady, { duration: 2, bytes: 500_000 }]).bandwidth).toBe(2_000_000);
  });
});
