import { type Episode, LANGUAGES, type Series, type Words } from "./story.ts";

/** The lines of an episode in one language, as a WebVTT file. */
export function captions(episode: Episode, language: keyof Words): string {
  const cues = episode.lines.map(
    (line) => `${clock(line.from)} --> ${clock(line.to)}\n${line.says[language]}\n`,
  );
  return `WEBVTT\n\n${cues.join("\n")}`;
}

function clock(seconds: number): string {
  const ms = Math.round(seconds * 1000);
  const part = (value: number, digits: number) => String(value).padStart(digits, "0");
  return `${part(Math.floor(ms / 3_600_000), 2)}:${part(Math.floor(ms / 60_000) % 60, 2)}:${part(Math.floor(ms / 1000) % 60, 2)}.${part(ms % 1000, 3)}`;
}

/** The description of a series that the ingest reads, as YAML. */
export function describe(series: Series): string {
  // JSON strings are YAML strings: no text needs any other escaping.
  const inline = (words: Words) =>
    `{ ${LANGUAGES.map((language) => `${language}: ${JSON.stringify(words[language])}`).join(", ")} }`;
  const block = (words: Words) =>
    LANGUAGES.map((language) => `  ${language}: ${JSON.stringify(words[language])}`).join("\n");
  return [
    `key: ${series.slug}`,
    `title:\n${block(series.title)}`,
    `synopsis:\n${block(series.synopsis)}`,
    `language: ${series.language}`,
    `free: ${series.free}`,
    `completed: ${series.completed}`,
    `tags:\n${series.tags.map((tag) => `  - ${inline(tag)}`).join("\n")}`,
    `categories:\n${series.categories.map((category) => `  - ${inline(category)}`).join("\n")}`,
    `episodes:\n${series.episodes.map((episode) => `  - ${inline(episode.title)}`).join("\n")}`,
    "",
  ].join("\n");
}
