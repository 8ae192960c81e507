import type { PageName, Sort } from "@cliffhanger/contract";

/** Where a path leads. */
export type Route =
  | { name: "watch"; seriesId: string }
  | { name: "browse" | "more"; id: string }
  | { name: "results"; keyword: string }
  | { name: "info"; page: PageName }
  | { name: PlainName };

/** Screens that their path alone names. */
type PlainName =
  | "home"
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
  | "orderEasy"
  | "notFound";

/** The name of a screen. */
export type ScreenName = Route["name"];

const named = /^\/(videos|browse|more)\/([A-Za-z0-9_-]{1,32})$/;
const results = /^\/searchDetail\/([^/]{1,600})$/;

const plain: Record<string, Route> = {
  "": { name: "home" },
  "/my": { name: "my" },
  "/login": { name: "login" },
  "/register": { name: "register" },
  "/retrievePassword": { name: "retrievePassword" },
  "/favorites": { name: "favorites" },
  "/historys": { name: "historys" },
  "/individual": { name: "individual" },
  "/search": { name: "search" },
  "/contactUs": { name: "contactUs" },
  "/shopping": { name: "shopping" },
  "/unlocked": { name: "unlocked" },
  "/order/result": { name: "orderResult" },
  "/order/easy": { name: "orderEasy" },
  "/serviceAgreement": { name: "info", page: "serviceAgreement" },
  "/privacyPolicy": { name: "info", page: "privacyPolicy" },
  "/contentPolicy": { name: "info", page: "contentPolicy" },
  "/refundPolicy": { name: "info", page: "refundPolicy" },
  "/commonQuestions": { name: "info", page: "commonQuestions" },
};

/** The route of a path, for browser and server alike; whatever is no route is the not-found screen (R29). */
export function matchRoute(given: string): Route {
  const path = given.replace(/\/$/, "");
  const known = Object.hasOwn(plain, path) ? plain[path] : undefined;
  if (known) return known;
  const [, place, id] = named.exec(path) ?? [];
  if (id)
    return place === "videos" ? { name: "watch", seriesId: id } : { name: place as "browse" | "more", id };
  const keyword = decode(results.exec(path)?.[1]);
  return keyword ? { name: "results", keyword } : { name: "notFound" };
}

function decode(text: string | undefined): string | null {
  if (text === undefined) return null;
  try {
    return decodeURIComponent(text).trim() || null;
  } catch {
    // Decoded already, or written by hand: a sign for percent stands for itself.
    return text.trim() || null;
  }
}

// The orders of a list as the address names them; the first needs no word in it.
const sorts = ["recommended", "newest", "popular"] as const satisfies readonly Sort[];

/** The order that an address asks for (`?sort=newest`); anything unknown counts as `recommended`. */
export function sortOf(search: string): Sort {
  const asked = new URLSearchParams(search).get("sort");
  return sorts.find((sort) => sort === asked) ?? "recommended";
}
