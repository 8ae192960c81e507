import type { PageName } from "./site.ts";

/** Reads a part of a path; null where it has the wrong form. */
type Parameter<T> = (text: string) => T | null;

/** Where a screen is: its path, in which `:name` is a parameter. Null for the screen that has no path. */
interface ScreenPath {
  path: string | null;
  params?: Readonly<Record<string, Parameter<unknown>>>;
}

const id: Parameter<string> = (text) => (/^[A-Za-z0-9_-]{1,32}$/.test(text) ? text : null);

const LONGEST_KEYWORD = 600;
const keyword: Parameter<string> = (text) => (text.length <= LONGEST_KEYWORD ? decode(text) || null : null);

function decode(text: string): string {
  try {
    return decodeURIComponent(text).trim();
  } catch {
    // Decoded already, or written by hand: a percent sign is itself.
    return text.trim();
  }
}

// The contact form shows a page of text too, but is a screen with its own path.
const texts: readonly PageName[] = [
  "serviceAgreement",
  "privacyPolicy",
  "contentPolicy",
  "refundPolicy",
  "commonQuestions",
];
const textName: Parameter<PageName> = (text) => texts.find((name) => name === text) ?? null;

/**
 * Names every screen and its path, for server and web alike. Both have a table with a row for each: the data that the
 * server inlines, and how the web loads and renders it. The first path that matches counts.
 */
export const screenPaths = {
  home: { path: "/" },
  my: { path: "/my" },
  login: { path: "/login" },
  register: { path: "/register" },
  retrievePassword: { path: "/retrievePassword" },
  claim: { path: "/claim" },
  favorites: { path: "/favorites" },
  historys: { path: "/historys" },
  individual: { path: "/individual" },
  search: { path: "/search" },
  contactUs: { path: "/contactUs" },
  shopping: { path: "/shopping" },
  unlocked: { path: "/unlocked" },
  orderResult: { path: "/order/result" },
  orderEasy: { path: "/order/easy" },
  withdraw: { path: "/withdraw" },
  info: { path: "/:page", params: { page: textName } },
  watch: { path: "/videos/:seriesId", params: { seriesId: id } },
  browse: { path: "/browse/:id", params: { id } },
  more: { path: "/more/:id", params: { id } },
  results: { path: "/searchDetail/:keyword", params: { keyword } },
  notFound: { path: null },
} as const satisfies Record<string, ScreenPath>;

type ScreenPaths = typeof screenPaths;

/** The name of a screen. */
export type ScreenName = keyof ScreenPaths;

type ParamsOf<P> = P extends { params: infer Params extends Record<string, Parameter<unknown>> }
  ? { [K in keyof Params]: NonNullable<ReturnType<Params[K]>> }
  : unknown;

/** The screen that a path leads to, with the parameters that the path contains. */
export type Route = { [N in ScreenName]: { name: N } & ParamsOf<ScreenPaths[N]> }[ScreenName];

/** The route of one screen. */
export type RouteOf<N extends ScreenName> = Extract<Route, { name: N }>;

/** Returns the route of a path; a path that leads nowhere is the not-found screen (R29). */
export function matchScreen(path: string): Route {
  const parts = path.replace(/\/$/, "").split("/");
  for (const [name, screen] of Object.entries<ScreenPath>(screenPaths)) {
    const params = paramsIn(parts, screen);
    if (params) return { name, ...params } as Route;
  }
  return { name: "notFound" };
}

function paramsIn(parts: readonly string[], { path, params = {} }: ScreenPath): object | null {
  const pattern = path?.replace(/\/$/, "").split("/");
  if (pattern?.length !== parts.length) return null;
  const found: Record<string, unknown> = {};
  for (const [at, part] of pattern.entries()) {
    const text = parts[at] ?? "";
    const read = part.startsWith(":") ? params[part.slice(1)] : undefined;
    const value = read ? read(text) : part === text;
    if (value === null || value === false) return null;
    if (read) found[part.slice(1)] = value;
  }
  return found;
}
