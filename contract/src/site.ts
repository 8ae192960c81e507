import * as z from "zod";
import { languages } from "./languages.ts";

/** A public configuration entry (R42): a pixel or measurement id under a recognised key. */
export const ConfigEntry = z.object({
  config_key: z.enum(["facebook_pixel_id", "google_analytics", "tiktok_pixel"]),
  config_value: z.string(),
});
export type ConfigEntry = z.infer<typeof ConfigEntry>;

/** The operator's branding and settings; empty strings mean "not set". */
export const Site = z.object({
  name: z.string(),
  logo: z.string().nullable(),
  colours: z.object({ accent: z.string(), accentEnd: z.string() }),
  seller: z.object({ name: z.string(), address: z.string(), email: z.string() }),
  languages: z.array(z.string()),
  facebook: z.boolean(),
  /** Whether mail is sent, so that forgotten passwords can be reset. */
  mail: z.boolean(),
  errors: z.object({
    dsn: z.string().nullable(),
    dsnMarketing: z.string().nullable(),
    marketingDomain: z.string().nullable(),
  }),
  /** Where the pixels' scripts are while simulators replace them; absent: at the vendors'. */
  pixels: z.object({ facebook: z.string(), tiktok: z.string(), google: z.string() }).optional(),
});
export type Site = z.infer<typeof Site>;

/** GET /api/config: the list that R85 reads, and the site's settings. */
export const PublicConfig = z.object({ list: z.array(ConfigEntry), site: Site });
export type PublicConfig = z.infer<typeof PublicConfig>;

/** The information pages (R26), named as in their paths. */
export const pageNames = [
  "serviceAgreement",
  "privacyPolicy",
  "contentPolicy",
  "refundPolicy",
  "commonQuestions",
  "contactUs",
] as const;
export const PageName = z.enum(pageNames);
export type PageName = z.infer<typeof PageName>;

/** A run of text; `href` makes it a link: a path of this site, `mailto:` or `https:`. */
export const Inline = z.object({
  text: z.string(),
  strong: z.boolean().optional(),
  href: z.string().optional(),
});
export type Inline = z.infer<typeof Inline>;

/** A part of a text page. Headings begin at level 2; `id` is the anchor of links. */
export const Block = z.discriminatedUnion("type", [
  z.object({
    type: z.literal("heading"),
    level: z.int().min(2).max(4),
    id: z.string(),
    text: z.array(Inline),
  }),
  z.object({ type: z.literal("paragraph"), text: z.array(Inline) }),
  z.object({ type: z.literal("list"), ordered: z.boolean(), items: z.array(z.array(Inline)) }),
]);
export type Block = z.infer<typeof Block>;

/** An information page in the requested language; `version` is its date (YYYY-MM-DD), which agreements name. */
export const InformationPage = z.object({
  name: PageName,
  title: z.string(),
  version: z.string(),
  language: z.enum(languages),
  blocks: z.array(Block),
});
export type InformationPage = z.infer<typeof InformationPage>;

/** A message to the operator (R26). */
export const ContactMessage = z.object({
  email: z.string().max(1000),
  subject: z.string().max(1000),
  text: z.string().max(20_000),
});
