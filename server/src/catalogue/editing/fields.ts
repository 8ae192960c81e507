import { type FieldValue, languages, type SeriesContent } from "@cliffhanger/contract";
import type { Say } from "#platform/said";
import type { Texts } from "../tables.ts";

/** The limits of texts, as a series' folder has them. */
const MAX_TITLE_LENGTH = 200;
const MAX_SYNOPSIS_LENGTH = 4000;
const MAX_FREE = 10_000;

/** Returns the value of a field; undefined when there is no such field. A missing text is null. */
export function readField(content: SeriesContent, path: string): FieldValue | undefined {
  const [name = "", ...rest] = path.split(".");
  if (name === "language" || name === "free" || name === "completed" || name === "tags")
    return rest.length === 0 ? content[name] : undefined;
  const at = textsAt(content, name, rest);
  return at && (at.texts[at.language] ?? null);
}

/** Returns content with another value of a field. The value must fit: see {@link faultOfField}. */
export function withField(content: SeriesContent, path: string, value: FieldValue): SeriesContent {
  const next = structuredClone(content);
  const [name = "", ...rest] = path.split(".");
  const at = textsAt(next, name, rest);
  if (!at) return { ...next, [name]: value };
  const text = typeof value === "string" ? value.trim() : "";
  if (text === "") delete at.texts[at.language];
  else at.texts[at.language] = text;
  return next;
}

/** Returns why a field cannot have a value, as a sentence; null when it can. */
export function faultOfField(content: SeriesContent, path: string, value: FieldValue): Say | null {
  const [name = "", ...rest] = path.split(".");
  if (name === "language")
    return languages.some((one) => one === value) ? null : (t) => t("seriesFault.language");
  if (name === "completed") return typeof value === "boolean" ? null : (t) => t("seriesFault.yesNo");
  if (name === "free")
    return Number.isInteger(value) && Number(value) >= 0 && Number(value) <= MAX_FREE
      ? null
      : (t) => t("seriesFault.free", { most: MAX_FREE });
  if (name === "tags") return Array.isArray(value) ? null : (t) => t("seriesFault.tags");
  if (!textsAt(content, name, rest)) return (t) => t("seriesFault.noField");
  const text = value === null ? "" : value;
  if (typeof text !== "string") return (t) => t("seriesFault.text");
  const limit = name === "synopsis" ? MAX_SYNOPSIS_LENGTH : MAX_TITLE_LENGTH;
  const { length } = text.trim();
  return length > limit ? (t) => t("tagFault.long", { most: limit, length }) : null;
}

function textsAt(
  content: SeriesContent,
  name: string,
  rest: readonly string[],
): { texts: Texts; language: (typeof languages)[number] } | undefined {
  const language = languages.find((one) => one === rest.at(-1));
  if (!language) return undefined;
  if ((name === "title" || name === "synopsis") && rest.length === 1)
    return { texts: content[name], language };
  const [id = ""] = rest;
  const isEpisode = name === "episode" && rest.length === 2 && Object.hasOwn(content.episodes, id);
  const texts = isEpisode ? content.episodes[id] : undefined;
  return texts && { texts, language };
}

/** Returns whether two values of a field are the same; an empty text is a missing one. */
export function isSame(one: FieldValue, other: FieldValue): boolean {
  const plain = (value: FieldValue) => (typeof value === "string" ? value.trim() || null : value);
  return JSON.stringify(plain(one)) === JSON.stringify(plain(other));
}

/** Returns the fields that differ between two contents. */
export function differingFields(before: SeriesContent, after: SeriesContent): string[] {
  const texts = (prefix: string, one: Texts = {}, other: Texts = {}) =>
    languages.filter((code) => (one[code] ?? "") !== (other[code] ?? "")).map((code) => `${prefix}.${code}`);
  const episodes = new Set([...Object.keys(before.episodes), ...Object.keys(after.episodes)]);
  return [
    ...texts("title", before.title, after.title),
    ...texts("synopsis", before.synopsis, after.synopsis),
    ...(["language", "free", "completed", "tags"] as const).filter(
      (name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]),
    ),
    ...(["poster", "cover"] as const).filter((name) => before[name]?.url !== after[name]?.url),
    ...(isSameOrder(before.numbers, after.numbers) ? [] : ["order"]),
    ...[...episodes].flatMap((id) => texts(`episode.${id}`, before.episodes[id], after.episodes[id])),
  ];
}

/** Returns whether the episodes that both have are in the same order, with the same numbers. */
function isSameOrder(one: SeriesContent["numbers"] = {}, other: SeriesContent["numbers"] = {}): boolean {
  return Object.entries(one).every(([id, number]) => (other[id] ?? number) === number);
}

/** Returns the fields of content for the audit log, by their paths. */
export function pickFields(content: SeriesContent, fields: readonly string[]): object {
  return Object.fromEntries(fields.map((path) => [path, pickField(content, path)]));
}

function pickField(content: SeriesContent, path: string): unknown {
  if (path === "poster" || path === "cover") return content[path]?.url ?? null;
  if (path === "order") return content.numbers ?? {};
  return readField(content, path) ?? null;
}
