import { spawnSync } from "node:child_process";
import { rmSync, writeFileSync } from "node:fs";
import { cachedMedia } from "./media-cache.ts";

/** Linear light, red, green and blue; 1 is reference white. */
type Rgb = readonly [number, number, number];

/** The two transfer functions of ITU-R BT.2100. */
export type HdrCurve = "hlg" | "pq";

/** A colour chart of 24 patches in sRGB: skin, foliage, sky, primaries and six greys. */
export const CHART: readonly Rgb[] = (
  [
    [115, 82, 68],
    [194, 150, 130],
    [98, 122, 157],
    [87, 108, 67],
    [133, 128, 177],
    [103, 189, 170],
    [214, 126, 44],
    [80, 91, 166],
    [193, 90, 99],
    [94, 60, 108],
    [157, 188, 64],
    [224, 163, 46],
    [56, 61, 150],
    [70, 148, 73],
    [175, 54, 60],
    [231, 199, 31],
    [187, 86, 149],
    [8, 133, 161],
    [243, 243, 242],
    [200, 200, 200],
    [160, 160, 160],
    [122, 122, 121],
    [85, 85, 85],
    [52, 52, 52],
  ] as const
).map(([r, g, b]) => [decodeSrgb(r), decodeSrgb(g), decodeSrgb(b)] as const);

/** Nits of reference white by ITU-R BT.2408, and of the peak of an HLG display. */
const WHITE = 203;
const HLG_PEAK = 1000;
const HLG_GAMMA = 1.2;
const PQ_PEAK = 10_000;
const COLUMNS = 6;
const PATCH = 48;
const [WIDTH, HEIGHT] = [COLUMNS * PATCH, 4 * PATCH];
const TO_BT2020 = [
  [0.6274, 0.3293, 0.0433],
  [0.0691, 0.9195, 0.0114],
  [0.0164, 0.088, 0.8956],
] as const;
const LUMA_2020 = [0.2627, 0.678, 0.0593] as const;
const TAGS = { hlg: "arib-std-b67", pq: "smpte2084" };

/** Writes a video of the chart at reference white 203, by the formulas of BT.2100 and not by ffmpeg's conversion. */
export function makeHdrChart(path: string, curve: HdrCurve, patches: readonly Rgb[] = CHART): void {
  // Increment the number whenever the recipe below changes.
  cachedMedia(["HDR chart 1", curve, patches], path, (made) => encodeHdrChart(made, curve, patches));
}

function encodeHdrChart(path: string, curve: HdrCurve, patches: readonly Rgb[]): void {
  const codes = patches.map((patch) => yCbCr(encode(curve, apply(TO_BT2020, patch))));
  const plane = (component: number, width: number, height: number) => {
    const samples = new Uint16Array(width * height);
    for (let y = 0; y < height; y += 1)
      for (let x = 0; x < width; x += 1) {
        const patch = Math.floor((y * 4) / height) * COLUMNS + Math.floor((x * COLUMNS) / width);
        samples[y * width + x] = codes[patch]?.[component] ?? 0;
      }
    return Buffer.from(samples.buffer);
  };
  const raw = `${path}.yuv`;
  writeFileSync(
    raw,
    Buffer.concat([
      plane(0, WIDTH, HEIGHT),
      plane(1, WIDTH / 2, HEIGHT / 2),
      plane(2, WIDTH / 2, HEIGHT / 2),
    ]),
  );
  const input = ["-f", "rawvideo", "-pix_fmt", "yuv420p10le", "-s", `${WIDTH}x${HEIGHT}`, "-r", "10"];
  const colour = ["-color_primaries", "bt2020", "-color_trc", TAGS[curve], "-colorspace", "bt2020nc"];
  run([
    ...["-stream_loop", "9", ...input, "-i", raw, "-c:v", "libx265", "-preset", "ultrafast", ...colour],
    ...["-x265-params", "lossless=1:log-level=none", "-color_range", "tv", "-tag:v", "hvc1", path],
  ]);
  rmSync(raw);
}

/** Returns ΔE2000 of each patch in the first frame of a BT.709 video, displayed as a browser does, with the sRGB curve. */
export function chartErrors(video: string, patches: readonly Rgb[] = CHART): number[] {
  const { stdout, status, stderr } = spawnSync(
    "ffmpeg",
    [
      ...["-v", "error", "-i", video, "-frames:v", "1"],
      ...["-vf", "scale=in_color_matrix=bt709:in_range=tv:out_range=pc,format=rgb24"],
      ...["-f", "rawvideo", "-"],
    ],
    { maxBuffer: 2 ** 26 },
  );
  if (status !== 0) throw new Error(String(stderr));
  return patches.map((patch, index) => {
    const [left, top] = [(index % COLUMNS) * PATCH, Math.floor(index / COLUMNS) * PATCH];
    const sum = [0, 0, 0];
    let count = 0;
    for (let y = top + PATCH / 4; y < top + (PATCH * 3) / 4; y += 1)
      for (let x = left + PATCH / 4; x < left + (PATCH * 3) / 4; x += 1) {
        for (const channel of sum.keys())
          sum[channel] = (sum[channel] ?? 0) + (stdout[(y * WIDTH + x) * 3 + channel] ?? 0);
        count += 1;
      }
    const [r = 0, g = 0, b = 0] = sum.map((each) => decodeSrgb(each / count));
    return deltaE2000(lab([r, g, b]), lab(patch));
  });
}

