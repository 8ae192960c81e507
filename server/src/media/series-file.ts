import { readFile } from "node:fs/promises";
import { type Language, languages } from "@cliffhanger/contract";
import { parse, YAMLParseError } from "yaml";
import * as z from "zod";
import type { TagInput, Texts } from "#catalogue";
import { MediaError } from "./confine.ts";

/** What `series.yaml` may say; what it leaves out has a default. */
export interface SeriesFile {
  title?: Texts | undefined;
  synopsis: Texts;
  language: Language;
  free: number;
  completed: boolean;
  tags: TagInput[];
  /** Titles by episode number. */
  episodes: Map<number, Texts>;
  /** Names the series for good, so that its folder can move. */
  key?: string | undefined;
}

/** R104: so many episodes are free where nothing else is said. */
const FREE_EPISODES = 8;

const line = z.string().trim().min(1).max(200);
const paragraph = z.string().trim().min(1).max(4_000);
const inLanguages = (text: z.ZodString) => {
  const shape = Object.fromEntries(languages.map((code) => [code, text.optional()]));
  return z.union([text.transform((value): Texts => ({ en: value })), z.strictObject(shape).transform((value): Texts => value)]);
};
const titles = inLanguages(line);
const Document = z.strictObject({
  key: z.string().regex(/^[a-z0-9-]{1,80}$/, "use a to z, 0 to 9 and hyphens").optional(),
  title: titles.optional(),
  synopsis: inLanguages(paragraph).default({}),
  language: z.enum(languages).default("en"),
  free: z.int().min(0).max(10_000).default(FREE_EPISODES),
  completed: z.boolean().default(false),
  categories: z.array(titles).max(20).default([]),
  tags: z.array(titles).max(40).default([]),
  episodes: z.union([z.array(titles), z.record(z.string().regex(/^[1-9]\d{0,4}$/), titles)]).default([]),
});

/**
 * Reads `series.yaml`, or gives the defaults where there is none.
 * @throws MediaError that names the line or the field
 */
export async function readSeriesFile(path: string): Promise<SeriesFile> {
  const text = await readFile(path, "utf8").catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return "{}";
    throw error;
  });
  const result = Document.safeParse(parseYaml(path, text) ?? {});
  if (!result.success) {
    const faults = result.error.issues.map((issue) => `  - ${issue.path.join(".") || "the file"}: ${issue.message}`);
    throw new MediaError(`${path} has a fault:\n${faults.join("\n")}`);
  }
  const { categories, tags, episodes, ...rest } = result.data;
  const named = (kind: TagInput["kind"], names: Texts[]) => names.map((name): TagInput => ({ kind, name }));
  const list = Array.isArray(episodes) ? episodes.map((title, index) => [index + 1, title] as const) : Object.entries(episodes);
  return {
    ...rest,
    tags: [...named("category", categories), ...named("tag", tags)],
    episodes: new Map(list.map(([number, title]) => [Number(number), title])),
  };
}

function parseYaml(path: string, text: string): unknown {
  try {
    return parse(text, { maxAliasCount: 100 });
  } catch (error) {
    if (!(error instanceof YAMLParseError)) throw error;
    throw new MediaError(`${path} is not YAML that we can read: ${error.message.split("\n")[0]}`, { cause: error });
  }
}
