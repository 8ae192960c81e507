import { type ConfigEntry, languages, type PublicConfig, Site } from "@cliffhanger/contract";
import type { Db } from "#platform/db/database";
import * as repository from "./repository.ts";

/** The form of each recognised key's value (R42): anything else could send visitors' data to a stranger's account. */
const forms: Record<ConfigEntry["config_key"], RegExp> = {
  facebook_pixel_id: /^\d{5,20}$/,
  google_analytics: /^(G|GT|AW|UA)-[A-Z0-9-]{4,24}$/,
  tiktok_pixel: /^[A-Z0-9]{8,40}$/,
};

/** The face of an installation that nobody has dressed yet. */
const plain: Site = {
  name: "Cliffhanger",
  logo: null,
  colours: { accent: "#FF4F64", accentEnd: "#FF8A4C" },
  seller: { name: "", address: "", email: "" },
  languages: [...languages],
  facebook: false,
  errors: { dsn: null, dsnMarketing: null, marketingDomain: null },
};

/** True when a value has the form that its key asks for. */
export function isConfigEntry(entry: { key: string; value: string }): boolean {
  return Object.hasOwn(forms, entry.key) && forms[entry.key as ConfigEntry["config_key"]].test(entry.value);
}

/** What GET /api/config tells: the entries of the right form, and the site with its settings over the defaults. */
export async function readPublicConfig(db: Db): Promise<PublicConfig> {
  const [entries, settings] = await Promise.all([repository.listConfigEntries(db), repository.listSiteSettings(db)]);
  const list = entries.filter(isConfigEntry).map((entry) => ({
    config_key: entry.key as ConfigEntry["config_key"],
    config_value: entry.value,
  }));
  const dressed = Site.safeParse({ ...plain, ...settings });
  return { list, site: dressed.success ? dressed.data : plain };
}
