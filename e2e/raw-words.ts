import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Language } from "@cliffhanger/contract/languages";
import { expect, type Page } from "@playwright/test";

const folder = join(import.meta.dirname, "../web/src/messages");

/** Matches a missing message: its id, such as "home.title", or a placeholder without a value. */
export const rawWords = new RegExp(
  `\\b(?:${headings().join("|")})\\.[a-z]\\w*|\\{\\w+[,}]|\\bundefined\\b|\\bNaN\\b`,
);

function headings(): string[] {
  const ids = readdirSync(join(folder, "en")).flatMap((file) => Object.keys(read("en", file)));
  return [...new Set(ids.map((id) => id.split(".", 1)[0] ?? ""))];
}

function read(language: Language, file: string): Record<string, string> {
  return JSON.parse(readFileSync(join(folder, language, file), "utf8"));
}

/** Returns the message of an id, without values. */
export function messageOf(language: Language, id: string): string {
  for (const file of readdirSync(join(folder, language))) {
    const text = read(language, file)[id];
    if (text !== undefined) return text;
  }
  throw new Error(`There is no message ${id} in ${language}.`);
}

/** Fails if the page has a message key in its text or its accessible names. */
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
