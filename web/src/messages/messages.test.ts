import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { type Language, languages } from "@cliffhanger/contract/languages";
import type { CompiledMessage } from "@lingui/message-utils/compileMessage";
import { describe, expect, test, vi } from "vitest";
import { compileFile, compileMessages } from "../../build/compile-messages.ts";
import { createI18n, translator } from "../lib/messages.ts";

const src = join(import.meta.dirname, "..");
const server = join(import.meta.dirname, "../../../server");
const console = join(import.meta.dirname, "../../../console/src");
const parts = [
  { name: "the web", folder: import.meta.dirname, sources: src, plurals: 16 },
  { name: "the console", folder: join(console, "messages"), sources: console, plurals: 50 },
  { name: "the server", folder: join(server, "locales"), sources: join(server, "src"), plurals: 2 },
];

function groupsOf(folder: string, language: string): string[] {
  return readdirSync(join(folder, language)).toSorted();
}

/** Returns the texts of a language by `group id`. */
function read(folder: string, language: string): Map<string, string> {
  return new Map(
    groupsOf(folder, language).flatMap((file) => {
      const messages: Record<string, string> = JSON.parse(readFileSync(join(folder, language, file), "utf8"));
      return Object.entries(messages).map(([id, text]) => [`${file} ${id}`, text] as const);
    }),
  );
}

interface Plural {
  value: string;
  forms: Record<string, string[]>;
}

/** Returns the placeholders and tags of a text, and its plurals with those of each form. */
function partsOf(text: string): { plain: string[]; plurals: Plural[] } {
  const plurals: Plural[] = [];
  const plain = collect(compileFile(JSON.stringify({ text }), "")["text"] ?? [], plurals);
  return { plain, plurals };
}

function collect(tokens: CompiledMessage, plurals: Plural[]): string[] {
  return tokens
    .flatMap((token) => {
      if (typeof token === "string") return [...token.matchAll(/<\/?\w+>/g)].map(([tag]) => tag);
      const [name, format, choices] = token;
      if (format !== "plural") return [`{${[name, format].filter(Boolean).join(", ")}}`];
      const { offset: _, ...texts } = choices as { offset?: number } & Record<string, CompiledMessage>;
      const forms = Object.entries(texts).map(([form, text]) => [form, collect(text, plurals)] as const);
      plurals.push({ value: name, forms: Object.fromEntries(forms) });
      return [];
    })
    .toSorted();
}

/** Whether a form is one of the language, not that of a single number such as `=0`. */
const isCategory = (form: string) => !/^\d+$/.test(form);

