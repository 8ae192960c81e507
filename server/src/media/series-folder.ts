import { readdir, realpath } from "node:fs/promises";
import { basename, extname, join, parse } from "node:path";
import type { Texts } from "#catalogue";
import { plainText } from "#platform/terminal";
import { captionName } from "./captions.ts";
import { MediaError } from "./confine.ts";
import { readSeriesFile, type SeriesFile } from "./series-file.ts";

/** A series folder as read. Its videos are not probed yet. */
export interface SeriesFolder {
  path: string;
  sourceKey: string;
  title: Texts;
  about: SeriesFile;
  episodes: EpisodeFile[];
  poster: string | null;
  cover: string | null;
  /** Sentences about likely mistakes, none of which prevents the ingest. */
  warnings: string[];
}

/** One video of a series folder with its caption files; paths are absolute. */
export interface EpisodeFile {
  number: number;
  path: string;
  title: Texts;
  captions: { path: string; language: string }[];
}

/** Names of video files. */
export const VIDEO = /\.(?:mp4|m4v|mov|mkv|webm|avi|flv|ts|m2ts|mts|mpg|mpeg|vob|mxf|3gp)$/i;
const PICTURE = ["jpg", "jpeg", "png", "webp"];
const NATURAL_ORDER = new Intl.Collator("en", { numeric: true, sensitivity: "base" });

/**
 * Finds the folders that are series: the folder itself if it contains videos, otherwise each subfolder that does.
 * @throws MediaError saying what is wrong with the folder
 */
export async function findSeriesFolders(path: string): Promise<string[]> {
  if (holdsVideos(await list(path))) return [path];
  const found: string[] = [];
  for (const { name } of (await list(path)).filter((entry) => entry.isFolder)) {
    if (holdsVideos(await list(join(path, name)))) found.push(join(path, name));
  }
  if (found.length > 0) return found;
  throw new MediaError(
    `${plainText(path)} holds no videos, and no folder in it does. Give the folder of a series, with files such as 01.mp4.`,
  );
}

function holdsVideos(entries: readonly Entry[]): boolean {
  return entries.some((entry) => entry.isFile && VIDEO.test(entry.name));
}

/**
 * Reads a folder of videos.
 * @throws MediaError when its series.yaml has an error
 */
export async function readSeriesFolder(path: string): Promise<SeriesFolder> {
  const names = (await list(path)).filter((entry) => entry.isFile).map((entry) => entry.name);
  const about = await readSeriesFile(join(path, "series.yaml"));
  const real = await realpath(path);
  const picture = (stem: string) => {
    const name = names.find((each) =>
      PICTURE.some((extension) => each.toLowerCase() === `${stem}.${extension}`),
    );
    return name ? join(path, name) : null;
  };
  const videos = names.filter((name) => VIDEO.test(name));
  const { chosen, warnings } = about.order
    ? orderVideos(join(path, "series.yaml"), about.order, videos)
    : { chosen: numberVideos(videos), warnings: doubles(videos) };
  const sideCars = names.flatMap((name) => {
    const found = captionName(name);
    return found ? [{ ...found, name }] : [];
  });
  const stems = new Set(chosen.map(({ name }) => parse(name).name));
  for (const { name } of sideCars.filter((each) => !stems.has(each.stem)))
    warnings.push(`${plainText(name)} belongs to no video.`);
  const episodes = chosen.map(({ name, number, rest }): EpisodeFile => {
    const captions = new Map<string, { path: string; language: string }>();
    for (const each of sideCars.filter(({ stem }) => stem === parse(name).name)) {
      if (captions.has(each.language))
        warnings.push(`${plainText(each.name)} is left out: another file holds these captions already.`);
      else captions.set(each.language, { path: join(path, each.name), language: each.language });
    }
    return {
      number,
      path: join(path, name),
      title: about.episodes.get(number) ?? (rest ? { [about.language]: rest } : {}),
      captions: [...captions.values()],
    };
  });
  return {
    path,
    sourceKey: about.key ? `key:${about.key}` : `folder:${real}`,
    title: about.title ?? { [about.language]: basename(real) },
    about,
    episodes,
    poster: picture("poster"),
    cover: picture("cover"),
    warnings,
  };
}

