import type { ConfigEntry, PublicConfig } from "@cliffhanger/contract";
import type { ExternalOrigins } from "#platform/http/headers";

/** The origins of each pixel, as its vendor documents them: for scripts, images and requests. */
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

/** Additional origins of a Google Ads tag. */
const ads = {
  "script-src": ["https://www.googleadservices.com", "https://googleads.g.doubleclick.net"],
  "img-src": ["https://googleads.g.doubleclick.net", "https://www.google.com"],
  "connect-src": ["https://googleads.g.doubleclick.net", "https://www.google.com"],
};

const names = { facebook_pixel_id: "facebook", tiktok_pixel: "tiktok", google_analytics: "google" } as const;

/**
 * Returns the origins that pages need for the configuration, and no others: those of the configured pixels and of error
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
