import { createHash } from "node:crypto";
import { readFile, rm, stat, writeFile } from "node:fs/promises";
import { basename, join } from "node:path";
import type { MediaStore } from "#platform/storage";
import { SettingError } from "./setting-forms.ts";

/** The formats of cameras and editors. SVG can contain scripts, so it is not accepted. */
const READABLE = new Set(["jpeg", "png", "webp", "heif"]);
const MAX_BYTES = 20 * 2 ** 20;
const MAX_PIXELS = 40_000_000;
/** Four times the height in the header, for high-density screens. */
const HEIGHT = 128;
const WIDTH = 640;
const LEAST = 32;

/**
 * Stores a logo from an image file.
 * @returns the address it is served at, the same for the same image
 * @throws SettingError naming the file when it cannot be used
 */
export async function takeInLogo(store: MediaStore, path: string): Promise<string> {
  return storeLogo(store, basename(path), await readPicture(path));
}

/** Stores a logo from the bytes of an image file; `name` is the file's. */
export async function storeLogo(store: MediaStore, name: string, data: Buffer): Promise<string> {
  // Loaded with the first logo, because the library is large.
  const { default: sharp } = await import("sharp");
  const unreadable = (cause?: unknown) => {
    throw new SettingError((t) => t("siteFault.logoUnreadable", { name }), { cause });
  };
  if (data.length === 0) unreadable();
  const picture = sharp(data, { limitInputPixels: MAX_PIXELS }).rotate();
  const { format, autoOrient } = await picture.metadata().catch(unreadable);
  if (!READABLE.has(format))
    throw new SettingError((t) => t("siteFault.logoFormat", { name, format, height: HEIGHT }));
  if (autoOrient.height < LEAST || autoOrient.width < LEAST)
    throw new SettingError((t) => t("siteFault.logoSmall", { name, least: LEAST }));
  const { data: file, info } = await picture
    .resize({ width: WIDTH, height: HEIGHT, fit: "inside", withoutEnlargement: true })
    .toColourspace("srgb")
    .webp({ quality: 90, alphaQuality: 100, effort: 6 })
    .toBuffer({ resolveWithObject: true })
    .catch(unreadable);
  if (info.width < 10) throw new SettingError((t) => t("siteFault.logoNarrow", { name }));
  const hash = createHash("sha256").update(file).digest("hex").slice(0, 20);
  const stored = `${hash}-${info.width}.webp`;
  const folder = await store.workFolder();
  await writeFile(join(folder, stored), file);
  await store.publish(join(folder, stored), `images/${stored}`);
  await rm(folder, { recursive: true });
  return `/media/images/${stored}`;
}

async function readPicture(path: string): Promise<Buffer> {
  const found = await stat(path).catch(() => null);
  if (!found?.isFile()) throw new SettingError(`There is no picture at ${path}.`);
  if (found.size > MAX_BYTES) throw new SettingError(`${basename(path)} is larger than 20 MB.`);
  return readFile(path);
}
