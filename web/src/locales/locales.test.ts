import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { languages } from "@cliffhanger/contract/languages";
import { expect, test } from "vitest";

type Words = { [key: string]: string | Words };

const folder = import.meta.dirname;
const plural = /_(zero|one|two|few|many|other)$/;

function read(language: string): Map<string, string> {
  const found = new Map<string, string>();
  const walk = (words: Words, path: string) => {
    for (const [key, value] of Object.entries(words)) {
      if (typeof value === "string") found.set(path + key, value);
      else walk(value, `${path}${key}.`);
    }
  };
  for (const file of groupsOf(language)) {
    walk(JSON.parse(readFileSync(join(folder, language, file), "utf8")) as Words, "");
  }
  return found;
}

function baseKeys(words: Map<string, string>): string[] {
  return [...new Set([...words.keys()].map((key) => key.replace(plural, "")))].toSorted();
}

function placeholders(text: string): string[] {
  return [...text.matchAll(/\{\{\w+\}\}|<\/?\w+>/g)].map(([match]) => match).toSorted();
}

function groupsOf(language: string): string[] {
  return readdirSync(join(folder, language)).toSorted();
}

const english = read("en");

test("R9: every language of the app has its words, and no others lie about", () => {
  const folders = readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  expect(folders.map((entry) => entry.name).toSorted()).toEqual(languages.toSorted());
  for (const language of languages) expect(groupsOf(language)).toEqual(groupsOf("en"));
});

test.each(languages)("R9: %s has every key and none too many", (language) => {
  expect(baseKeys(read(language))).toEqual(baseKeys(english));
});

test.each(languages)("R9: %s has each plural form that it needs", (language) => {
  const words = read(language);
  const categories = new Intl.PluralRules(language).resolvedOptions().pluralCategories.toSorted();
  const counted = new Set(
    [...english.keys()].filter((key) => plural.test(key)).map((key) => key.replace(plural, "")),
  );
  for (const base of counted) {
    const forms = [...words.keys()].filter((key) => key.replace(plural, "") === base);
    expect(forms.map((key) => plural.exec(key)?.[1] ?? "").toSorted()).toEqual(categories);
  }
});

test.each(languages)("R9: %s says something everywhere, with the same values in it", (language) => {
  for (const [key, text] of read(language)) {
    expect(text.trim(), key).not.toBe("");
    // A form for one may leave the number out.
    const original = key.endsWith("_one")
      ? text
      : (english.get(key) ?? english.get(key.replace(plural, "_other")));
    expect(placeholders(text), key).toEqual(placeholders(original ?? ""));
  }
});

test("R9: no language carries words that the app never says", () => {
  const sources = readdirSync(join(folder, ".."), { recursive: true, encoding: "utf8" })
    .filter((file) => /\.tsx?$/.test(file) && !file.includes(".test."))
    .map((file) => readFileSync(join(folder, "..", file), "utf8"))
    .join("\n");
  const literal = new Set(
    [...sources.matchAll(/["`]([a-zA-Z]+(?:\.[a-zA-Z]+)+)["`]/g)].map(([, key]) => key ?? ""),
  );
  const prefixes = [...sources.matchAll(/`([a-zA-Z]+(?:\.[a-zA-Z]+)*\.)\$\{/g)].map(([, key]) => key ?? "");
  const unused = baseKeys(english).filter(
    (key) => !literal.has(key) && !prefixes.some((prefix) => key.startsWith(prefix)),
  );
  expect(unused).toEqual([]);
});
