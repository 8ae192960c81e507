import type { Image } from "@cliffhanger/contract";
import { IMAGE_FILE } from "#media";
import { notFound } from "#platform/http/errors";
import type { MediaStore } from "#platform/storage";

/** The size that all networks show uncropped. */
const WIDTH = 1200;
const HEIGHT = 630;
/** Increment when pictures are composed differently. */
const RECIPE = "share 1";
const GROUND = "#0c0b10";
/** A cover with at least this aspect ratio fills the picture. */
const WIDE = 1.5;

/** The contents of a share picture: background art, and cards on it from left to right. */
export interface SharePicture {
  art: Image;
  cards: Image[];
  /** Whether the last card shows a play symbol. */
  play: boolean;
}

/** Returns the picture of a series: its cover with the poster on it. */
export function shareOfSeries(poster: Image, cover: Image): SharePicture {
  return { art: cover, cards: [poster], play: true };
}

/** Returns the picture of an episode: its still next to the poster. */
export function shareOfEpisode(poster: Image, cover: Image, still: Image | null): SharePicture {
  return { art: still ? blurred(cover) : cover, cards: still ? [poster, still] : [poster], play: true };
}

/** Returns the picture of the site: posters of several series. */
export function shareOfSite(posters: Image[]): SharePicture | null {
  const [first] = posters;
  return first ? { art: blurred(first), cards: posters.slice(0, 4), play: false } : null;
}

/** Returns everything that determines a picture, as text. */
export function recipeOf({ art, cards, play }: SharePicture): string {
  return [RECIPE, art.url, art.placeholder === GROUND, play, ...cards.map(({ url }) => url)].join("\n");
}

// Blurs a narrow cover, because the crop would show only a strip of it.
function blurred(image: Image): Image {
  return { ...image, width: 1, height: 1 };
}

/**
 * Composes a picture. It contains no text, which would need fonts for every script. Refuses with 404 when art is
 * missing.
 */
export async function composeShare(store: MediaStore, { art, cards, play }: SharePicture): Promise<Buffer> {
  const { default: sharp } = await import("sharp");
  const wide = art.width / art.height >= WIDE;
  const cover = sharp(await read(store, art)).resize(WIDTH, HEIGHT, { fit: "cover", position: "attention" });
  const ground = await (wide ? cover : cover.blur(28).modulate({ brightness: 0.85 })).toBuffer();
  const heights = cards.length > 2 ? 360 : 510;
  const sizes = cards.map((card) => ({
    height: heights,
    width: Math.round((heights * card.width) / card.height),
  }));
  const gap = 32;
  const total = sizes.reduce((sum, { width }) => sum + width, 0) + gap * (cards.length - 1);
  let left = wide ? 72 : Math.round((WIDTH - total) / 2);
  const layers = [];
  for (const [at, card] of cards.entries()) {
    const size = sizes[at] ?? { width: 1, height: 1 };
    const top = Math.round((HEIGHT - size.height) / 2);
    layers.push({ input: await cardOf(store, card, size), left: left - MARGIN, top: top - MARGIN });
    if (play && at === cards.length - 1) {
      const place = { left: left + size.width - 88, top: top + size.height - 88 };
      layers.push({ input: Buffer.from(playSign), ...place });
    }
    left += size.width + gap;
  }
  return sharp(ground)
    .composite([{ input: Buffer.from(wide ? shadeLeft : shadeAll) }, ...layers])
    .flatten({ background: GROUND })
    .jpeg({ quality: 84, mozjpeg: true })
    .toBuffer();
}

const MARGIN = 40;

/** Returns a card with round corners and a shadow, `MARGIN` wider on every side. */
async function cardOf(store: MediaStore, image: Image, { width, height }: { width: number; height: number }) {
  const { default: sharp } = await import("sharp");
  const svg = (inner: string, w: number, h: number) =>
    Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="${w}" height="${h}">${inner}</svg>`);
  const base = await sharp(await read(store, image))
    .resize(width, height, { fit: "cover" })
    .composite([
      { input: svg(`<rect width="${width}" height="${height}" rx="24"/>`, width, height), blend: "dest-in" },
    ])
    .png()
    .toBuffer();
  const [w, h] = [width + 2 * MARGIN, height + 2 * MARGIN];
  const shadow = await sharp(
    svg(
      `<rect x="${MARGIN}" y="${MARGIN + 8}" width="${width}" height="${height}" rx="24" opacity="0.75"/>`,
      w,
      h,
    ),
  )
    .blur(16)
    .png()
    .toBuffer();
  return sharp(shadow)
    .composite([{ input: base, left: MARGIN, top: MARGIN }])
    .png()
    .toBuffer();
}

const shade = (gradient: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}"><defs>${gradient}</defs>` +
  `<rect width="100%" height="100%" fill="url(#g)"/></svg>`;
const shadeLeft = shade(
  `<linearGradient id="g"><stop stop-color="${GROUND}" stop-opacity="0.85"/>` +
    `<stop offset="0.6" stop-color="${GROUND}" stop-opacity="0"/></linearGradient>`,
);
const shadeAll = shade(
  `<radialGradient id="g"><stop offset="0.4" stop-color="${GROUND}" stop-opacity="0"/>` +
    `<stop offset="1" stop-color="${GROUND}" stop-opacity="0.7"/></radialGradient>`,
);
const playSign =
  '<svg xmlns="http://www.w3.org/2000/svg" width="72" height="72"><circle cx="36" cy="36" r="36" fill="#fff" fill-opacity="0.94"/>' +
  `<path d="M29 22.500v27a2 2 0 0 0 3 1.700l22-13.500a2 2 0 0 0 0-3.400l-22-13.500a2 2 0 0 0-3 1.700z" fill="${GROUND}"/></svg>`;

/** Reads the file of a picture's widest version. */
async function read(store: MediaStore, image: Image): Promise<Buffer> {
  const file = /^\/media\/images\/([^/]+)$/.exec(image.url)?.[1] ?? "";
  if (!IMAGE_FILE.test(file)) throw notFound();
  const body = await store.read(`images/${file}`);
  if (!body) throw notFound();
  return body;
}
