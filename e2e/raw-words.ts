import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Language } from "@cliffhanger/contract/languages";
import { expect, type Page } from "@playwright/test";

/** The parts of the app with messages of their own. */
const folders = {
  web: join(import.meta.dirname, "../web/src/messages"),
  console: join(import.meta.dirname, "../console/src/messages"),
};
export type Part = keyof typeof folders;

/** Matches a missing message of each part: its id, such as "home.title", or a placeholder without a value. */
const rawWords = { web: rawWordsOf("web"), console: rawWordsOf("console") };

function rawWordsOf(part: Part): RegExp {
  const headings = [...messagesOf("en", part).keys()].filter((id) => id.includes("."));
  const first = new Set(headings.map((id) => id.split(".", 1)[0] ?? ""));
  return new RegExp(`\\b(?:${[...first].join("|")})\\.[a-z]\\w*|\\{\\w+[,}]|\\bundefined\\b|\\bNaN\\b`);
}

/** Returns the messages of a language by id, without values. */
export function messagesOf(language: Language, part: Part): Map<string, string> {
  const folder = join(folders[part], language);
  return new Map(
    readdirSync(folder).flatMap((file) =>
      Object.entries<string>(JSON.parse(readFileSync(join(folder, file), "utf8"))),
    ),
  );
}

/** Returns the message of an id, without values. */
export function messageOf(language: Language, id: string, part: Part = "web"): string {
  const text = messagesOf(language, part).get(id);
  if (text === undefined) throw new Error(`There is no message ${id} in ${language}.`);
  return text;
}

/** Fails if the page has a message key in its text or its accessible names. */
export async function expectNoRawWords(page: Page, where: string, part: Part = "web"): Promise<void> {
  const said = await page.evaluate(() => {
    const spoken = ["aria-label", "aria-description", "alt", "title", "placeholder"];
    const attributes = [...document.body.querySelectorAll(spoken.map((name) => `[${name}]`).join())];
    return [
      document.body.innerText,
      ...attributes.flatMap((element) => spoken.map((name) => element.getAttribute(name) ?? "")),
    ].join("\n");
  });
  expect(said.match(rawWords[part])?.[0], `a raw message key on ${where}`).toBeUndefined();
}
