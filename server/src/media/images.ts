import { createHash } from "node:crypto";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Image } from "@cliffhanger/contract";
import type { Sharp } from "sharp";
import { nameOf } from "#platform/terminal";
import { MediaError, type MediaTools, OWN_INPUT, runMedia } from "./confine.ts";
import { renditionFiles } from "./names.ts";
import { parseSegments } from "./playlists.ts";

/** The use of a picture, which decides its shape and widths. */
export type ImageKind = "poster" | "cover" | "thumbnail";

/**
 * Where a picture comes from, which decides the encoding effort. A supplied one is made once, a frame for every
 * video.
 */
export type ImageCare = "brought" | "frame";

interface Shape {
  widths: readonly number[];
  /** Height divided by width; null keeps the picture's own ratio. */
  ratio: number | null;
}

/** Posters are 2:3 everywhere in the interface; covers and thumbnails keep the shape of their source. */
const SHAPES: Record<ImageKind, Shape> = {
  poster: { widths: [180, 360, 540, 720], ratio: 3 / 2 },
  cover: { widths: [540, 1080], ratio: null },
  thumbnail: { widths: [120, 240, 360], ratio: null },
};
const QUALITY = 78;
const AVIF_QUALITY = 55;
/**
 * Each step takes two to four times as long: all pictures of a video take 1, 2.5 and 9 s, and save 5 and 8 % of the
 * bytes.
 */
const AVIF_EFFORT: Record<ImageCare, number> = { brought: 4, frame: 2 };
const PLACEHOLDER_BYTES = 200;
const PLACEHOLDER_WIDTH = 12;
const MAX_PIXELS = 60_000_000;
/** sharp reads many more formats, including SVG with external links. Cameras and editors save these. */
const READABLE = new Set(["jpeg", "png", "webp", "heif"]);
/** Increment when pictures are generated differently: all names change, so caches never show outdated ones. */
const RECIPE = "2";

/** URL prefix of pictures. The content under a name never changes. */
export const IMAGE_BASE = "/media/images/";

/**
 * Writes a picture in all its widths into `folder`, as `<hash>-<width>.webp` and `.avif`. The same source gives the
 * same names.
 * @throws MediaError naming the file when it is not a picture
 */
export async function makeImage(
  source: string,
  kind: ImageKind,
  folder: string,
  care: ImageCare = "brought",
): Promise<Image> {
  const data = await readFile(source);
  const shape = SHAPES[kind];
  const { width, height, picture } = await open(data, nameOf(source));
  const ratio = shape.ratio ?? height / width;
  // Never enlarges: a smaller source limits the largest width.
  const natural = Math.round(Math.min(width, height / ratio));
  const widths = shape.widths.filter((each) => each <= natural);
  if (widths.length < shape.widths.length && natural > (widths.at(-1) ?? 0) * 1.2) widths.push(natural);
  const hash = createHash("sha256").update(`${RECIPE} ${kind}\n`).update(data).digest("hex").slice(0, 20);
  const widest = Math.max(...widths);
  const heightOf = (each: number) => Math.max(1, Math.round(each * ratio));
  // Decodes and crops once; the smaller widths are scaled from the largest.
  const { data: pixels, info } = await picture
    .resize({ width: widest, height: heightOf(widest), fit: "cover", position: "attention" })
    .toColourspace("srgb")
    .raw({ depth: "uchar" })
    .toBuffer({ resolveWithObject: true });
  const sharp = await loadSharp();
  const cut = (each: number) =>
    sharp(pixels, { raw: info }).resize({ width: each, height: heightOf(each), fit: "fill" });
  const write = async (each: number, type: string, file: Sharp) =>
    writeFile(join(folder, imageFile(hash, each, type)), await file.toBuffer());
  await Promise.all(
    widths.flatMap((each) => [
      write(each, "webp", cut(each).webp({ quality: QUALITY, effort: 4 })),
      write(each, "avif", cut(each).avif({ quality: AVIF_QUALITY, effort: AVIF_EFFORT[care] })),
    ]),
  );
  const named = (type: string) =>
    widths.map((each) => ({ url: IMAGE_BASE + imageFile(hash, each, type), width: each }));
  return {
    url: IMAGE_BASE + imageFile(hash, widest, "webp"),
    width: widest,
    height: heightOf(widest),
    placeholder: await placeholder(cut(PLACEHOLDER_WIDTH)),
    srcset: named("webp"),
    avif: named("avif"),
  };
}