function run(args: string[]): void {
  const { status, stderr } = spawnSync("ffmpeg", ["-v", "error", "-nostdin", "-y", ...args], {
    encoding: "utf8",
  });
  if (status !== 0) throw new Error(stderr);
}

function decodeSrgb(code: number): number {
  const value = code / 255;
  return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
}

function apply(matrix: readonly Rgb[], [r, g, b]: Rgb): Rgb {
  const row = ([x, y, z]: Rgb) => x * r + y * g + z * b;
  return matrix.map(row) as unknown as Rgb;
}

function encode(curve: HdrCurve, light: Rgb): Rgb {
  if (curve === "pq") return light.map((each) => pq((each * WHITE) / PQ_PEAK)) as unknown as Rgb;
  // The inverse OOTF comes first: it works on luminance (BT.2100, table 5).
  const display = light.map((each) => (each * WHITE) / HLG_PEAK) as unknown as Rgb;
  const luminance = LUMA_2020.reduce((sum, weight, index) => sum + weight * (display[index] ?? 0), 0);
  const factor = luminance > 0 ? luminance ** ((1 - HLG_GAMMA) / HLG_GAMMA) : 0;
  return display.map((each) => hlg(Math.min(1, each * factor))) as unknown as Rgb;
}

function pq(value: number): number {
  const power = Math.max(0, value) ** (2610 / 16384);
  return (
    ((3424 / 4096 + (2413 / 4096) * 32 * power) / (1 + (2392 / 4096) * 32 * power)) ** ((2523 / 4096) * 128)
  );
}

function hlg(value: number): number {
  const [a, b, c] = [0.17883277, 0.28466892, 0.55991073];
  return value <= 1 / 12 ? Math.sqrt(3 * value) : a * Math.log(12 * value - b) + c;
}

/** Ten bits, narrow range. */
function yCbCr([r, g, b]: Rgb): Rgb {
  const luma = LUMA_2020[0] * r + LUMA_2020[1] * g + LUMA_2020[2] * b;
  return [
    Math.round(876 * luma + 64),
    Math.round((896 * (b - luma)) / 1.8814 + 512),
    Math.round((896 * (r - luma)) / 1.4746 + 512),
  ];
}

/** CIE L*a*b* under D65. */
function lab([r, g, b]: Rgb): Rgb {
  const xyz = [
    (0.4124564 * r + 0.3575761 * g + 0.1804375 * b) / 0.95047,
    0.2126729 * r + 0.7151522 * g + 0.072175 * b,
    (0.0193339 * r + 0.119192 * g + 0.9503041 * b) / 1.08883,
  ];
  const [x = 0, y = 0, z = 0] = xyz.map((t) =>
    t > 216 / 24389 ? Math.cbrt(t) : ((24389 / 27) * t + 16) / 116,
  );
  return [116 * y - 16, 500 * (x - y), 200 * (y - z)];
}

/** Returns the difference of two colours (CIE 142-2001): about 1 is the smallest difference that people see. */
export function deltaE2000([l1, a1, b1]: Rgb, [l2, a2, b2]: Rgb): number {
  const radians = Math.PI / 180;
  const mean = (Math.hypot(a1, b1) + Math.hypot(a2, b2)) / 2;
  const stretch = 1 + 0.5 * (1 - Math.sqrt(mean ** 7 / (mean ** 7 + 25 ** 7)));
  const [x1, x2] = [a1 * stretch, a2 * stretch];
  const [c1, c2] = [Math.hypot(x1, b1), Math.hypot(x2, b2)];
  const hue = (x: number, y: number) => (Math.atan2(y, x) / radians + 360) % 360;
  const [h1, h2] = [hue(x1, b1), hue(x2, b2)];
  const grey = c1 * c2 === 0;
  const hueDifference = grey ? 0 : ((h2 - h1 + 540) % 360) - 180;
  const deltaH = 2 * Math.sqrt(c1 * c2) * Math.sin((hueDifference / 2) * radians);
  const [l, c] = [(l1 + l2) / 2, (c1 + c2) / 2];
  const h = grey ? h1 + h2 : (h1 + hueDifference / 2 + 360) % 360;
  const cos = (degrees: number) => Math.cos(degrees * radians);
  const t = 1 - 0.17 * cos(h - 30) + 0.24 * cos(2 * h) + 0.32 * cos(3 * h + 6) - 0.2 * cos(4 * h - 63);
  const sl = 1 + (0.015 * (l - 50) ** 2) / Math.sqrt(20 + (l - 50) ** 2);
  const [sc, sh] = [1 + 0.045 * c, 1 + 0.015 * c * t];
  const rotation =
    -2 * Math.sqrt(c ** 7 / (c ** 7 + 25 ** 7)) * Math.sin(60 * Math.exp(-(((h - 275) / 25) ** 2)) * radians);
  const [dl, dc, dh] = [(l2 - l1) / sl, (c2 - c1) / sc, deltaH / sh];
  return Math.sqrt(dl ** 2 + dc ** 2 + dh ** 2 + rotation * dc * dh);
}
