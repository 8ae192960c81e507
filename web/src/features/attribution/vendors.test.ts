import type { ConfigEntry } from "@cliffhanger/contract";
import { expect, test } from "vitest";
import { allowAll, purposesOf } from "./purposes.ts";
import { vendorsOf } from "./vendors.ts";

const entry = (key: string, value: string) => ({ config_key: key, config_value: value }) as ConfigEntry;

test("R86, T16: only an id in its key's format enables a pixel", () => {
  const list = [
    entry("facebook_pixel_id", "123456789012345"),
    entry("facebook_pixel_id", "1'); alert(1)//"),
    entry("google_analytics", "javascript:alert(1)"),
    entry("google_analytics", "AW-123456789"),
    entry("tiktok_pixel", "short"),
    entry("unknown", "123456789012345"),
  ];
  expect(vendorsOf(list, undefined).map(({ name, purpose }) => [name, purpose])).toEqual([
    ["Meta", "ads"],
    ["Google Ads", "ads"],
  ]);
});

test("R86: a purpose without a vendor is not asked about, and not allowed along with the others", () => {
  const purposes = purposesOf(vendorsOf([entry("google_analytics", "G-ABCDE12345")], undefined));
  expect(purposes).toEqual([{ name: "analytics", vendors: ["Google Analytics"] }]);
  expect(allowAll(purposes, true)).toEqual({ ads: false, analytics: true });
  expect(allowAll(purposes, false)).toEqual({ ads: false, analytics: false });
});
