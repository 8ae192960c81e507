import { SaidError } from "#platform/said";

/** The fault of a page's text, as the end of a sentence that begins with its file. */
export class PageTextError extends SaidError {}
