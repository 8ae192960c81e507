import { type Acting, audited } from "#platform/db/audit";
import type { Db } from "#platform/db/database";
import { notify } from "#platform/db/listen";
import { SaidError } from "#platform/said";
import { configForms, type Key } from "./config-forms.ts";
import { siteChanged } from "./events.ts";
import * as repository from "./repository.ts";

/** The fault of an entry, as a sentence for the operator. */
export class ConfigEntryError extends SaidError {}

/** Returns whether a value has the form of its key. */
export function isConfigEntry(entry: { key: string; value: string }): boolean {
  return isKey(entry.key) && configForms[entry.key].form.test(entry.value);
}

function isKey(key: string): key is Key {
  return Object.hasOwn(configForms, key);
}

type Check = (present: string | null) => void;
const allow: Check = () => undefined;

/**
 * Sets a public configuration entry. Rejects unknown keys and values of the wrong form with a {@link ConfigEntryError}.
 * `check` may refuse within the transaction.
 */
export async function setConfigEntry(
  acting: Acting,
  key: string,
  value: string,
  check: Check = allow,
): Promise<void> {
  checkKey(key);
  const { form, example } = configForms[key];
  if (!form.test(value)) throw new ConfigEntryError((t) => t(`pixelFault.${key}`, { value, example }));
  await audited(acting, { action: "config.set" }, async (trx) => {
    await repository.lockSiteSettings(trx);
    const before = await entryOf(trx, key);
    check(before?.value ?? null);
    if (before?.value === value) return { result: undefined, changes: [] };
    await repository.upsertConfigEntry(trx, { key, value, updated_at: acting.clock.now() });
    await notify(trx, siteChanged, key);
    return {
      result: undefined,
      changes: [{ subject: { kind: "config", id: key }, before, after: { value } }],
    };
  });
}

/** Removes an entry; returns whether it existed. `check` may refuse within the transaction. */
export async function unsetConfigEntry(acting: Acting, key: string, check: Check = allow): Promise<boolean> {
  checkKey(key);
  return audited(acting, { action: "config.unset" }, async (trx) => {
    await repository.lockSiteSettings(trx);
    const before = await entryOf(trx, key);
    check(before?.value ?? null);
    if (!(await repository.deleteConfigEntry(trx, key))) return { result: false, changes: [] };
    await notify(trx, siteChanged, key);
    return { result: true, changes: [{ subject: { kind: "config", id: key }, before, after: null }] };
  });
}

async function entryOf(db: Db, key: string): Promise<{ value: string } | null> {
  const entry = (await repository.listConfigEntries(db)).find((one) => one.key === key);
  return entry ? { value: entry.value } : null;
}

function checkKey(key: string): asserts key is Key {
  if (!isKey(key))
    throw new ConfigEntryError(
      `There is no key "${key}". There are: ${Object.keys(configForms).join(", ")}.`,
    );
}
