import { readdir, realpath } from "node:fs/promises";
import { basename, extname, join, parse } from "node:path";
import type { Texts } from "#catalogue";
import { captionLanguage } from "./captions.ts";
import { MediaError } from "./confine.ts";
import { readSeriesFile, type SeriesFile } from "./series-file.ts";

/** A folder that is a series, read and not yet believed: its videos may turn out to be none. */
export interface SeriesFolder {
  path: string;
  sourceKey: string;
  title: Texts;
  about: SeriesFile;
  episodes: EpisodeFile[];
  poster: string | null;
  cover: string | null;
}

/** One video of a series folder, with its side-cars; paths are absolute. */
export interface EpisodeFile {
  number: number;
  path: string;
  title: Texts;
  captions: { path: string; language: string }[];
}

const VIDEO = /\.(?:mp4|m4v|mov|mkv|webm|avi|flv|ts|m2ts|mts|mpg|mpeg|vob|mxf|3gp)$/i;
const PICTURE = ["jpg", "jpeg", "png", "webp"];
const NATURAL_ORDER = new Intl.Collator("en", { numeric: true, sensitivity: "base" });

/**
 * The series in a folder: the folder itself where videos lie in it, else each folder below that holds some.
 * @throws MediaError saying what is wrong with the folder
 */
export async function findSeriesFolders(path: string): Promise<SeriesFolder[]> {
  const names = await list(path);
  if (names.some((entry) => entry.isFile && VIDEO.test(entry.name))) return [await readSeriesFolder(path, names)];
  const found: SeriesFolder[] = [];
  for (const { name } of names.filter((entry) => entry.isFolder)) {
    const below = await list(join(path, name));
    if (below.some((entry) => entry.isFile && VIDEO.test(entry.name))) found.push(await readSeriesFolder(join(path, name), below));
  }
  if (found.length > 0) return found;
  throw new MediaError(`${path} holds no videos, and no folder in it does. Give the folder of a series, with files such as 01.mp4.`);
}

async function readSeriesFolder(path: string, entries: Entry[]): Promise<SeriesFolder> {
  const names = entries.filter((entry) => entry.isFile).map((entry) => entry.name);
  const about = await readSeriesFile(join(path, "series.yaml"));
  const real = await realpath(path);
  const picture = (stem: string) => {
    const name = names.find((each) => PICTURE.some((extension) => each.toLowerCase() === `${stem}.${extension}`));
    return name ? join(path, name) : null;
  };
  return {
    path,
    sourceKey: about.key ? `key:${about.key}` : `folder:${real}`,
    title: about.title ?? { en: basename(real) },
    about,
    episodes: numberVideos(names.filter((name) => VIDEO.test(name))).map(({ name, number, rest }) => ({
      number,
      path: join(path, name),
      title: about.episodes.get(number) ?? (rest ? { en: rest } : {}),
      captions: captionsOf(parse(name).name, names).map((each) => ({ ...each, path: join(path, each.path) })),
    })),
    poster: picture("poster"),
    cover: picture("cover"),
  };
}

/**
 * Numbers videos: by the number that each name begins with where all have one and no two the same, so that a
 * file that comes later or cannot be read moves no other; else by their natural order from 1.
 */
export function numberVideos(names: readonly string[]): { name: string; number: number; rest: string }[] {
  const sorted = names.toSorted((a, b) => NATURAL_ORDER.compare(a, b));
  const parts = sorted.map((name) => /^(?:e|ep|episode)?[ ._-]*(\d{1,5})(?:[ ._-]+(.*))?$/i.exec(parse(name).name));
  const numbers = parts.map((part) => Number(part?.[1] ?? 0));
  const usable = numbers.every((number) => number >= 1) && new Set(numbers).size === numbers.length;
  return sorted.map((name, index) => ({
    name,
    number: usable ? (numbers[index] ?? 0) : index + 1,
    rest: (parts[index]?.[2] ?? "").trim(),
  }));
}

function captionsOf(stem: string, names: readonly string[]): { path: string; language: string }[] {
  return names.flatMap((name) => {
    const language = captionLanguage(name);
    return language && name.slice(0, -`.${language}.vtt`.length) === stem ? [{ path: name, language }] : [];
  });
}

interface Entry {
  name: string;
  isFile: boolean;
  isFolder: boolean;
}

async function list(path: string): Promise<Entry[]> {
  const entries = await readdir(path, { withFileTypes: true }).catch((error: NodeJS.ErrnoException) => {
    throw new MediaError(folderFault(path, error.code ?? ""), { cause: error });
  });
  return entries
    .filter((entry) => !entry.name.startsWith("."))
    .map((entry) => ({
      name: entry.name,
      // A link counts as what its name says; what lies behind it is looked at when it is read.
      isFile: entry.isFile() || (entry.isSymbolicLink() && extname(entry.name) !== ""),
      isFolder: entry.isDirectory(),
    }))
    .toSorted((a, b) => NATURAL_ORDER.compare(a.name, b.name));
}

function folderFault(path: string, code: string): string {
  if (code === "ENOENT") return `There is no folder ${path}. Check the name; in a shell, put names with spaces in quotes.`;
  if (code === "ENOTDIR") return `${path} is a file. Give the folder that it lies in.`;
  if (code === "EACCES" || code === "EPERM") return `The folder ${path} may not be read. Give this user the right to (chmod u+rx).`;
  return `The folder ${path} cannot be read (${code}).`;
}