/**
 * Returns the displayed size of a picture.
 * @throws MediaError naming the file when it is not a picture
 */
export async function readImageSize(source: string): Promise<{ width: number; height: number }> {
  const { width, height } = await open(await readFile(source), nameOf(source));
  return { width, height };
}

/** Returns the names of the files behind a picture's URLs. */
export function imageFiles(image: Image): string[] {
  return [...image.srcset, ...(image.avif ?? [])].map((each) => each.url.slice(IMAGE_BASE.length));
}

/**
 * Extracts a representative frame from the first seconds of a prepared asset and passes its PNG file to `use`.
 * Deletes the file afterwards.
 */
export async function withFrame<T>(
  tools: MediaTools,
  asset: { folder: string; duration: number; label: number },
  use: (path: string) => Promise<T>,
): Promise<T> {
  const temporary = await mkdtemp(join(tmpdir(), "cliffhanger-frame-"));
  try {
    const [part, path] = [join(temporary, "part.mp4"), join(temporary, "frame.png")];
    await writeFile(part, await partAt(asset, Math.min(8, asset.duration * 0.15)));
    // The thumbnail filter picks the frame that is nearest to the average of 60, which avoids black frames and closed
    // eyes.
    const args = [
      ["-v", "error", "-nostdin", ...OWN_INPUT, "-i", `file:${part}`, "-map", "0:v:0"],
      ["-vf", "thumbnail=60", "-frames:v", "1", "-compression_level", "1", "-y", path],
    ].flat();
    await runMedia(tools, "ffmpeg", args, { reads: [], writes: [temporary], wallSeconds: 60 });
    return await use(path);
  } finally {
    await rm(temporary, { recursive: true, force: true });
  }
}

/** Returns the two segments from a given time as a standalone video, so that nothing before them is decoded. */
async function partAt(asset: { folder: string; label: number }, seconds: number): Promise<Buffer> {
  const files = renditionFiles(asset.label);
  const segments = parseSegments(await readFile(join(asset.folder, files.playlist), "utf8"));
  let at = 0;
  const first = segments.findIndex(({ duration }) => {
    at += duration;
    return at > seconds;
  });
  const names = [files.init, ...segments.slice(first, first + 2).map(({ file }) => file)];
  return Buffer.concat(await Promise.all(names.map((name) => readFile(join(asset.folder, name)))));
}

function imageFile(hash: string, width: number, type: string): string {
  return `${hash}-${width}.${type}`;
}

/** Loaded on first use: the library is large, and a process that only serves requests never needs it. */
const loadSharp = async () => (await import("sharp")).default;

async function open(data: Buffer, name: string) {
  const sharp = await loadSharp();
  const picture = sharp(data, { limitInputPixels: MAX_PIXELS }).rotate();
  const found = await picture.metadata().catch((cause: unknown) => {
    throw new MediaError(`${name} is not a picture that we can read. Save it as JPEG, PNG or WebP.`, {
      cause,
    });
  });
  if (!READABLE.has(found.format))
    throw new MediaError(`${name} is ${found.format}; save it as JPEG, PNG or WebP.`);
  const { width, height } = found.autoOrient;
  if (width * height > MAX_PIXELS)
    throw new MediaError(`${name} has more than ${MAX_PIXELS / 1e6} million pixels.`);
  return { width, height, picture };
}

/** Returns a data URL, small enough for every list: the picture a dozen pixels wide. */
async function placeholder(tiny: Sharp): Promise<string> {
  for (const quality of [40, 20, 5, 1]) {
    const data = await tiny.clone().webp({ quality, effort: 6, smartSubsample: false }).toBuffer();
    const url = `data:image/webp;base64,${data.toString("base64")}`;
    if (url.length <= PLACEHOLDER_BYTES) return url;
  }
  const { dominant } = await tiny.clone().stats();
  return `rgb(${dominant.r} ${dominant.g} ${dominant.b})`;
}
