import type { Language, PageName, Site } from "@cliffhanger/contract";

/** A call's answer that goes to the browser within the page. */
export interface InlinedQuery {
  name: string;
  params: Record<string, string>;
  /** The answer's `info` or `data`. */
  result: unknown;
}

/** Which screen a path is. The app may know more of them, which the server sends without data. */
export type PageRoute =
  | { name: "home" }
  | { name: "watch"; seriesId: string }
  | { name: "browse" | "more"; id: string }
  | { name: "results"; keyword: string }
  | { name: "info"; page: PageName }
  | { name: PlainScreen }
  | { name: "notFound" };

/** Screens that come without data: they are one person's own, or forms. */
export type PlainScreen =
  | "my"
  | "login"
  | "register"
  | "retrievePassword"
  | "favorites"
  | "historys"
  | "individual"
  | "search"
  | "contactUs"
  | "shopping"
  | "unlocked"
  | "orderResult"
  | "orderEasy";

/** The viewers' app as the server renders it: built from `web/src/shell.tsx`. */
export interface Shell {
  /** Which screen a path is. */
  route(path: string): PageRoute;
  /** The page, with one `<!--private-->` where per-viewer data goes. */
  render(input: {
    url: string;
    language: Language;
    origin: string;
    site: Site;
    queries: InlinedQuery[];
    notFound?: boolean;
  }): { html: string; status: 200 | 404 };
  /** The page that a device shows without a connection: it needs nothing but the first view's styles. */
  offline(input: { language: Language; site: Site }): string;
  /** What the site is, in a sentence. */
  description(language: Language): string;
}
