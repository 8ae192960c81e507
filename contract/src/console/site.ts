import * as z from "zod";
import { Moment } from "../common.ts";
import { pixelEvents } from "../pixel-events.ts";

/** The settings of the site, in the order of the screen. */
export const siteKeys = [
  "name",
  "logo",
  "accent",
  "accentEnd",
  "sellerName",
  "sellerAddress",
  "sellerEmail",
  "securityContact",
  "languages",
  "timezone",
  "errorsDsn",
  "errorsDsnMarketing",
  "errorsMarketingDomain",
] as const;
export const SiteKey = z.enum(siteKeys);
export type SiteKey = z.infer<typeof SiteKey>;

const Value = z.string().max(1000).nullable();

/** One setting. `value` null: the site uses `usual`, which may be empty. */
export const SiteSetting = z.object({
  key: SiteKey,
  value: z.string().nullable(),
  usual: z.string().nullable(),
  example: z.string(),
  changedAt: Moment.nullable(),
});
export type SiteSetting = z.infer<typeof SiteSetting>;

/** The settings of the site. */
export const ConsoleSite = z.object({ settings: z.array(SiteSetting) });
export type ConsoleSite = z.infer<typeof ConsoleSite>;

/** Sets settings, all or none; null restores the default. A setting that someone else changed since `from` is refused. */
export const SiteChange = z.object({
  set: z
    .array(z.object({ key: SiteKey, from: Value, to: Value }))
    .min(1)
    .max(siteKeys.length),
});
export type SiteChange = z.infer<typeof SiteChange>;

/** The largest picture of a logo. */
export const MAX_LOGO_BYTES = 2 * 2 ** 20;

/** Sets the logo. `data` is the picture's file as base64. */
export const LogoChange = z.object({
  from: Value,
  name: z.string().max(255),
  data: z.base64().max(Math.ceil((MAX_LOGO_BYTES * 4) / 3) + 4),
});

/** The pixels that the site knows. */
export const pixelKeys = ["facebook_pixel_id", "google_analytics", "tiktok_pixel"] as const;
export const PixelKey = z.enum(pixelKeys);
export type PixelKey = z.infer<typeof PixelKey>;

/** A pixel. `isValid` false: its id does not have the vendor's form, so it is not loaded. */
export const Pixel = z.object({
  key: PixelKey,
  value: z.string().nullable(),
  isValid: z.boolean(),
  example: z.string(),
  changedAt: Moment.nullable(),
});
export type Pixel = z.infer<typeof Pixel>;

/** An event that pixels receive, and the last day (UTC) on which a browser reported it to us; null: none in four weeks. */
export const PixelEvent = z.object({ event: z.enum(pixelEvents), lastOn: z.iso.date().nullable() });
export type PixelEvent = z.infer<typeof PixelEvent>;

/** The test of a pixel. */
export const PixelTestAct = z.object({ key: PixelKey });

/** What a vendor answered to a test event. `script_only`: ids of this kind take no event without the vendor's script. */
export const PixelTest = z.object({
  key: PixelKey,
  event: z.string(),
  eventId: z.string(),
  at: Moment,
  outcome: z.enum(["taken", "refused", "unknown_id", "script_only", "unreachable"]),
  status: z.int().nullable(),
  /** The vendor's own words, or why there are none. */
  detail: z.string().nullable(),
});
export type PixelTest = z.infer<typeof PixelTest>;

/** Sets the id of a pixel, or removes it. `from` is what the screen showed. */
export const PixelChange = z.object({
  key: PixelKey,
  from: z.string().max(200).nullable(),
  to: z.string().trim().min(1).max(200).nullable(),
});
