import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Language } from "@cliffhanger/contract/languages";
import { expect, type Page } from "@playwright/test";

const folder = join(import.meta.dirname, "../web/src/locales");

type Words = { [name: string]: Words | string };

/** What a missing message looks like: its key, such as "home.title", or a value that was not filled in. */
export const rawWords = new RegExp(
  `\\b(?:${headings().join("|")})\\.[a-z]\\w*|\\{\\{|\\}\\}|\\bundefined\\b|\\bNaN\\b`,
);

function headings(): string[] {
  return [...new Set(readdirSync(join(folder, "en")).flatMap((file) => Object.keys(read("en", file))))];
}

function read(language: Language, file: string): Words {
  return JSON.parse(readFileSync(join(folder, language, file), "utf8")) as Words;
}

/** The message that the app shows under a key, without values. */
export function messageOf(language: Language, key: string): string {
  for (const file of readdirSync(join(folder, language))) {
    let found: Words | string | undefined = read(language, file);
    for (const part of key.split(".")) found = typeof found === "object" ? found[part] : undefined;
    if (typeof found === "string") return found;
  }
  throw new Error(`There is no message ${key} in ${language}.`);
}

/** Fails when the page shows a key, or says one to a screen reader. */
export async function expectNoRawWords(page: Page, where: string): Promise<void> {
  const said = await page.evaluate(() => {
    const spoken = ["aria-label", "aria-description", "alt", "title", "placeholder"];
    const attributes = [...document.body.querySelectorAll(spoken.map((name) => `[${name}]`).join())];
    return [
      document.body.innerText,
      ...attributes.flatMap((element) => spoken.map((name) => element.getAttribute(name) ?? "")),
    ].join("\n");
  });
  expect(said.match(rawWords)?.[0], `a raw message key on ${where}`).toBeUndefined();
}
