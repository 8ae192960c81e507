import { Image, languages } from "@cliffhanger/contract";
import * as z from "zod";
import { IMAGE_BASE } from "./images.ts";
import { ASSET_FILE, IMAGE_FILE } from "./names.ts";

/** Name of the file that describes a bundle. */
export const BUNDLE_FILE = "bundle.json";

const hash = z.string().regex(/^[a-f0-9]{64}$/);
const texts = z.strictObject(
  Object.fromEntries(languages.map((code) => [code, z.string().max(4_000).optional()])),
);
const rendition = z.strictObject({
  label: z.int().positive(),
  width: z.int().positive(),
  height: z.int().positive(),
  frameRate: z.number().positive(),
  codecs: z.array(z.string().regex(/^[a-z0-9.]{1,40}$/)),
  bandwidth: z.int().nonnegative(),
  averageBandwidth: z.int().nonnegative(),
  bytes: z.int().nonnegative(),
  segments: z.int().nonnegative(),
});
/** A bundle contains its pictures, so it may refer to no others. */
const image = Image.refine(
  (each) =>
    [each.url, ...[...each.srcset, ...(each.avif ?? [])].map((part) => part.url)].every(
      (url) => url.startsWith(IMAGE_BASE) && IMAGE_FILE.test(url.slice(IMAGE_BASE.length)),
    ),
  "names a picture that no bundle holds",
);
const episode = z.strictObject({
  number: z.int().positive(),
  title: texts,
  /** The folder of the episode's files within the bundle. */
  folder: z.string().regex(/^episode-\d{1,5}$/),
  name: z.string().max(255),
  sourceHash: hash,
  profile: z.enum(["standard", "demo"]),
  duration: z.number().positive(),
  width: z.int().positive(),
  height: z.int().positive(),
  bytes: z.int().nonnegative(),
  renditions: z.array(rendition).min(1),
  thumbnail: image,
  captions: z.array(z.strictObject({ language: z.enum(languages), file: z.string().regex(ASSET_FILE) })),
  files: z.record(z.string().regex(ASSET_FILE), hash),
});

/** A series, encoded and described, for transfer between installations. Every file is listed with its SHA-256. */
export const BundleFile = z.strictObject({
  version: z.literal(1),
  key: z.string().regex(/^[a-z0-9-]{1,80}$/),
  title: texts,
  synopsis: texts,
  language: z.enum(languages),
  freeEpisodeCount: z.int().nonnegative(),
  completed: z.boolean(),
  tags: z.array(z.strictObject({ kind: z.enum(["category", "tag"]), name: texts })),
  poster: image,
  cover: image,
  images: z.record(z.string().regex(IMAGE_FILE), hash),
  episodes: z.array(episode).min(1),
});
export type BundleFile = z.infer<typeof BundleFile>;
