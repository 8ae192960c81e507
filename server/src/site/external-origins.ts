import type { ConfigEntry, PublicConfig } from "@cliffhanger/contract";
import type { ExternalOrigins } from "#platform/http/headers";

/** What each pixel asks, as its vendor tells: for its script, by pictures and by requests. */
const vendors: Record<ConfigEntry["config_key"], ExternalOrigins> = {
  facebook_pixel_id: {
    "script-src": ["https://connect.facebook.net"],
    "img-src": ["https://www.facebook.com"],
    "connect-src": ["https://www.facebook.com", "https://connect.facebook.net"],
  },
  tiktok_pixel: {
    "script-src": ["https://analytics.tiktok.com"],
    "img-src": ["https://analytics.tiktok.com"],
    "connect-src": ["https://analytics.tiktok.com"],
  },
  google_analytics: {
    "script-src": ["https://www.googletagmanager.com"],
    "img-src": ["https://*.google-analytics.com", "https://www.googletagmanager.com"],
    "connect-src": [
      "https://*.google-analytics.com",
      "https://*.analytics.google.com",
      "https://www.googletagmanager.com",
    ],
  },
};

/** What a tag of Google Ads asks beside that. */
const ads = {
  "script-src": ["https://www.googleadservices.com", "https://googleads.g.doubleclick.net"],
  "img-src": ["https://googleads.g.doubleclick.net", "https://www.google.com"],
  "connect-src": ["https://googleads.g.doubleclick.net", "https://www.google.com"],
};

const names = { facebook_pixel_id: "facebook", tiktok_pixel: "tiktok", google_analytics: "google" } as const;

/**
 * The origins that pages need for what is configured, and no others: those of the pixels whose ids are there, and of the error
 * reports.
 */
export function externalOriginsOf({ list, site }: PublicConfig): ExternalOrigins {
  const pixels = list.flatMap(({ config_key: key, config_value: id }): ExternalOrigins[] => {
    if (!site.pixels) return id.startsWith("AW-") ? [vendors[key], ads] : [vendors[key]];
    const { origin } = new URL(site.pixels[names[key]]);
    return [{ "script-src": [origin], "img-src": [origin], "connect-src": [origin] }];
  });
  const reports = [site.errors.dsn, site.errors.dsnMarketing].flatMap((dsn) =>
    dsn ? new URL(dsn).origin : [],
  );
  return {
    "script-src": pixels.flatMap((pixel) => pixel["script-src"]),
    "img-src": pixels.flatMap((pixel) => pixel["img-src"]),
    "connect-src": [...pixels.flatMap((pixel) => pixel["connect-src"]), ...reports],
  };
}
