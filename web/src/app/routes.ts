import type { Sort } from "@cliffhanger/contract";

/** Where a path leads. */
export type Route =
  | { name: "home" }
  | { name: "watch"; seriesId: string }
  | { name: "browse"; id: string }
  | { name: "more"; id: string }
  | { name: "notFound" };

/** The name of a screen. */
export type ScreenName = Route["name"];

const named = /^\/(videos|browse|more)\/([A-Za-z0-9_-]{1,32})\/?$/;

/** The route of a path, for browser and server alike; whatever is no route is the not-found screen (R29). */
export function matchRoute(path: string): Route {
  if (path === "/" || path === "") return { name: "home" };
  const [, place, id] = named.exec(path) ?? [];
  if (!id) return { name: "notFound" };
  return place === "videos" ? { name: "watch", seriesId: id } : { name: place as "browse" | "more", id };
}

// The orders of a list as the address names them; the first needs no word in it.
const sorts = ["recommended", "newest", "popular"] as const satisfies readonly Sort[];

/** The order that an address asks for (`?sort=newest`); anything unknown counts as `recommended`. */
export function sortOf(search: string): Sort {
  const asked = new URLSearchParams(search).get("sort");
  return sorts.find((sort) => sort === asked) ?? "recommended";
}

/** The episode number that an address asks for (`?ep=7`), null when it asks for none. */
export function episodeOf(search: string): number | null {
  const number = Number(new URLSearchParams(search).get("ep") ?? "");
  return Number.isInteger(number) && number > 0 ? number : null;
}

/** The position in seconds that an address asks for (`?t=42`), else 0. */
export function positionOf(search: string): number {
  const seconds = Number(new URLSearchParams(search).get("t") ?? "");
  return Number.isFinite(seconds) && seconds > 0 ? seconds : 0;
}