describe.each(parts)("messages of $name", ({ folder, sources, plurals }) => {
  const english = read(folder, "en");

  test("R9, H18: every language of the app has its messages, and there are no others", () => {
    const folders = readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isDirectory());
    expect(folders.map((entry) => entry.name).toSorted()).toEqual(languages.toSorted());
    for (const language of languages) expect(groupsOf(folder, language)).toEqual(groupsOf(folder, "en"));
  });

  test.each(languages)("R9, H18: %s has every message in the same file, and none too many", (language) => {
    expect([...read(folder, language).keys()].toSorted()).toEqual([...english.keys()].toSorted());
  });

  test.each(languages)("R9, H18: %s has exactly the plural forms that its numbers need", (language) => {
    const categories = new Intl.PluralRules(language).resolvedOptions().pluralCategories.toSorted();
    let found = 0;
    for (const [id, text] of read(folder, language)) {
      for (const { forms } of partsOf(text).plurals) {
        expect(Object.keys(forms).filter(isCategory).toSorted(), id).toEqual(categories);
        found += 1;
      }
    }
    expect(found).toBeGreaterThanOrEqual(plurals);
  });

  test.each(languages)("R9, H18: %s says something everywhere, with the same values in it", (language) => {
    for (const [id, text] of read(folder, language)) {
      expect(text.trim(), id).not.toBe("");
      const own = partsOf(text);
      const original = partsOf(english.get(id) ?? "");
      expect(own.plain, id).toEqual(original.plain);
      expect(own.plurals.map(({ value }) => value)).toEqual(original.plurals.map(({ value }) => value));
      for (const [at, { forms }] of own.plurals.entries()) {
        for (const [form, values] of Object.entries(forms)) {
          // A singular form, and one of a single number, may leave the number out.
          if (form === "one" || !isCategory(form)) continue;
          expect(values, `${id}, ${form}`).toEqual(original.plurals[at]?.forms["other"]);
        }
      }
    }
  });

  test("R9, H18: no language has a message that the app never shows", () => {
    const code = readdirSync(sources, { recursive: true, encoding: "utf8" })
      .filter((file) => /\.tsx?$/.test(file) && !file.includes(".test."))
      .map((file) => readFileSync(join(sources, file), "utf8"))
      .join("\n");
    const literal = new Set(
      [...code.matchAll(/["`]([a-zA-Z]+(?:\.[\w-]+)*)["`]/g)].map(([, id]) => id ?? ""),
    );
    const prefixes = [...code.matchAll(/`([a-zA-Z]+(?:\.[a-zA-Z]+)*\.)\$\{/g)].map(([, id]) => id ?? "");
    const ids = [...english.keys()].map((key) => key.split(" ")[1] ?? "");
    // A name in code may also stand for all ids below it.
    const isShown = (id: string) =>
      literal.has(id) ||
      literal.has(id.replace(/\.[^.]+$/, "")) ||
      prefixes.some((prefix) => id.startsWith(prefix));
    expect(ids.filter((id) => !isShown(id))).toEqual([]);
  });
});

test.each([
  ["an open placeholder", "Hello {name"],
  ["a plural without other", "{count, plural, one {one episode}}"],
  ["a choice without other", "{kind, select, unlock {yours}}"],
  ["a form that no language has", "{count, plural, singular {one} other {more}}"],
  ["a format that the page cannot apply", "{count, nummer}"],
  ["such a format within a plural", "{count, plural, other {{count, nummer}}}"],
])("R9: a message with %s fails the build with its file and id", (_, text) => {
  const { handler } = compileMessages().transform as { handler: (code: string, id: string) => unknown };
  const build = () => handler(JSON.stringify({ "home.title": "Home", "home.bad": text }), "fr/core.json");
  expect(build).toThrow(/^fr\/core\.json: malformed message "home\.bad": /);
});

test.each(["{count, plural, one {#} other {{count}}}", "{count, plural, =0 {none} one {one} other {more}}"])(
  "R9: the app's message %s fails the build, because its plurals are chosen by their form",
  (text) => {
    const build = () => compileFile(JSON.stringify({ bad: text }), "en/core.json", { pluralsByForm: true });
    expect(build).toThrow(/^en\/core\.json: malformed message "bad": \{count\} has /);
  },
);

test("V22: a plural without a formatted number makes no number format", () => {
  const text = "{count, plural, one {{count} episode} other {{count} episodes}}";
  const messages = compileFile(JSON.stringify({ "series.episodes": text }), "", { pluralsByForm: true });
  const made = vi.spyOn(Intl, "NumberFormat");
  const t = translator(createI18n("en", messages));
  expect([1, 2].map((count) => t("series.episodes", { count }))).toEqual(["1 episode", "2 episodes"]);
  expect(made).not.toHaveBeenCalled();
});

test("R9: numbers and plurals follow the language", () => {
  const text =
    "{count, plural, one {{count, number} série} many {{count, number} de séries} other {{count, number} séries}}";
  const say = (language: Language, count: number) => {
    const messages = compileFile(JSON.stringify({ "list.count": text }), "", { pluralsByForm: true });
    const i18n = createI18n(language, messages);
    return translator(i18n)("list.count", { count });
  };
  expect([0, 1, 2, 1_000_000].map((count) => say("fr", count))).toEqual([
    "0 série",
    "1 série",
    "2 séries",
    "1\u202f000\u202f000 de séries",
  ]);
  expect(say("de", 1234)).toBe("1.234 séries");
});

test("R24: text written by a viewer is shown unchanged", () => {
  const t = translator(createI18n("en", { "search.emptyTitle": ["Nothing for ", ["keyword"]] }));
  for (const keyword of [`{name}`, `\\u0041`, `\\x41\\`, `# ' "`, `<b>`])
    expect(t("search.emptyTitle", { keyword })).toBe(`Nothing for ${keyword}`);
});
