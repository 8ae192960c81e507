import { contrastToGround, inkOn, type Site, type SiteChange } from "@cliffhanger/contract";
import { type Acting, audited, type Change } from "#platform/db/audit";
import type { Db, Trx } from "#platform/db/database";
import { notify } from "#platform/db/listen";
import { changedMeanwhile, type FieldFault, invalid } from "#platform/http/errors";
import type { MediaStore } from "#platform/storage";
import { siteChanged } from "./events.ts";
import { takeInLogo } from "./logo.ts";
import { readSite } from "./public-config.ts";
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
  await applySettings(acting, changes);
}

/** Removes settings, so that the site uses its defaults; returns the keys that were not set. */
export async function unsetSettings(acting: Acting, keys: readonly string[]): Promise<string[]> {
  const changes = keys.map((key) => {
    checkKey(key);
    return { key, value: null };
  });
  return applySettings(acting, changes);
}

/**
 * Sets and removes settings as a screen showed them, all or none. Values that cannot be used are refused by their keys;
 * a setting that someone else changed since is refused with its present value.
 */
export async function changeSettings(acting: Acting, { set }: SiteChange): Promise<void> {
  const faults: FieldFault[] = [];
  const changes = set.flatMap(({ key, to }) => {
    try {
      return { key, value: to === null ? null : settingForms[key].read(to) };
    } catch (error) {
      if (!(error instanceof SettingError)) throw error;
      faults.push(error.at(key));
      return [];
    }
  });
  if (faults.length > 0) throw invalid(faults);
  const check = async (trx: Trx) => {
    const stored = await repository.listSiteSettings(trx);
    const presentOf = (key: string) => (typeof stored[key] === "string" ? stored[key] : null);
    const conflicts = set.filter(({ key, from, to }) => ![from, to].includes(presentOf(key)));
    if (conflicts.length === 0) return;
    const current = Object.fromEntries(conflicts.map(({ key }) => [key, presentOf(key)]));
    throw changedMeanwhile({ current, by: null });
  };
  await applySettings(acting, changes, check).catch((error: unknown) => {
    if (error instanceof SettingError) throw invalid([error.at("accent")]);
    throw error;
  });
}

/** Writes settings; null removes one. Returns the keys that were to be removed and were not set. */
async function applySettings(
  acting: Acting,
  changes: readonly { key: SettingKey; value: string | null }[],
  check: (trx: Trx) => Promise<void> = async () => undefined,
): Promise<string[]> {
  return audited(acting, { action: "site.set" }, async (trx) => {
    await repository.lockSiteSettings(trx);
    await check(trx);
    const before = await repository.listSiteSettings(trx);
    const missing = changes.filter(({ key, value }) => value === null && before[key] === undefined);
    const real = changes.filter((change) => !missing.includes(change) && before[change.key] !== change.value);
    for (const { key, value } of real) {
      if (value === null) await repository.deleteSiteSetting(trx, key);
      else await repository.upsertSiteSetting(trx, { key, value, updated_at: acting.clock.now() });
    }
    if (changes.some(({ key }) => key.startsWith("accent"))) await checkColours(trx);
    if (real.length > 0) await notify(trx, siteChanged, real.map(({ key }) => key).join(" "));
    return {
      result: missing.map(({ key }) => key),
      changes: real.map(({ key, value }) => changeOf(key, before[key], value ?? undefined)),
    };
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
    throw new SettingError((t) =>
      t("siteFault.unknown", { key, keys: Object.keys(settingForms).join(", ") }),
    );
}

/** Checks the two colours as they would be together. */
async function checkColours(db: Db): Promise<void> {
  const { accent, accentEnd }: Site["colours"] = (await readSite(db)).colours;
  const seen = contrastToGround(accent);
  if (seen < MARK)
    throw new SettingError((t) => t("siteFault.dark", { accent, contrast: ratio(seen), least: MARK }));
  const { ink, contrast } = inkOn([accent, accentEnd]);
  if (contrast < WORDS)
    throw new SettingError((t) =>
      t("siteFault.words", {
        accent,
        accentEnd,
        ink: ink === "#ffffff" ? "light" : "dark",
        contrast: ratio(contrast),
        least: WORDS,
      }),
    );
}

function ratio(contrast: number): string {
  return `${(Math.floor(contrast * 10) / 10).toFixed(1)}:1`;
}
