import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { type Language, languages, type PageName, pageNames } from "@cliffhanger/contract";
import { PageTextError } from "./page-text-error.ts";

/** A page's text in one language, not yet parsed. */
export interface PageText {
  title: string;
  /** Its date, YYYY-MM-DD. */
  version: string;
  markdown: string;
  /** The file that it was read from. */
  file: string;
}

/** Texts by page and language. */
export type PageTexts = Map<string, PageText>;

/** The folder of the texts that come with the software. */
export const defaultFolder = import.meta.dirname;

/** Returns the key of a page's text. */
export function textKey(name: PageName, language: Language): string {
  return `${name}.${language}`;
}

/**
 * Reads the texts of a folder, from files such as `privacyPolicy.de.md`; missing ones are left out.
 * @param onFault receives each unusable text instead of an exception
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

/** Splits a file into the header between its first two lines of `---` and the Markdown after it. */
export function parseText(given: string): Omit<PageText, "file"> {
  const [, head, markdown] = /^\uFEFF?---\r?\n(.*?)\r?\n---\r?\n(.*)$/s.exec(given) ?? [];
  if (head === undefined || markdown === undefined)
    throw new PageTextError("does not begin with title and version between two lines of ---");
  const fields = new Map(
    head.split(/\r?\n/).map((row) => {
      const at = row.indexOf(":");
      return [row.slice(0, Math.max(0, at)).trim(), row.slice(at + 1).trim()];
    }),
  );
  const title = fields.get("title") ?? "";
  const version = fields.get("version") ?? "";
  if (title === "") throw new PageTextError("has no title");
  if (!/^\d{4}-\d{2}-\d{2}$/.test(version) || Number.isNaN(Date.parse(version)))
    throw new PageTextError(`has the version "${version}"; give its date, such as 2026-11-20`);
  return { title, version, markdown };
}
