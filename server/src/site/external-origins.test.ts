import type { ConfigEntry, PublicConfig } from "@cliffhanger/contract";
import { expect, test } from "vitest";
import { pageHeaders, pageHeadersWith } from "#platform/http/headers";
import { externalOriginsOf } from "./external-origins.ts";

const errors = { dsn: null, dsnMarketing: null, marketingDomain: null };

function policy(entries: [ConfigEntry["config_key"], string][], site: object = {}): Record<string, string> {
  const list = entries.map(([config_key, config_value]) => ({ config_key, config_value }));
  const config = { list, site: { errors, ...site } } as unknown as PublicConfig;
  const text = pageHeadersWith(externalOriginsOf(config))["content-security-policy"] ?? "";
  return Object.fromEntries(
    text.split("; ").map((one) => [one.slice(0, one.indexOf(" ")), one.slice(one.indexOf(" ") + 1)]),
  );
}

test("O25: pages load films, pictures and playlists from MEDIA_ORIGIN, and nothing else from there", () => {
  const none = { "script-src": [], "img-src": [], "connect-src": [] };
  const policy = pageHeadersWith(none, "https://media.example.com")["content-security-policy"] ?? "";
  const naming = policy.split("; ").filter((directive) => directive.includes("https://media.example.com"));
  expect(naming.map((directive) => directive.split(" ")[0])).toEqual(["img-src", "connect-src", "media-src"]);
  expect(pageHeadersWith(none)).toEqual(pageHeaders);
});

test("R86, T16: without configured pixels the policy of a page names only this site", () => {
  expect(
    pageHeadersWith(externalOriginsOf({ list: [], site: { errors } } as unknown as PublicConfig)),
  ).toEqual(pageHeaders);
});

test("R86, T16: each configured pixel allows its own vendor and no other", () => {
  expect(policy([["facebook_pixel_id", "123456789012345"]])).toMatchObject({
    "script-src": "'self' https://connect.facebook.net",
    "img-src": "'self' data: https://www.facebook.com",
    "connect-src": "'self' https://www.facebook.com https://connect.facebook.net",
  });
  expect(policy([["tiktok_pixel", "C4A1B2C3D4E5F6G7H8I9"]])["script-src"]).toBe(
    "'self' https://analytics.tiktok.com",
  );
  const google = policy([["google_analytics", "G-ABCDE12345"]]);
  expect(google["script-src"]).toBe("'self' https://www.googletagmanager.com");
  expect(google["connect-src"]).toContain("https://*.google-analytics.com");
  expect(google["connect-src"]).not.toContain("doubleclick");
});

test("R86: a Google Ads tag allows its hosts, which analytics alone does not", () => {
  expect(policy([["google_analytics", "AW-123456789"]])["script-src"]).toContain(
    "https://googleads.g.doubleclick.net",
  );
});

test("R86: with simulators only those are allowed", () => {
  const pixels = {
    facebook: "http://127.0.0.1:3008/en_US/fbevents.js",
    tiktok: "http://127.0.0.1:3008/i18n/pixel/events.js",
    google: "http://127.0.0.1:3008/gtag/js",
  };
  expect(policy([["facebook_pixel_id", "123456789012345"]], { pixels })).toMatchObject({
    "script-src": "'self' http://127.0.0.1:3008",
    "img-src": "'self' data: http://127.0.0.1:3008",
    "connect-src": "'self' http://127.0.0.1:3008",
  });
});

test("R87: error reports may be sent to the configured projects, and may run nothing here", () => {
  const dsn = "https://0123456789abcdef@errors.example.com/2";
  const found = policy([], {
    errors: { ...errors, dsn, dsnMarketing: "https://fedcba@errors.example.com/3" },
  });
  expect(found["connect-src"]).toBe("'self' https://errors.example.com");
  expect(found["script-src"]).toBe("'self'");
});
