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

/** The information pages (R26): the texts that come with the software, and the operator's own in their place. */
export interface InformationPages {
  /** A page with the site's settings filled in. */
  read(name: PageName, language: Language, site: Site): Promise<InformationPage>;
  /** Which version of each page is shown: agreements name it. */
  versions(): Record<PageName, string>;
  /** Reads the files anew: something about the site has changed. */
  forget(): void;
}

/** What the pages need. */
export interface InformationOptions {
  /** The operator's own texts; it need not exist. */
  folder: string;
  publicOrigin: string | null;
  log: Log;
}

type Texts = { own: PageTexts; shown: PageTexts };

/** Reads the texts. One of the operator's that cannot be used is told to the log, and the usual one is shown. */
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
    versions: () => versionsOf(known),
    forget() {
      const before = coming;
      coming = load(options)
        .then((texts) => {
          known = texts;
          return texts;
        })
        .catch((error: unknown) => {
          log.error({ err: error }, "The information pages could not be read anew");
          return before;
        });
    },
  };
}

// Our own texts have a test; a fault in one is a fault of the build.
async function load({ folder, log }: InformationOptions): Promise<Texts> {
  const tell = (file: string, error: PageTextError) =>
    log.error(`${file}: ${error.message}. The text that came with the software is shown in its place.`);
  const usual = await readTexts(defaultFolder, (file, error) => {
    throw new Error(`${file}: ${error.message}.`);
  });
  const own = await readTexts(folder, tell);
  for (const [key, text] of own) {
    const fault = await faultOf(text);
    if (!fault) continue;
    tell(text.file, fault);
    own.delete(key);
  }
  return { own, shown: new Map([...usual, ...own]) };
}

const set: PageValues = { site: "x", seller: "x", address: "x", email: "x@example.com", origin: "x" };
const unset: PageValues = { site: "x", seller: "", address: "", email: "", origin: "" };

/** What is wrong with a text, whether the site's settings are filled in or not; null where it can be shown. */
async function faultOf(text: PageText): Promise<PageTextError | null> {
  try {
    for (const values of [set, unset]) await pageOf(text, { name: "contactUs", language: "en" }, values);
    return null;
  } catch (error) {
    if (error instanceof PageTextError) return error;
    throw error;
  }
}

async function pageOf(
  { title, version, markdown }: PageText,
  of: Pick<InformationPage, "name" | "language">,
  values: PageValues,
): Promise<InformationPage> {
  // Loaded when the first page is asked for: starting does not wait for a parser of Markdown.
  const { blocksOf } = await import("./blocks.ts");
  return { ...of, title, version, blocks: blocksOf(markdown, values) };
}

// Where the operator has texts of their own, the newest of them is what people agree to.
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
