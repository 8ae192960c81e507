import type { Site } from "@cliffhanger/contract";
import { IMAGE_FILE } from "#media";
import type { MediaStore } from "#platform/storage";
import type { MadePictures } from "../made-pictures.ts";

/** The icons of the installed app. */
export const icons = {
  "icon-192.png": { size: 192, purpose: "any" },
  "icon-512.png": { size: 512, purpose: "any" },
  "maskable-192.png": { size: 192, purpose: "maskable" },
  "maskable-512.png": { size: 512, purpose: "maskable" },
  "apple-touch-icon.png": { size: 180, purpose: "apple" },
} as const;
/** The file name of an icon. */
export type IconName = keyof typeof icons;

type Purpose = (typeof icons)[IconName]["purpose"];

/** Increment when icons are generated differently. */
const RECIPE = "icon 1";
/** The software's default name: only this name gets an icon with its initial. */
const OWN_NAME = "Cliffhanger";
const GROUND = "#0c0b10";
/** A wider logo would be a thin line in a square. */
const MAX_LOGO_RATIO = 2;
/** The share of the square that a logo fills: systems crop a maskable icon to the inner four fifths or less. */
const FILL: Record<Purpose, number> = { any: 0.76, maskable: 0.56, apple: 0.7 };

/** Returns the icon as SVG: the software's initial, or a play symbol in the operator's colours. */
export function iconSvg(site: Site, purpose: Purpose = "any"): string {
  const { accent, accentEnd } = site.colours;
  // Only an uncropped icon has round corners. Both symbols stay within the area that is never cropped.
  const corner = purpose === "any" ? 15 : 0;
  const isOwn = site.name === OWN_NAME;
  const gradient = isOwn
    ? ""
    : `<linearGradient id="g" x2="1" y2="1"><stop stop-color="${accent}"/><stop offset="1" stop-color="${accentEnd}"/></linearGradient>`;
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64">${gradient}` +
    `<rect width="64" height="64" rx="${corner}" fill="${isOwn ? GROUND : "url(#g)"}"/>` +
    `${isOwn ? initial(accent) : sign}</svg>`
  );
}

const initial = (accent: string) =>
  '<path fill="#f7f4f8" d="M40.6 41.2c-2.400 2.200-5.600 3.600-9.600 3.600-8.200 0-13.800-5.600-13.800-13.400S22.900 17.800 31.200 17.800' +
  'c3.700 0 6.700 1.200 9 3.100v6.600c-2.200-2.500-4.900-3.900-8.200-3.900-4.700 0-8 3.200-8 7.900s3.300 7.800 8.100 7.800c3.400 0 6.200-1.400 8.500-3.800z"/>' +
  `<circle cx="47" cy="41.800" r="4" fill="${accent}"/>`;
const sign = `<path fill="${GROUND}" d="M22.500 19.500v25a2.500 2.500 0 0 0 3.800 2.100l20-12.500a2.500 2.500 0 0 0 0-4.200l-20-12.500a2.500 2.500 0 0 0-3.800 2.100z"/>`;

/** Returns an icon as PNG: the operator's logo if it fits a square, otherwise {@link iconSvg}. */
export function readIcon(
  { store, made }: { store: MediaStore; made: MadePictures },
  site: Site,
  name: IconName,
) {
  const { size, purpose } = icons[name];
  const { accent, accentEnd } = site.colours;
  const recipe = [RECIPE, name, site.name === OWN_NAME, accent, accentEnd, site.logo].join("\n");
  return made.get(recipe, "png", async () => {
    const { default: sharp } = await import("sharp");
    const logo = await logoOf(store, site);
    if (!logo) {
      const density = (72 * size) / 64;
      return sharp(Buffer.from(iconSvg(site, purpose)), { density })
        .resize(size, size)
        .png()
        .toBuffer();
    }
    const side = Math.round(size * FILL[purpose]);
    const base = await sharp(logo)
      .resize(side, side, { fit: "contain", background: "#0000" })
      .png()
      .toBuffer();
    const corner = purpose === "any" ? Math.round(size * 0.23) : 0;
    const square = `<svg xmlns="http://www.w3.org/2000/svg" width="${size}" height="${size}"><rect width="${size}" height="${size}" rx="${corner}" fill="${GROUND}"/></svg>`;
    return sharp(Buffer.from(square))
      .composite([{ input: base }])
      .png()
      .toBuffer();
  });
}

async function logoOf(store: MediaStore, { logo }: Site): Promise<Buffer | null> {
  const file = /^\/media\/images\/([^/]+)$/.exec(logo ?? "")?.[1] ?? "";
  if (!IMAGE_FILE.test(file)) return null;
  const data = await store.read(`images/${file}`);
  if (!data) return null;
  const { default: sharp } = await import("sharp");
  const { width, height } = await sharp(data).metadata();
  return width / height <= MAX_LOGO_RATIO ? data : null;
}
