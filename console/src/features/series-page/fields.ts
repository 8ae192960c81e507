import type { ConsoleEpisode, FieldValue, SeriesContent } from "@cliffhanger/contract/console/series";
import { isMessage, t } from "../../lib/messages.ts";

/** Returns the value of a field of a series; null for a text that is not there. */
export function readField(content: SeriesContent, path: string): FieldValue {
  const [name = "", first = "", second = ""] = path.split(".");
  if (name === "title" || name === "synopsis") return textOf(content[name], first);
  if (name === "episode") return textOf(content.episodes[first] ?? {}, second);
  if (name === "language" || name === "free" || name === "completed" || name === "tags") return content[name];
  return null;
}

function textOf(texts: Readonly<Record<string, string | undefined>>, language: string): string | null {
  return texts[language] ?? null;
}

/** Returns whether two values are the same; an empty text is a missing one. */
export function isSame(one: FieldValue, other: FieldValue): boolean {
  const plain = (value: FieldValue) => (typeof value === "string" ? value.trim() || null : value);
  return JSON.stringify(plain(one)) === JSON.stringify(plain(other));
}

/** Returns the name of a field in words: "Title, French", "Episode 3, German". */
export function fieldWords(path: string, episodes: readonly ConsoleEpisode[]): string {
  const [name = "", first = "", second = ""] = path.split(".");
  const code = `language.${name === "episode" ? second : first}`;
  const language = isMessage(code) ? t(code) : "";
  if (name === "episode") {
    const number = episodes.find(({ id }) => id === first)?.number ?? "?";
    return t("field.episode", { number, language });
  }
  const id = `field.${name}`;
  const words = isMessage(id) ? t(id) : name;
  return language === "" ? words : `${words}, ${language}`;
}

/** Returns a value in words. */
export function valueWords(value: FieldValue): string {
  if (value === null || value === "") return t("field.none");
  if (typeof value === "boolean") return t(value ? "yes" : "no");
  return Array.isArray(value) ? value.join(", ") : String(value);
}
