import type { UploadFile, UploadPlace } from "@cliffhanger/contract";
import { captionName } from "../captions.ts";
import { nameParts, numberVideos, VIDEO } from "../series-folder.ts";

const MIB = 1024 ** 2;
const GIB = 1024 ** 3;

/** The largest uploads. */
export const quota = { films: 100, bytes: 20 * GIB } as const;
const largest = { film: 8 * GIB, captions: MIB, poster: 20 * MIB, cover: 20 * MIB } as const;
const PICTURE = /^(poster|cover)\.(?:jpe?g|png|webp|avif)$/i;
const MAX_NAME_BYTES = 255;

/** An episode that a series has already. */
export interface KnownEpisode {
  number: number;
  hasFilm: boolean;
  /** The languages of its captions. */
  captions: readonly string[];
}

type Place = Omit<UploadPlace, "id">;

/**
 * Decides where each file goes: films by the number at the start of their names, or else in natural order after the last
 * episode; captions with the film of the same name; `poster` and `cover` to the series.
 */
export function planUpload(files: readonly UploadFile[], known: readonly KnownEpisode[]): Place[] {
  const last = Math.max(0, ...known.map(({ number }) => number));
  const films = files.filter(({ name, as }) => as === undefined && isPlainName(name) && VIDEO.test(name));
  const numbered = numberVideos([...new Set(films.map(({ name }) => name))], last);
  const chosen = new Map(numbered.map(({ name, number }) => [name, number]));
  for (const { name, number } of films) if (number !== undefined) chosen.set(name, number);
  const byStem = new Map([...chosen].map(([name, number]) => [stemOf(name), number]));
  const exists = new Set([...known.map(({ number }) => number), ...chosen.values()]);
  const taken = new Set<string>();
  let filmCount = 0;
  return files.map((file) => {
    const place = placeOf(file, { chosen, byStem, exists, known });
    if (place.leftOut !== null) return place;
    const slot = [place.kind, place.number, place.language].join();
    if (taken.has(slot)) return { ...place, leftOut: "double" };
    taken.add(slot);
    if (place.kind === "film") filmCount += 1;
    return filmCount > quota.films ? { ...place, leftOut: "too_many" } : place;
  });
}

interface Numbers {
  chosen: ReadonlyMap<string, number>;
  byStem: ReadonlyMap<string, number>;
  exists: ReadonlySet<number>;
  known: readonly KnownEpisode[];
}

function placeOf(file: UploadFile, { chosen, byStem, exists, known }: Numbers): Place {
  const { name, size } = file;
  const place: Place = {
    name,
    kind: null,
    number: null,
    language: null,
    leftOut: null,
    replaces: false,
  };
  if (!isPlainName(name)) return { ...place, leftOut: "bad_name" };
  const found = kindOf(file, { chosen, byStem });
  if (!found) return { ...place, leftOut: "not_media" };
  const { kind, number, language } = found;
  const episode = known.find((each) => each.number === number);
  const replaces =
    kind === "film"
      ? (episode?.hasFilm ?? false)
      : kind === "captions" && (episode?.captions.includes(language ?? "") ?? false);
  const whole: Place = { ...place, kind, number, language, replaces };
  if (size === 0) return { ...whole, leftOut: "empty" };
  if (size > largest[kind]) return { ...whole, leftOut: "too_big" };
  if (kind === "captions" && (number === null || !exists.has(number)))
    return { ...whole, leftOut: "no_episode" };
  return whole;
}

function kindOf(
  { name, number: given, as }: UploadFile,
  { chosen, byStem }: Pick<Numbers, "chosen" | "byStem">,
): { kind: NonNullable<UploadPlace["kind"]>; number: number | null; language: string | null } | null {
  if (as) return { kind: as, number: null, language: null };
  if (VIDEO.test(name)) return { kind: "film", number: chosen.get(name) ?? null, language: null };
  const caption = captionName(name);
  if (caption) {
    const { stem, language } = caption;
    const number = given ?? byStem.get(stem) ?? nameParts(`${stem}.mp4`)?.number ?? null;
    return { kind: "captions", number, language };
  }
  const [, picture] = PICTURE.exec(name) ?? [];
  return picture ? { kind: picture.toLowerCase() as "poster" | "cover", number: null, language: null } : null;
}

/** Returns the numbers between 1 and the last episode that no file and no episode has. */
export function missingNumbers(places: readonly Place[], known: readonly KnownEpisode[]): number[] {
  const present = new Set([
    ...known.map(({ number }) => number),
    ...places.flatMap(({ kind, number, leftOut }) =>
      kind === "film" && leftOut === null && number !== null ? [number] : [],
    ),
  ]);
  const last = Math.min(Math.max(0, ...present), 2000);
  return Array.from({ length: last }, (_, index) => index + 1).filter((number) => !present.has(number));
}

function stemOf(name: string): string {
  return name.replace(/\.[^.]+$/, "");
}

function isPlainName(name: string): boolean {
  return (
    name.isWellFormed() &&
    Buffer.byteLength(name) <= MAX_NAME_BYTES &&
    !/[\p{Cc}/\\]/u.test(name) &&
    !name.startsWith(".")
  );
}
