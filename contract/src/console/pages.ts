import * as z from "zod";
import { Counted, Moment } from "../common.ts";
import { languages } from "../languages.ts";
import { PageName } from "../site.ts";

/** The longest text of a page. */
export const MAX_PAGE_LENGTH = 60_000;

const language = z.enum(languages);
const PageText = z.object({ title: z.string(), markdown: z.string() });
export type PageText = z.infer<typeof PageText>;

/** Where the text that visitors read comes from: a file in `DATA_DIR/pages`, the operator's own text, or the software. */
export const PageSource = z.enum(["file", "own", "usual"]);

/** A page in a language, as the list shows it. */
export const PageRow = z.object({
  name: PageName,
  language,
  title: z.string(),
  source: PageSource,
  /** The date of the text, which agreements name. */
  date: z.string(),
  changedAt: Moment.nullable(),
});
export type PageRow = z.infer<typeof PageRow>;

/** A page in a language: every text of it, and the earlier ones. */
export const ConsolePage = z.object({
  name: PageName,
  language,
  source: PageSource,
  date: z.string(),
  /** Raised by each change; 0 when the operator never had a text of their own. */
  version: z.int(),
  /** The operator's own text; null: the text of the software is used. */
  own: PageText.nullable(),
  usual: PageText,
  /** The text of the file, which is shown instead of both; null when there is none. */
  file: PageText.extend({ path: z.string() }).nullable(),
  changedAt: Moment.nullable(),
  changedBy: z.string().nullable(),
  /** Whether people agree to this page when they register. */
  isAgreed: z.boolean(),
  versions: z.array(
    z.object({
      version: z.int(),
      at: Moment,
      by: z.string().nullable(),
      cause: z.enum(["change", "restore", "remove"]),
      /** The number of its characters; null when the text of the software was taken. */
      length: z.int().nullable(),
    }),
  ),
});
export type ConsolePage = z.infer<typeof ConsolePage>;

/** What names a page in a language. */
export const PageInLanguage = z.object({ name: PageName, language });

const Text = z.object({
  title: z.string().max(200),
  markdown: z.string().max(MAX_PAGE_LENGTH),
});

/** Sets the operator's own text of a page; `text` null takes that of the software. `version` is the one that was read. */
export const PageChange = PageInLanguage.extend({
  version: Counted,
  text: Text.nullable(),
  /** The meaning changed: the text gets a new date, and what was agreed to before is an earlier version. */
  isNewVersion: z.boolean(),
  /** Answers what would happen, and changes nothing. */
  dryRun: z.boolean().optional(),
});
export type PageChange = z.infer<typeof PageChange>;

/** What a change does. */
export const PageChanged = z.object({
  page: ConsolePage,
  /** The date that agreements name from now on. */
  date: z.string(),
  /** How many members agreed to earlier versions alone; null when nobody agrees to this page. */
  mustAgree: z.int().nullable(),
});
export type PageChanged = z.infer<typeof PageChanged>;

/** Makes an earlier text the operator's own again. */
export const PageRestore = PageInLanguage.extend({
  version: Counted,
  restore: Counted.positive(),
});

/** A text to be shown as the page that visitors would get. */
export const PagePreview = PageInLanguage.extend(Text.shape);
export type PagePreview = z.infer<typeof PagePreview>;

/** Where the preview is, for an hour. */
export const PagePreviewed = z.object({ address: z.string() });
