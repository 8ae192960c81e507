import type { CallName } from "./calls.ts";
import type { Language } from "./languages.ts";
import type { Site } from "./site.ts";

/** An answer that the page contains, so that the first view needs no call. */
export interface InlinedQuery {
  name: CallName;
  params: Record<string, string>;
  /** The answer's `info` or `data`. */
  result: unknown;
}

/**
 * When a page's code is loaded: `eager` with the page; `after-paint`; `auto` after the first paint on a fast connection,
 * otherwise at once.
 */
export type CodeLoading = "eager" | "after-paint" | "auto";

/** How the page's code is loaded. Public, in the cached page. */
export interface BootPlan {
  /** The path of the app's entry. Its hash identifies the build. */
  build: string;
  code: CodeLoading;
  /** Paths of scripts to run, each after what it imports. */
  chunks: string[];
  /** Paths of what a sheet needs and this page does not: requested when a button is pressed early that opens one. */
  sheets: string[];
  /** What the next screens need that this one does not. */
  prefetch: { scripts: string[]; styles: string[] };
}

/** What the first view shows, the same for everybody who may watch the same. */
export interface PageState {
  language: Language;
  site: Site;
  /** As `pack` writes them (packed.ts): sections repeat each other's series. */
  queries: InlinedQuery[];
  /** What several queries, or parts of them, have in common. */
  shared: unknown[];
  /** The numbers in the queries, as the page's language writes them. */
  counts: Record<string, string>;
  /** The path has the form of a screen but leads to nothing: the page carries HTTP 404. */
  notFound: boolean;
  /** Whether the markup of home holds the place of what somebody has begun to watch. */
  continues: boolean;
}

/** The answers of this viewer alone. Never in a cached page. */
export interface ViewerState {
  queries: InlinedQuery[];
}

/** The JSON elements of a page, by their id. */
export interface PageElements {
  "boot-plan": BootPlan;
  "page-state": PageState;
  "viewer-state": ViewerState;
}

/** Returns the element as HTML. `<` is escaped, so no text can end the element. */
export function pageElement<I extends keyof PageElements>(id: I, content: PageElements[I]): string {
  const json = JSON.stringify(content).replaceAll("<", "\\u003c");
  return `<script type="application/json" id="${id}">${json}</script>`;
}

/**
 * Session storage: the queries of pages that the visitor left before the app ran, the newest first. A type, as the script
 * that writes it shares no chunk with the app.
 */
export type ArrivedKey = "ARRIVED";

/** A cookie that is `1` while there is something to continue: the server then holds the row's place on home. */
export type ContinueCookie = "continue";
