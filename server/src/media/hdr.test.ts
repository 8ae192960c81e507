import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { CHART, chartErrors, deltaE2000, makeHdrChart } from "#test/hdr-chart";
import { ffmpeg, tools } from "#test/media-sources";
import { encode } from "./encode.ts";
import { ladder } from "./ladder.ts";
import { probe } from "./probe.ts";

let root: string;
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), "cliffhanger-hdr-"));
});
afterAll(() => rm(root, { recursive: true, force: true }));

const mean = (numbers: number[]) => numbers.reduce((sum, each) => sum + each, 0) / numbers.length;

/** Encodes a video as the worker does, without what it makes of the result. Returns its largest rendition. */
async function encoded(name: string): Promise<string> {
  const [source, folder] = [join(root, name), join(root, `${name}.asset`)];
  const found = await probe(await tools(), source);
  await mkdir(folder);
  await encode(await tools(), { source, name, folder, probe: found, specs: ladder(found, "standard") });
  return join(folder, "v192.m3u8");
}

const errorsOf = async (name: string) => chartErrors(await encoded(name));

describe("HDR video", () => {
  it("is measured by a colour difference formula that agrees with its published test data", () => {
    const pairs = [
      [[50, 2.6772, -79.7751], [50, 0, -82.7485], 2.0425],
      [[2.0776, 0.0795, -1.135], [0.9033, -0.0636, -0.5514], 0.9082],
      [[90.8027, -2.0831, 1.441], [91.1528, -1.6435, 0.0447], 1.4441],
    ] as const;
    for (const [one, other, expected] of pairs) expect(deltaE2000(one, other)).toBeCloseTo(expected, 4);
  });

  it.each(["hlg", "pq"] as const)("keeps its colours on an SDR screen: %s", async (curve) => {
    makeHdrChart(join(root, `${curve}.mp4`), curve);
    const errors = await errorsOf(`${curve}.mp4`);
    expect(errors).toHaveLength(CHART.length);
    expect(mean(errors)).toBeLessThan(1.2);
    expect(Math.max(...errors)).toBeLessThan(3.5);
  });

  it("is recognised when the file names only the transfer curve", async () => {
    makeHdrChart(join(root, "tagged.mp4"), "hlg");
    const untag = "hevc_metadata=colour_primaries=2:matrix_coefficients=2";
    ffmpeg([
      "-i",
      join(root, "tagged.mp4"),
      "-c",
      "copy",
      "-bsf:v",
      untag,
      "-f",
      "matroska",
      join(root, "bare.mkv"),
    ]);
    expect(mean(await errorsOf("bare.mkv"))).toBeLessThan(1.2);
  });

  it("keeps detail above reference white", async () => {
    const bright = [0.9, 1, 1.2, 1.5, 2, 3].map((light) => [light, light, light] as const);
    makeHdrChart(join(root, "bright.mp4"), "pq", bright);
    const black = bright.map(() => [0, 0, 0] as const);
    const steps = chartErrors(await encoded("bright.mp4"), black);
    expect(steps.every((step, index) => index === 0 || step > (steps[index - 1] ?? 0))).toBe(true);
  });
});
