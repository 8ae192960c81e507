import { type ConfigEntry, languages, type PublicConfig, type Site } from "@cliffhanger/contract";
import type { Db } from "#platform/db/database";
import { isConfigEntry } from "./config-entries.ts";
import * as repository from "./repository.ts";
import { withSetting } from "./setting-forms.ts";

/** The branding of an installation without settings. */
export const plainSite: Site = {
  name: "Cliffhanger",
  logo: null,
  colours: { accent: "#FF4F64", accentEnd: "#FF8A4C" },
  seller: { name: "", address: "", email: "" },
  languages: [...languages],
  facebook: false,
  mail: false,
  errors: { dsn: null, dsnMarketing: null, marketingDomain: null },
};

/** The time zone of an installation without settings. */
export const PLAIN_ZONE = "UTC";

/** Returns the time zone of the site. */
export async function readSiteZone(db: Db): Promise<string> {
  const { timezone } = await repository.listSiteSettings(db);
  return typeof timezone === "string" ? timezone : PLAIN_ZONE;
}

/** What an installation can do by its settings: send mail, offer Facebook sign-in, use simulated pixels. */
export type Abilities = Pick<Site, "mail" | "facebook" | "pixels">;

const none: Abilities = { mail: false, facebook: false };

/** Returns the answer of GET /api/config: the valid entries, and the site with its settings over the defaults. */
export async function readPublicConfig(db: Db, abilities: Abilities = none): Promise<PublicConfig> {
  const [entries, site] = await Promise.all([repository.listConfigEntries(db), readSite(db)]);
  const list = entries.filter(isConfigEntry).map((entry) => ({
    config_key: entry.key as ConfigEntry["config_key"],
    config_value: entry.value,
  }));
  return { list, site: { ...site, ...abilities } };
}

/** Returns the branding of the site: its settings over the defaults. */
export async function readSite(db: Db): Promise<Site> {
  const settings = await repository.listSiteSettings(db);
  return Object.entries(settings).reduce((site, [key, value]) => withSetting(site, key, value), plainSite);
}
