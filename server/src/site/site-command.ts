/** `npm run site -- show | set KEY VALUE … | unset KEY …`: name, logo, colours and the rest of the branding. */
import { type CommandWork, commandMain, pathOfPerson, runIfStarted } from "#platform/command";
import type { Db } from "#platform/db/database";
import { recordFiles } from "#platform/db/media-files";
import { claimStore } from "#platform/db/media-marker";
import { openStore } from "#platform/store/open-store";
import { plainText } from "#platform/terminal";
import { PLAIN_ZONE, readSite } from "./public-config.ts";
import { listSiteSettings } from "./repository.ts";
import { SettingError, type settingForms } from "./setting-forms.ts";
import { setSettings, unsetSettings } from "./settings.ts";
import { USAGE, width } from "./site-usage.ts";

/** Returns the work to do; null when the arguments make no sense together. */
function workOf([verb, ...rest]: string[]): CommandWork | null {
  if (verb === "show" && rest.length === 0) return nothing;
  if (verb === "unset" && rest.length > 0)
    return async (context) => {
      for (const key of await unsetSettings(context, rest)) console.log(`${key} was not set.`);
    };
  if (verb !== "set" || rest.length === 0 || rest.length % 2 !== 0) return null;
  const pairs = Array.from({ length: rest.length / 2 }, (_, at) => {
    const [key = "", value = ""] = rest.slice(at * 2, at * 2 + 2);
    return [key, key === "logo" ? pathOfPerson(value) : value] as const;
  });
  return async ({ db, clock, config, by }) => {
    const store = recordFiles(await openStore(config), db);
    await claimStore(db, store);
    return setSettings({ db, clock, by, store }, pairs);
  };
}

async function nothing(): Promise<void> {
  // Every command shows the settings afterwards.
}

async function show(db: Db): Promise<void> {
  const [stored, site] = await Promise.all([listSiteSettings(db), readSite(db)]);
  const { colours, seller, errors } = site;
  const values: Record<keyof typeof settingForms, string | null> = {
    name: site.name,
    logo: site.logo,
    ...colours,
    sellerName: seller.name,
    sellerAddress: seller.address,
    sellerEmail: seller.email,
    securityContact: typeof stored["securityContact"] === "string" ? stored["securityContact"] : null,
    languages: site.languages.join(","),
    timezone: typeof stored["timezone"] === "string" ? stored["timezone"] : PLAIN_ZONE,
    errorsDsn: errors.dsn,
    errorsDsnMarketing: errors.dsnMarketing,
    errorsMarketingDomain: errors.marketingDomain,
  };
  for (const [key, value] of Object.entries(values)) {
    const note = value && stored[key] === undefined ? "  (default)" : "";
    console.log(`${key.padEnd(width)}  ${plainText(value || "-")}${note}`);
  }
}

/** The program of this file. */
export const main = commandMain({
  name: "site",
  usage: USAGE,
  faults: [SettingError],
  workOf: ({ positionals }) => workOf(positionals),
  show: ({ db }) => show(db),
});
await runIfStarted(import.meta, main);
