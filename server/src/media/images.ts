import { createHash } from "node:crypto";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Crop, Image } from "@cliffhanger/contract";
import type { Sharp } from "sharp";
import { nameOf } from "#platform/terminal";
import { MediaError } from "./confine.ts";

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
/** How each of them begins. Anything else never reaches a decoder: SVG would be drawn by a program of its own. */
const SIGNATURES = /^(?:\u00ff\u00d8\u00ff|\u0089PNG\r\n|RIFF[\s\S]{4}WEBP|[\s\S]{4}ftyp)/;
/** The ratios of pictures whose part an operator chose. */
const CHOSEN_RATIO = { poster: 3 / 2, cover: 9 / 16 } as const;
/** Increment when pictures are generated differently: all names change, so caches never show outdated ones. */
const RECIPE = "2";

/** URL prefix of pictures. The content under a name never changes. */
export const IMAGE_BASE = "/media/images/";

/** How a picture is made: `crop` is the part of it that an operator chose. */
export interface ImageOptions {
  care?: ImageCare;
  crop?: Crop | undefined;
}

/**
 * Writes a picture in all its widths into `folder`, as `<hash>-<width>.webp` and `.avif`. The same source gives the
 * same names.
 * @throws MediaError naming the file when it is not a picture
 */
export async function makeImage(
  source: string,
  kind: ImageKind,
  folder: string,
  { care = "brought", crop }: ImageOptions = {},
): Promise<Image> {
  const data = await readFile(source);
  const shape = SHAPES[kind];
  const { width, height, picture } = await open(data, nameOf(source));
  const part = crop && kind !== "thumbnail" ? partOf({ width, height }, CHOSEN_RATIO[kind], crop) : null;
  if (part) picture.extract(part);
  const shown = part ?? { width, height };
  const ratio = (part && kind !== "thumbnail" ? CHOSEN_RATIO[kind] : shape.ratio) ?? height / width;
  // Never enlarges: a smaller source limits the largest width.
  const natural = Math.round(Math.min(shown.width, shown.height / ratio));
  const widths = shape.widths.filter((each) => each <= natural);
  if (widths.length < shape.widths.length && natural > (widths.at(-1) ?? 0) * 1.2) widths.push(natural);
  const cut = part ? ` ${part.left},${part.top},${part.width}` : "";
  const hash = createHash("sha256")
    .update(`${RECIPE} ${kind}${cut}\n`)
    .update(data)
    .digest("hex")
    .slice(0, 20);
  const widest = Math.max(...widths);
  const heightOf = (each: number) => Math.max(1, Math.round(each * ratio));
  // Decodes and crops once; the smaller widths are scaled from the largest.
  const { data: pixels, info } = await picture
    .resize({ width: widest, height: heightOf(widest), fit: "cover", position: "attention" })
    .toColourspace("srgb")
    .raw({ depth: "uchar" })
    .toBuffer({ resolveWithObject: true });
  const sharp = await loadSharp();
  const scaled = (each: number) =>
    sharp(pixels, { raw: info }).resize({ width: each, height: heightOf(each), fit: "fill" });
  const write = async (each: number, type: string, file: Sharp) =>
    writeFile(join(folder, imageFile(hash, each, type)), await file.toBuffer());
  await Promise.all(
    widths.flatMap((each) => [
      write(each, "webp", scaled(each).webp({ quality: QUALITY, effort: 4 })),
      write(each, "avif", scaled(each).avif({ quality: AVIF_QUALITY, effort: AVIF_EFFORT[care] })),
    ]),
  );
  const named = (type: string) =>
    widths.map((each) => ({ url: IMAGE_BASE + imageFile(hash, each, type), width: each }));
  return {
    url: IMAGE_BASE + imageFile(hash, widest, "webp"),
    width: widest,
    height: heightOf(widest),
    placeholder: await placeholder(scaled(PLACEHOLDER_WIDTH)),
    srcset: named("webp"),
    avif: named("avif"),
  };
}

/** Returns the part of a picture that a crop shows, in whole pixels. */
export function partOf(
  { width, height }: { width: number; height: number },
  ratio: number,
  { x, y, zoom }: Crop,
): { left: number; top: number; width: number; height: number } {
  const partWidth = Math.max(1, Math.round(Math.min(width, height / ratio) / zoom));
  const partHeight = Math.min(height, Math.max(1, Math.round(partWidth * ratio)));
  const place = (whole: number, part: number, at: number) =>
    Math.min(whole - part, Math.max(0, Math.round(at * whole - part / 2)));
  return {
    left: place(width, partWidth, x),
    top: place(height, partHeight, y),
    width: partWidth,
    height: partHeight,
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

function imageFile(hash: string, width: number, type: string): string {
  return `${hash}-${width}.${type}`;
}

/** Loaded on first use: the library is large, and a process that only serves requests never needs it. */
const loadSharp = async () => (await import("sharp")).default;

async function open(data: Buffer, name: string) {
  const begins = data.subarray(0, 16).toString("latin1");
  if (!SIGNATURES.test(begins)) throw unreadable(data, name);
  const sharp = await loadSharp();
  const picture = sharp(data, { limitInputPixels: MAX_PIXELS }).rotate();
  const found = await picture.metadata().catch((cause: unknown) => {
    if (/pixel limit/.test(String(cause))) throw tooLarge(name);
    throw unreadable(data, name, cause);
  });
  if (!READABLE.has(found.format))
    throw new MediaError((t) => t("pictureFault.format", { name, format: found.format }));
  const { width, height } = found.autoOrient;
  if (width * height > MAX_PIXELS) throw tooLarge(name);
  return { width, height, picture };
}

function tooLarge(name: string): MediaError {
  return new MediaError((t) => t("pictureFault.pixels", { name, most: MAX_PIXELS / 1e6 }));
}

function unreadable(data: Buffer, name: string, cause?: unknown): MediaError {
  const isSvg = data.subarray(0, 4000).includes("<svg");
  return new MediaError(
    (t) =>
      isSvg ? t("pictureFault.format", { name, format: "svg" }) : t("pictureFault.unreadable", { name }),
    { cause },
  );
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
