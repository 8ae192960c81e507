import type { Site } from "@cliffhanger/contract";
import { type Acting, audited, type Change } from "#platform/db/audit";
import type { Db } from "#platform/db/database";
import { notify } from "#platform/db/listen";
import type { MediaStore } from "#platform/storage";
import { contrastToGround, inkOn } from "./contrast.ts";
import { siteChanged } from "./events.ts";
import { takeInLogo } from "./logo.ts";
import { readPublicConfig } from "./public-config.ts";
import * as repository from "./repository.ts";
import { isSettingKey, SettingError, type SettingKey, settingForms } from "./setting-forms.ts";

/** Non-text marks need a contrast of 3:1 with their background, text 4.5:1 (WCAG 2.2, 1.4.11 and 1.4.3). */
const MARK = 3;
const WORDS = 4.5;

/**
 * Sets settings of the site, all or none, and notifies the running nodes. `logo` names an image file. Rejects unusable
 * values with a {@link SettingError}.
 */
export async function setSettings(
  { store, ...acting }: Acting & { store: MediaStore },
  pairs: readonly (readonly [key: string, text: string])[],
): Promise<void> {
  const changes: { key: SettingKey; value: string }[] = [];
  for (const [key, text] of pairs) {
    checkKey(key);
    const value = key === "logo" ? await takeInLogo(store, text) : readSetting(key, text);
    changes.push({ key, value });
  }
  await audited(acting, { action: "site.set" }, async (trx) => {
    const before = await repository.listSiteSettings(trx);
    for (const { key, value } of changes)
      await repository.upsertSiteSetting(trx, { key, value, updated_at: acting.clock.now() });
    if (changes.some(({ key }) => key.startsWith("accent"))) await checkColours(trx);
    await notify(trx, siteChanged, changes.map(({ key }) => key).join(" "));
    return {
      result: undefined,
      changes: changes.map(({ key, value }) => changeOf(key, before[key], value)),
    };
  });
}

/** Removes settings, so that the site uses its defaults; returns the keys that were not set. */
export async function unsetSettings(acting: Acting, keys: readonly string[]): Promise<string[]> {
  for (const key of keys) checkKey(key);
  return audited(acting, { action: "site.set" }, async (trx) => {
    const before = await repository.listSiteSettings(trx);
    const missing: string[] = [];
    for (const key of keys) if (!(await repository.deleteSiteSetting(trx, key))) missing.push(key);
    if (keys.some((key) => key.startsWith("accent"))) await checkColours(trx);
    if (missing.length < keys.length) await notify(trx, siteChanged, keys.join(" "));
    const gone = keys.filter((key) => !missing.includes(key));
    return { result: missing, changes: gone.map((key) => changeOf(key, before[key], undefined)) };
  });
}

/** Returns the row of the audit log; a setting that is not set has null. */
function changeOf(key: string, before: unknown, after: unknown): Change {
  return {
    subject: { kind: "setting", id: key },
    before: { value: before ?? null },
    after: { value: after ?? null },
  };
}

function readSetting(key: SettingKey, text: string): string {
  try {
    return settingForms[key].read(text);
  } catch (error) {
    if (error instanceof SettingError) throw new SettingError(`${key}: ${error.message}`);
    throw error;
  }
}

function checkKey(key: string): asserts key is SettingKey {
  if (!isSettingKey(key))
    throw new SettingError(
      `There is no setting "${key}". There are: ${Object.keys(settingForms).join(", ")}.`,
    );
}

/** Checks the two colours as they would be together. */
async function checkColours(db: Db): Promise<void> {
  const { accent, accentEnd }: Site["colours"] = (await readPublicConfig(db)).site.colours;
  const seen = contrastToGround(accent);
  if (seen < MARK)
    throw new SettingError(
      `${accent} is too dark: marks in it would hardly be seen on the app's ground (contrast ${ratio(seen)}; ${MARK}:1 is the least).`,
    );
  const { ink, contrast } = inkOn([accent, accentEnd]);
  if (contrast < WORDS)
    throw new SettingError(
      `No words can be read on ${accent} and ${accentEnd} alike: ${ink === "#ffffff" ? "white" : "dark"} ones do best, at ${ratio(contrast)}, and ${WORDS}:1 is the least. ` +
        "Take two colours that are both bright, or both darker; set them together.",
    );
}

function ratio(contrast: number): string {
  return `${(Math.floor(contrast * 10) / 10).toFixed(1)}:1`;
}
