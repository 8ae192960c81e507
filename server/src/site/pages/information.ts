import {
  type InformationPage,
  type Language,
  languages,
  type PageName,
  pageNames,
  type Site,
} from "@cliffhanger/contract";
import type { Log } from "#platform/log";
import { PageTextError } from "./page-text-error.ts";
import { defaultFolder, type PageText, type PageTexts, readTexts, textKey } from "./texts.ts";
import { type PageValues, valuesOf } from "./values.ts";

/** The information pages (R26): the texts of the software, or the operator's in their place. */
export interface InformationPages {
  /** Returns a page with the site's settings filled in. */
  read(name: PageName, language: Language, site: Site): Promise<InformationPage>;
  /** Returns the current version of each page, which agreements name. */
  versions(): Record<PageName, string>;
  /** Returns the texts of a page: the operator's file and own text, and that of the software. */
  textsOf(name: PageName, language: Language): Promise<TextsOfPage>;
  /** Reads the texts again after a change of the site. */
  forget(): void;
}

/** The texts of a page; the first that there is is shown. */
export interface TextsOfPage {
  file: PageText | null;
  own: PageText | null;
  usual: PageText;
}

/** What the pages need. */
export interface InformationOptions {
  /** The folder of the operator's own texts; it may be missing. */
  folder: string;
  publicOrigin: string | null;
  log: Log;
  /** Returns the texts that operators wrote in the console. */
  readOwn?: () => Promise<PageTexts>;
}

type Texts = { usual: PageTexts; written: PageTexts; files: PageTexts; own: PageTexts; shown: PageTexts };

/** Reads the texts. An unusable text of the operator is logged, and the default one is shown. */
export async function openInformationPages(options: InformationOptions): Promise<InformationPages> {
  const { publicOrigin, log } = options;
  let known = await load(options);
  let coming = Promise.resolve(known);
  return {
    async read(name, language, site) {
      const { shown } = await coming;
      const text = shown.get(textKey(name, language));
      if (!text) throw new Error(`There is no text of ${name} in ${language}.`);
      return pageOf(text, { name, language }, valuesOf(site, publicOrigin));
    },
    async textsOf(name, language) {
      const { files, written, usual } = await coming;
      const key = textKey(name, language);
      const text = usual.get(key);
      if (!text) throw new Error(`There is no text of ${name} in ${language}.`);
      return { file: files.get(key) ?? null, own: written.get(key) ?? null, usual: text };
    },
    versions: () => versionsOf(known),
    forget() {
      const before = coming;
      coming = load(options)
        .then((texts) => {
          known = texts;
          return texts;
        })
        .catch((error: unknown) => {
          log.error({ err: error }, "Information pages could not be read again; the previous ones stay");
          return before;
        });
    },
  };
}

// Our own texts are covered by a test; a fault in one is a fault of the build.
async function load({ folder, log, readOwn }: InformationOptions): Promise<Texts> {
  const logFault = (file: string, error: PageTextError) =>
    log.error(`${file}: ${error.message}. The text that came with the software is shown in its place.`);
  const usual = await readTexts(defaultFolder, (file, error) => {
    throw new Error(`${file}: ${error.message}.`);
  });
  const files = await readTexts(folder, logFault);
  const written = new Map(await readOwn?.());
  for (const texts of [files, written]) {
    for (const [key, text] of texts) {
      const fault = await faultOf(text);
      if (!fault) continue;
      logFault(text.file, fault);
      texts.delete(key);
    }
  }
  const own = new Map([...written, ...files]);
  return { usual, written, files, own, shown: new Map([...usual, ...own]) };
}

const set: PageValues = { site: "x", seller: "x", address: "x", email: "x@example.com", origin: "x" };
const unset: PageValues = { site: "x", seller: "", address: "", email: "", origin: "" };

/** Returns what is wrong with a text, with the site's settings filled in or not; null when it can be shown. */
export async function faultOf(text: PageText): Promise<PageTextError | null> {
  try {
    for (const values of [set, unset]) await pageOf(text, { name: "contactUs", language: "en" }, values);
    return null;
  } catch (error) {
    if (error instanceof PageTextError) return error;
    throw error;
  }
}

/** Returns a text as a page, with values for its placeholders. */
export async function pageOf(
  { title, version, markdown }: PageText,
  of: Pick<InformationPage, "name" | "language">,
  values: PageValues,
): Promise<InformationPage> {
  // Loaded at the first page, so that the start does not wait for a Markdown parser.
  const { blocksOf } = await import("./blocks.ts");
  return { ...of, title, version, blocks: blocksOf(markdown, values) };
}

// When the operator has texts of a page, their newest version is what people agree to.
function versionsOf({ own, shown }: Texts): Record<PageName, string> {
  const newest = (name: PageName, texts: PageTexts) =>
    languages
      .flatMap((language) => texts.get(textKey(name, language))?.version ?? [])
      .toSorted()
      .at(-1);
  return Object.fromEntries(
    pageNames.map((name) => [name, newest(name, own) ?? newest(name, shown) ?? ""]),
  ) as Record<PageName, string>;
}
