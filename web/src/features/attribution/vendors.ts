import type { ConfigEntry, Site } from "@cliffhanger/contract";
import type { Allowed } from "./consent-record.ts";
import type { Pixel } from "./pixels/pixel.ts";

type Key = ConfigEntry["config_key"];

/** A pixel that the site has configured. */
export interface Vendor {
  name: "Meta" | "TikTok" | "Google Analytics" | "Google Ads";
  /** The purpose that the user allows or refuses. */
  purpose: keyof Allowed;
  /** The cookies that its script sets on this site. */
  cookies: RegExp;
  open: () => Promise<Pixel>;
}

/** T16: any other value of an entry is not an id and enables nothing. */
const idPatterns: Record<Key, RegExp> = {
  facebook_pixel_id: /^\d{5,20}$/,
  google_analytics: /^(?:G|GT|AW|UA)-[A-Z0-9-]{4,24}$/,
  tiktok_pixel: /^[A-Z0-9]{8,40}$/,
};

/** Returns the pixel of each entry in the list (R86). */
export function vendorsOf(list: readonly ConfigEntry[], scripts: Site["pixels"]): Vendor[] {
  return list.flatMap(({ config_key: key, config_value: id }) =>
    idPatterns[key]?.test(id) ? [vendors[key](id, scripts)] : [],
  );
}

const vendors: Record<Key, (id: string, scripts: Site["pixels"]) => Vendor> = {
  facebook_pixel_id: (id, scripts) => ({
    name: "Meta",
    purpose: "ads",
    cookies: /^_fb[pc]$/,
    open: async () => (await import("./pixels/meta.ts")).openMeta(id, scripts?.facebook),
  }),
  tiktok_pixel: (id, scripts) => ({
    name: "TikTok",
    purpose: "ads",
    cookies: /^(?:_ttp|_tt_.*|ttclid|ttcsid.*)$/,
    open: async () => (await import("./pixels/tiktok.ts")).openTikTok(id, scripts?.tiktok),
  }),
  google_analytics: (id, scripts) => ({
    ...(id.startsWith("AW-")
      ? { name: "Google Ads" as const, purpose: "ads" as const }
      : { name: "Google Analytics" as const, purpose: "analytics" as const }),
    cookies: /^_g(?:a|id|at|cl_au|ac)(?:_.*)?$/,
    open: async () => (await import("./pixels/google.ts")).openGoogle(id, scripts?.google),
  }),
};

/** Removes a script's cookies from this host and its parent domains. */
export function removeCookies(pattern: RegExp): void {
  const names = document.cookie.split("; ").map((pair) => pair.split("=", 1)[0] ?? "");
  const parts = location.hostname.split(".");
  const domains = parts.map((_, at) => `; domain=${parts.slice(at).join(".")}`);
  for (const name of names.filter((one) => pattern.test(one))) {
    // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in Safari before 18.4
    for (const domain of ["", ...domains]) document.cookie = `${name}=; path=/; max-age=0${domain}`;
  }
}
