import {
  type ConsoleSite,
  type Pixel,
  type PixelEvent,
  pixelKeys,
  type Site,
  type SiteSetting,
  siteKeys,
} from "@cliffhanger/contract";
import type { Clock } from "#platform/clock";
import type { Acting } from "#platform/db/audit";
import type { Db } from "#platform/db/database";
import { handleConsoleCall } from "#platform/http/console-call";
import { changedMeanwhile, invalid, notFound } from "#platform/http/errors";
import type { OperatorCaller } from "#platform/http/operator-gate";
import type { Http } from "#platform/http/server";
import type { MediaStore } from "#platform/storage";
import { takeToken } from "#platform/throttle";
import { ConfigEntryError, isConfigEntry, setConfigEntry, unsetConfigEntry } from "./config-entries.ts";
import { configForms } from "./config-forms.ts";
import { storeLogo } from "./logo.ts";
import { PLAIN_ZONE, plainSite } from "./public-config.ts";
import * as repository from "./repository.ts";
import { SettingError, settingForms } from "./setting-forms.ts";
import { changeSettings } from "./settings.ts";
import { testPixel } from "./test-pixel.ts";

/** What the console's calls about the site need. */
export interface ConsoleSiteOptions {
  db: Db;
  clock: Clock;
  /** Where the logo is stored. */
  store: MediaStore;
  /** Returns the events of pixels with the last day on which browsers reported each. */
  pixelEvents: () => Promise<PixelEvent[]>;
  /** Where the vendors' scripts are while simulators replace them. */
  scripts: Site["pixels"] | null;
  /** The address of the site, which test events name as their page. */
  siteOrigin: string;
}

/** Test events of one operator: a vendor that gets many counts them as abuse. */
const pixelTests = { action: "pixel test", max: 20, seconds: 600 };

/** Registers the console's calls about the settings of the site and its pixels. */
export function registerConsoleSite(http: Http, options: ConsoleSiteOptions): void {
  const { db, clock, store, pixelEvents } = options;
  const actingAs = ({ actor }: OperatorCaller): Acting => ({ db, clock, by: actor });
  handleConsoleCall(http, "GET /api/console/site", async () => ({ info: await describeSite(db) }));
  handleConsoleCall(http, "POST /api/console/site", async ({ operator, body }) => {
    await changeSettings(actingAs(operator), body);
    return { info: await describeSite(db) };
  });
  handleConsoleCall(http, "POST /api/console/site/logo", async ({ operator, body }) => {
    const to = await storeLogo(store, body.name, Buffer.from(body.data, "base64")).catch((error: unknown) => {
      if (error instanceof SettingError) throw invalid([error.at("logo")]);
      throw error;
    });
    await changeSettings(actingAs(operator), { set: [{ key: "logo", from: body.from, to }] });
    return { info: await describeSite(db) };
  });
  handleConsoleCall(http, "GET /api/console/pixels", async () => ({
    info: { pixels: await describePixels(db), events: await pixelEvents() },
  }));
  handleConsoleCall(http, "POST /api/console/pixels/test", async ({ operator, body: { key } }) => {
    const pixel = (await describePixels(db)).find((one) => one.key === key);
    if (!pixel?.value || !pixel.isValid) throw notFound();
    await takeToken(db, clock, pixelTests, operator.id);
    const { scripts, siteOrigin: page } = options;
    return { info: await testPixel(actingAs(operator), { key, id: pixel.value, scripts, page }) };
  });
  handleConsoleCall(http, "POST /api/console/pixels", async ({ operator, body: { key, from, to } }) => {
    const check = (present: string | null) => {
      if (present === from || present === to) return;
      throw changedMeanwhile({ current: present, by: null });
    };
    try {
      if (to === null) await unsetConfigEntry(actingAs(operator), key, check);
      else await setConfigEntry(actingAs(operator), key, to, check);
    } catch (error) {
      if (error instanceof ConfigEntryError) throw invalid([error.at("to")]);
      throw error;
    }
    return { info: { pixels: await describePixels(db), events: await pixelEvents() } };
  });
}

async function describeSite(db: Db): Promise<ConsoleSite> {
  const [stored, moments] = await Promise.all([
    repository.listSiteSettings(db),
    repository.listSiteMoments(db),
  ]);
  const { name, colours, languages } = plainSite;
  const usual: Partial<Record<SiteSetting["key"], string>> = {
    name,
    ...colours,
    languages: languages.join(","),
    timezone: PLAIN_ZONE,
  };
  return {
    settings: siteKeys.map((key) => {
      const value = stored[key];
      return {
        key,
        value: typeof value === "string" ? value : null,
        usual: usual[key] ?? null,
        example: settingForms[key].example,
        changedAt: moments[key]?.toISOString() ?? null,
      };
    }),
  };
}

async function describePixels(db: Db): Promise<Pixel[]> {
  const [entries, moments] = await Promise.all([
    repository.listConfigEntries(db),
    repository.listSiteMoments(db),
  ]);
  return pixelKeys.map((key) => {
    const entry = entries.find((one) => one.key === key);
    return {
      key,
      value: entry?.value ?? null,
      isValid: entry === undefined || isConfigEntry(entry),
      example: configForms[key].example,
      changedAt: moments[key]?.toISOString() ?? null,
    };
  });
}
