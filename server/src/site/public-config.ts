import { type ConfigEntry, languages, type PublicConfig, Site } from "@cliffhanger/contract";
import type { Db } from "#platform/db/database";
import { isConfigEntry } from "./config-entries.ts";
import * as repository from "./repository.ts";

/** The face of an installation that nobody has dressed yet. */
const plain: Site = {
  name: "Cliffhanger",
  logo: null,
  colours: { accent: "#FF4F64", accentEnd: "#FF8A4C" },
  seller: { name: "", address: "", email: "" },
  languages: [...languages],
  facebook: false,
  mail: false,
  errors: { dsn: null, dsnMarketing: null, marketingDomain: null },
};

/** What GET /api/config tells: the entries of the right form, and the site with its settings over the defaults. */
export async function readPublicConfig(db: Db): Promise<PublicConfig> {
  const [entries, settings] = await Promise.all([
    repository.listConfigEntries(db),
    repository.listSiteSettings(db),
  ]);
  const list = entries.filter(isConfigEntry).map((entry) => ({
    config_key: entry.key as ConfigEntry["config_key"],
    config_value: entry.value,
  }));
  const dressed = Site.safeParse({ ...plain, ...settings });
  return { list, site: dressed.success ? dressed.data : plain };
}
