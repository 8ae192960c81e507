import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { type Language, languages, type PageName, pageNames } from "@cliffhanger/contract";
import { PageTextError } from "./page-text-error.ts";

/** A page's text in one language, not yet taken apart. */
export interface PageText {
  title: string;
  /** Its date, YYYY-MM-DD. */
  version: string;
  markdown: string;
  /** Where it was read. */
  file: string;
}

/** Texts by page and language. */
export type PageTexts = Map<string, PageText>;

/** The folder of the texts that come with the software. */
export const defaultFolder = import.meta.dirname;

/** The key of a page's text. */
export function textKey(name: PageName, language: Language): string {
  return `${name}.${language}`;
}

/**
 * Reads the texts of a folder, of files such as `privacyPolicy.de.md`; what is not there is left out.
 * @param onFault hears of each text that cannot be used, in place of an exception
 */
export async function readTexts(
  folder: string,
  onFault: (file: string, error: PageTextError) => void,
): Promise<PageTexts> {
  const keys = pageNames.flatMap((name) => languages.map((language) => textKey(name, language)));
  const read = await Promise.all(
    keys.map(async (key) => [key, await readText(folder, key, onFault)] as const),
  );
  return new Map(read.flatMap(([key, text]) => (text ? [[key, text] as const] : [])));
}

async function readText(
  folder: string,
  key: string,
  onFault: (file: string, error: PageTextError) => void,
): Promise<PageText | null> {
  const file = join(folder, `${key}.md`);
  try {
    return { ...parseText(await readFile(file, "utf8")), file };
  } catch (error) {
    if (error instanceof PageTextError) onFault(file, error);
    else if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
    return null;
  }
}

/** Splits a file into what stands between its first two lines of `---` and the Markdown after them. */
export function parseText(given: string): Omit<PageText, "file"> {
  const [, head, markdown] = /^\uFEFF?---\r?\n(.*?)\r?\n---\r?\n(.*)$/s.exec(given) ?? [];
  if (head === undefined || markdown === undefined)
    throw new PageTextError("does not begin with title and version between two lines of ---");
  const told = new Map(
    head.split(/\r?\n/).map((line) => {
      const at = line.indexOf(":");
      return [line.slice(0, Math.max(0, at)).trim(), line.slice(at + 1).trim()];
    }),
  );
  const title = told.get("title") ?? "";
  const version = told.get("version") ?? "";
  if (title === "") throw new PageTextError("has no title");
  if (!/^\d{4}-\d{2}-\d{2}$/.test(version) || Number.isNaN(Date.parse(version)))
    throw new PageTextError(`has the version "${version}"; give its date, such as 2026-11-20`);
  return { title, version, markdown };
}
