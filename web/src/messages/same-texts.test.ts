import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { languages } from "@cliffhanger/contract/languages";
import { setupI18n } from "@lingui/core";
import { createInstance } from "i18next";
import { expect, test } from "vitest";
import { compileFile } from "../../build/compile-messages.ts";
import { translator } from "../lib/messages.ts";

// The number goes into every placeholder, then a text with each character that one of the formats might interpret.
const numbers = [0, 1, 2, 5, 1_000_000];
const text = `A {b} # ' "q" <i> \\u0041 \\x41 %`;
const plural = /_(?:zero|one|two|few|many|other)$/;

function readJson(...path: string[]): string {
  return readFileSync(join(import.meta.dirname, ...path), "utf8");
}

test.each(languages)("H11: every message of %s gives the same text as before", (language) => {
  let compared = 0;
  for (const file of readdirSync(join(import.meta.dirname, language))) {
    const before = JSON.parse(readJson("../locales", language, file));
    const old = createInstance();
    void old.init({
      lng: language,
      fallbackLng: false,
      resources: { [language]: { translation: before } },
      initAsync: false,
      interpolation: { escapeValue: false },
      returnNull: false,
    });
    const messages = compileFile(readJson(language, file), file);
    const t = translator(setupI18n({ locale: language, messages: { [language]: messages } }));
    const entries = flat(before);
    expect(Object.keys(messages).toSorted()).toEqual(
      [...new Set(entries.map(([key]) => key.replace(plural, "")))].toSorted(),
    );
    for (const id of Object.keys(messages)) {
      const forms = entries.filter(([key]) => key.replace(plural, "") === id).map(([, words]) => words);
      const names = forms.flatMap((words) => [...words.matchAll(/\{\{(\w+)/g)].map(([, name]) => name ?? ""));
      const samples = numbers.flatMap((count) => [
        Object.fromEntries(["count", ...names].map((name) => [name, count])),
        { ...Object.fromEntries(names.map((name) => [name, text])), count },
        { ...Object.fromEntries(names.map((name) => [name, undefined])), count },
      ]);
      for (const values of samples) {
        expect(t(id as "site.home", values), `${file} ${id} ${JSON.stringify(values)}`).toBe(
          old.t(id as "site.home", values as { count: number }),
        );
        compared += 1;
      }
    }
  }
  expect(compared).toBeGreaterThan(9000);
});

function flat(words: object, path = ""): [string, string][] {
  return Object.entries(words).flatMap(([key, value]): [string, string][] =>
    typeof value === "string" ? [[path + key, value]] : flat(value, `${path}${key}.`),
  );
}
