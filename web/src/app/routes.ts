/** Where a path leads. */
export type Route = { name: "home" } | { name: "watch"; seriesId: string } | { name: "notFound" };

/** The name of a screen. */
export type ScreenName = Route["name"];

const watch = /^\/videos\/([A-Za-z0-9_-]{1,32})\/?$/;

/** The route of a path, for browser and server alike; whatever is no route is the not-found screen (R29). */
export function matchRoute(path: string): Route {
  if (path === "/" || path === "") return { name: "home" };
  const seriesId = watch.exec(path)?.[1];
  return seriesId ? { name: "watch", seriesId } : { name: "notFound" };
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
