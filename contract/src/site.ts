import * as z from "zod";

/** A public configuration entry (R42): a pixel or measurement id under a recognised key. */
export const ConfigEntry = z.object({
  config_key: z.enum(["facebook_pixel_id", "google_analytics", "tiktok_pixel"]),
  config_value: z.string(),
});
export type ConfigEntry = z.infer<typeof ConfigEntry>;

/** What makes this installation the operator's own; empty strings mean "not set". */
export const Site = z.object({
  name: z.string(),
  logo: z.string().nullable(),
  colours: z.object({ accent: z.string(), accentEnd: z.string() }),
  seller: z.object({ name: z.string(), address: z.string(), email: z.string() }),
  languages: z.array(z.string()),
  facebook: z.boolean(),
  errors: z.object({
    dsn: z.string().nullable(),
    dsnMarketing: z.string().nullable(),
    marketingDomain: z.string().nullable(),
  }),
});
export type Site = z.infer<typeof Site>;

/** GET /api/config: the list that R85 reads, and the site's own face. */
export const PublicConfig = z.object({ list: z.array(ConfigEntry), site: Site });
export type PublicConfig = z.infer<typeof PublicConfig>;