interface Numbered {
  name: string;
  number: number;
  rest: string;
}

/**
 * Returns the videos that `order` names, with its numbers.
 * @throws MediaError when it names a missing file
 */
function orderVideos(
  manifest: string,
  order: Map<number, string>,
  videos: readonly string[],
): { chosen: Numbered[]; warnings: string[] } {
  const missing = [...order.values()].find((name) => !videos.includes(name));
  if (missing)
    throw new MediaError(`${manifest} has a fault:\n  - order names ${missing}, which is not in the folder.`);
  const named = [...order.values()];
  const twice = named.find((name, index) => named.indexOf(name) !== index);
  if (twice) throw new MediaError(`${manifest} has a fault:\n  - order names ${twice} twice.`);
  const left = videos.filter((name) => !named.includes(name));
  return {
    chosen: [...order]
      .map(([number, name]) => ({ number, name, rest: nameParts(name)?.rest ?? "" }))
      .toSorted((a, b) => a.number - b.number),
    warnings: left.map(
      (name) => `${plainText(name)} is left out: series.yaml does not name it in its order.`,
    ),
  };
}

/** Reports names with the same number: then no number in a name is used. */
function doubles(videos: readonly string[]): string[] {
  const numbers = videos.map((name) => nameParts(name)?.number ?? 0);
  const twice = numbers.find((number, index) => number > 0 && numbers.indexOf(number) !== index);
  if (twice === undefined) return [];
  const both = videos.filter((_, index) => numbers[index] === twice).join(" and ");
  return [`${plainText(both)} have the same number, so the files are counted in the order of their names.`];
}

/**
 * Numbers videos. If every name begins with a number and no two are the same, these numbers are used. A new or
 * unreadable file then moves no other. Otherwise the natural order counts on after the episode `after`.
 */
export function numberVideos(names: readonly string[], after = 0): Numbered[] {
  const sorted = names.toSorted((a, b) => NATURAL_ORDER.compare(a, b));
  const parts = sorted.map(nameParts);
  const numbers = parts.map((part) => part?.number ?? 0);
  const usable = numbers.every((number) => number >= 1) && new Set(numbers).size === numbers.length;
  return sorted.map((name, index) => ({
    name,
    number: usable ? (numbers[index] ?? 0) : after + index + 1,
    rest: parts[index]?.rest ?? "",
  }));
}

/** Splits `Episode 2 - The letter.mp4` into the number at its start and the rest; null without a number. */
export function nameParts(name: string): { number: number; rest: string } | null {
  const part = /^(?:e|ep|episode)?[ ._-]*(\d{1,5})(?:[ ._-]+(.*))?$/i.exec(parse(name).name);
  return part && { number: Number(part[1]), rest: (part[2] ?? "").trim() };
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
      // A link counts by its name; its target is checked when it is read.
      isFile: entry.isFile() || (entry.isSymbolicLink() && extname(entry.name) !== ""),
      isFolder: entry.isDirectory(),
    }))
    .toSorted((a, b) => NATURAL_ORDER.compare(a.name, b.name));
}

function folderFault(path: string, code: string): string {
  if (code === "ENOENT")
    return `There is no folder ${plainText(path)}. Check the name; in a shell, put names with spaces in quotes.`;
  if (code === "ENOTDIR") return `${plainText(path)} is a file. Give the folder that it lies in.`;
  if (code === "EACCES" || code === "EPERM")
    return `The folder ${plainText(path)} may not be read. Give this user the right to (chmod u+rx).`;
  return `The folder ${plainText(path)} cannot be read (${code}).`;
}
