/**
 * Compares packagings by the time to the first frame and their cost. Prints two tables; the decision and the figures are in
 * docs/decisions/0003-packaging.md.
 * Usage: node bench/packaging/run.ts [runs]
 */
import { mkdir, readFile, rm } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { brotliCompressSync } from "node:zlib";
import { chromium } from "playwright-core";
import { findMediaTools, type MediaTools, runMedia } from "../../server/src/media/confine.ts";
import { type Start, serve, start } from "./browser.ts";
import { type Network, openLink } from "./link.ts";
import { type Encoded, encodeOnce, listFirst, regroup, separateSound, type Variant } from "./variants.ts";

const RUNS = Number(process.argv[2] ?? 5);
const ROOT = join(tmpdir(), "cliffhanger-bench-packaging");
const NETWORKS: Network[] = [
  { name: "60 ms, 10 Mbit/s", roundTrip: 60, rate: 10_000_000 },
  { name: "150 ms, 1.6 Mbit/s", roundTrip: 150, rate: 1_600_000 },
];
const TWO = { opening: [0, 1, 2], seconds: 2 };

await mkdir(ROOT, { recursive: true });
const tools = await findMediaTools(process.env["FFMPEG_PATH"]);
const source = join(ROOT, "source.mp4");
await makeSource(tools, source);
const everyTwo = await encodeOnce(tools, source, join(ROOT, "keys-2"), TWO);
const everySecond = await encodeOnce(tools, source, join(ROOT, "keys-1"), { opening: [0], seconds: 1 });
const everyFour = await encodeOnce(tools, source, join(ROOT, "keys-4"), { opening: [0], seconds: 4 });
printEncodes([
  ["key frames every 1 s", everySecond],
  ["1, 1, then every 2 s", everyTwo],
  ["every 4 s", everyFour],
]);
const variants = await packageAll(tools, everyTwo, everySecond);
await printPlayers();
await measure(variants);
await rm(ROOT, { recursive: true });

async function makeSource(media: MediaTools, path: string): Promise<void> {
  // A zoom that never repeats, with grain, costs as much to encode as live action.
  await runMedia(
    media,
    "ffmpeg",
    [
      ...[
        "-v",
        "error",
        "-nostdin",
        "-y",
        "-f",
        "lavfi",
        "-i",
        "mandelbrot=size=1080x1920:rate=30:end_scale=0.02:end_pts=900",
      ],
      ...[
        "-f",
        "lavfi",
        "-i",
        "sine=frequency=330:sample_rate=48000",
        "-filter_complex",
        "[0:v]gblur=sigma=2,noise=alls=2:allf=t[v]",
      ],
      ...["-map", "[v]", "-map", "1:a", "-t", "24", "-c:v", "libx264", "-preset", "ultrafast", "-crf", "20"],
      ...["-pix_fmt", "yuv420p", "-c:a", "aac", path],
    ],
    { reads: [], writes: [dirname(path)], wallSeconds: 300 },
  );
}

async function packageAll(media: MediaTools, two: Encoded, one: Encoded): Promise<Variant[]> {
  const list: Variant[] = [];
  const grouped = async (name: string, base: Encoded, begins: (second: number) => boolean, first = 540) => {
    const folder = `v${list.length}`;
    const files = await regroup(base, join(ROOT, folder), begins);
    await listFirst(base, join(ROOT, folder), first);
    list.push({ name, folder, player: "light", first, files });
    return folder;
  };
  await grouped("1 s", one, () => true);
  const short = await grouped("1, 1, 2, 2 … s", two, () => true);
  await grouped("2 s", two, (second) => second % 2 === 0);
  await grouped("4 s", two, (second) => second % 4 === 0);
  await grouped("6 s", two, (second) => second % 6 === 0);
  const folder = `v${list.length}`;
  const files = await separateSound(media, two, join(ROOT, folder), join(ROOT, short));
  list.push({ name: "1, 1, 2, 2 … s, sound apart", folder, player: "full", first: 540, files });
  for (const first of [234, 360, 720, 1080]) await grouped("1, 1, 2, 2 … s", two, () => true, first);
  return list;
}

async function measure(list: Variant[]): Promise<void> {
  const { server, port } = await serve(ROOT);
  const browser = await chromium.launch({
    executablePath: process.env["CHROMIUM_PATH"] ?? "/usr/bin/chromium",
    args: [
      "--no-sandbox",
      "--disable-gpu",
      "--disable-background-networking",
      "--autoplay-policy=no-user-gesture-required",
    ],
  });
  try {
    for (const network of NETWORKS) {
      const link = await openLink(port, network);
      const results = new Map<Variant, Start[]>(list.map((variant) => [variant, []]));
      for (let round = 0; round < RUNS; round += 1) {
        for (const variant of list) {
          const path = `/${variant.folder}/index.m3u8`;
          results.get(variant)?.push(await start(browser, link.port, variant.player, path, link));
        }
      }
      link.close();
      console.log(`\n${network.name}, median of ${RUNS}`);
      console.table(list.map((variant) => row(variant, results.get(variant) ?? [])));
    }
  } finally {
    await browser.close();
    server.close();
  }
}

function row(variant: Variant, starts: Start[]): Record<string, string | number> {
  const middle = (values: number[]) =>
    values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
  return {
    segments: variant.name,
    player: variant.player,
    "first listed": variant.first,
    "first frame ms": Math.round(middle(starts.map((seen) => seen.firstFrame))),
    "worst ms": Math.round(Math.max(...starts.map((seen) => seen.firstFrame))),
    "KB until then": Math.round(middle(starts.map((seen) => seen.bytes)) / 1000),
    "frame height": middle(starts.map((seen) => seen.height)),
    "stalled ms": Math.round(middle(starts.map((seen) => seen.stalled))),
    "files a rendition": variant.files,
  };
}

function printEncodes(list: [string, Encoded][]): void {
  console.table(
    list.map(([name, encoded]) => ({
      "key frames": name,
      "encoding s": Number(encoded.seconds.toFixed(1)),
      "all renditions MB": Number(
        (encoded.renditions.reduce((sum, each) => sum + each.bytes, 0) / 1e6).toFixed(2),
      ),
      "540 kbit/s": Math.round(
        (encoded.renditions.find((each) => each.label === 540)?.averageBandwidth ?? 0) / 1000,
      ),
    })),
  );
}

async function printPlayers(): Promise<void> {
  const folder = join(dirname(createRequire(import.meta.url).resolve("hls.js/package.json")), "dist");
  for (const name of ["hls.light.min.js", "hls.min.js"]) {
    const data = await readFile(join(folder, name));
    console.log(`${name}: ${Math.round(brotliCompressSync(data).length / 1000)} KB br`);
  }
}
