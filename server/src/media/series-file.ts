import { readFile } from "node:fs/promises";
import { type Language, languages } from "@cliffhanger/contract";
import { isMap, LineCounter, parseDocument } from "yaml";
import * as z from "zod";
import { gatewayFault } from "#billing";
import type { Prices, TagInput, Texts } from "#catalogue";
import { currencyDigits, minorUnits } from "#platform/money";
import { MediaError } from "./confine.ts";
import { FREE_EPISODES } from "./names.ts";
import { manifestFaults } from "./series-file-faults.ts";

/** The contents of `series.yaml`. Everything is optional and has a default. */
export interface SeriesFile {
  title?: Texts | undefined;
  synopsis: Texts;
  language: Language;
  free: number;
  completed: boolean;
  tags: TagInput[];
  /** Titles by episode number. */
  episodes: Map<number, Texts>;
  /** Video files by episode number, instead of their names and order. */
  order: Map<number, string> | null;
  /** The price of the whole series, if the file gives one. */
  unlockPrice: Prices | null;
  /** Identifies the series permanently, so that its folder can move. */
  key?: string | undefined;
}

const words = z.string("should be a text").trim().min(1, "is empty");
const textLine = words.max(200, "is longer than 200 characters");
const paragraph = words.max(4_000, "is longer than 4000 characters");
/** A plain text is in the language of the series. */
const inLanguages = (text: z.ZodString) => {
  const shape = Object.fromEntries(languages.map((code) => [code, text.optional()]));
  return z.union([text, z.strictObject(shape)], "should be a text, or texts by language");
};
const titles = inLanguages(textLine);
const number = z.string().regex(/^[1-9]\d{0,4}$/, "should be the number of an episode");
const episodeTitle = z.union(
  [textLine, z.strictObject({ title: titles }), z.strictObject(titles.options[1].shape)],
  "should be a title, or titles by language",
);
const file = textLine.regex(/^[^/\\]+$/, "should be the name of a file in this folder");
const yesOrNo = z.boolean("should be true or false");
const whole = z.int("should be a whole number").min(0, "is below 0").max(10_000, "is above 10000");
const Document = z.strictObject({
  key: z
    .string("should be a text")
    .regex(/^[a-z0-9-]{1,80}$/, "may hold a to z, 0 to 9 and hyphens, at most 80 of them")
    .optional(),
  title: titles.optional(),
  synopsis: inLanguages(paragraph).default({}),
  language: z.enum(languages, `should be one of ${languages.join(", ")}`).default("en"),
  free: whole.default(FREE_EPISODES),
  completed: yesOrNo.default(false),
  categories: z.array(titles, "should be a list").max(20, "holds more than 20").default([]),
  tags: z.array(titles, "should be a list").max(40, "holds more than 40").default([]),
  order: z.union([z.array(file), z.record(number, file)], "should be a list of file names").optional(),
  episodes: z
    .union([z.array(episodeTitle), z.record(number, episodeTitle)], "should be a list of titles")
    .default([]),
  unlock_price: z.record(z.string(), z.union([z.number(), z.string()], "should be an amount")).optional(),
});

/**
 * Reads `series.yaml`, or returns the defaults if there is none.
 * @throws MediaError with a sentence for each error and its line
 */
export async function readSeriesFile(path: string): Promise<SeriesFile> {
  const text = await readFile(path, "utf8").catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return "{}";
    throw error;
  });
  const lines = new LineCounter();
  const document = parseDocument(text.replace(/^\uFEFF/, ""), { lineCounter: lines, prettyErrors: false });
  const [broken] = document.errors;
  if (broken) {
    const at = lines.linePos(broken.pos[0]).line;
    throw new MediaError(`${path} is not YAML that we can read: line ${at}: ${broken.message}`);
  }
  if (document.contents !== null && !isMap(document.contents))
    throw new MediaError(`${path} should say things such as "title: The Salt Road", one a line.`);
  const result = Document.safeParse(document.toJS({ maxAliasCount: 100 }) ?? {});
  const faults = result.success ? priceFaults(result.data.unlock_price ?? {}) : result.error.issues;
  if (!result.success || faults.length > 0)
    throw new MediaError(`${path} has a fault:\n${manifestFaults(faults, document, lines).join("\n")}`);
  return describe(result.data);
}

type Titles = z.infer<typeof titles>;

function describe(data: z.infer<typeof Document>): SeriesFile {
  const { categories, tags, episodes, order, title, synopsis, unlock_price, ...rest } = data;
  const texts = (value: Titles): Texts => (typeof value === "string" ? { [rest.language]: value } : value);
  const named = (kind: TagInput["kind"], names: Titles[]) =>
    names.map((name): TagInput => ({ kind, name: texts(name) }));
  const titleOf = (value: z.infer<typeof episodeTitle>) =>
    texts(typeof value !== "string" && "title" in value ? (value.title as Titles) : value);
  const prices = Object.entries(unlock_price ?? {}).map(
    ([currency, amount]) => [currency, minorUnits(String(amount), currency) ?? 0] as const,
  );
  return {
    ...rest,
    ...(title !== undefined && { title: texts(title) }),
    synopsis: texts(synopsis),
    tags: [...named("category", categories), ...named("tag", tags)],
    episodes: new Map(numbered(episodes).map(([at, value]) => [at, titleOf(value)])),
    order: order ? new Map(numbered(order)) : null,
    unlockPrice: unlock_price ? Object.fromEntries(prices) : null,
  };
}

/** A list counts from 1; a mapping gives the numbers itself. */
function numbered<T>(list: T[] | Record<string, T>): [number, T][] {
  return Array.isArray(list)
    ? list.map((value, index) => [index + 1, value])
    : Object.entries(list).map(([at, value]) => [Number(at), value]);
}

function priceFaults(prices: Record<string, number | string>) {
  return Object.entries(prices).flatMap(([currency, amount]) => {
    const digits = currencyDigits(currency);
    const fault = (message: string) => [{ code: "custom", path: ["unlock_price", currency], message }];
    if (digits === null) return fault("should be a currency such as USD");
    const value = minorUnits(String(amount), currency);
    if (value === null) return fault(`should be an amount above 0 with at most ${digits} decimals`);
    const refused = (["stripe", "paypal"] as const).map((name) => gatewayFault(name, value, currency));
    return refused.includes(null) ? [] : fault(`should be a price that can be paid (${refused.join(" ")})`);
  });
}
