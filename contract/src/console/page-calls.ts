import * as z from "zod";
import type { Call } from "../call.ts";
import {
  ConsolePage,
  MAX_PAGE_LENGTH,
  PageChange,
  PageChanged,
  PageInLanguage,
  PagePreview,
  PagePreviewed,
  PageRestore,
  PageRow,
} from "./pages.ts";

/** A character takes up to four bytes, and JSON escapes some. */
const MAX_BYTES = MAX_PAGE_LENGTH * 5;

/** The calls of the legal texts and the other information pages. */
export const consolePageCalls = {
  "GET /api/console/pages": {
    summary: "The information pages in each language, and where their text comes from",
    cache: "private",
    info: z.object({ pages: z.array(PageRow) }),
    console: { permission: "site" },
  },
  "GET /api/console/pages/one": {
    summary: "A page in a language: the operator's text, that of the software, and the earlier ones",
    cache: "private",
    query: PageInLanguage,
    info: ConsolePage,
    console: { permission: "site" },
  },
  "POST /api/console/pages": {
    summary: "Sets the operator's own text of a page, or takes that of the software",
    cache: "private",
    body: PageChange,
    maxBytes: MAX_BYTES,
    info: PageChanged,
    console: { permission: "site", writes: "page.change" },
  },
  "POST /api/console/pages/restore": {
    summary: "Makes an earlier text of a page the operator's own again",
    cache: "private",
    body: PageRestore,
    info: ConsolePage,
    console: { permission: "site", writes: "page.restore" },
  },
  "POST /api/console/pages/preview": {
    summary: "Shows a text as the page that visitors would get, for an hour",
    cache: "private",
    body: PagePreview,
    maxBytes: MAX_BYTES,
    info: PagePreviewed,
    console: { permission: "site", writes: "none" },
  },
} as const satisfies Record<string, Call>;
