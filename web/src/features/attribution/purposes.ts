import type { Allowed } from "./consent-record.ts";
import type { Vendor } from "./vendors.ts";

/** A purpose that the user may allow, and the vendors that it covers. */
export interface Purpose {
  name: keyof Allowed;
  vendors: string[];
}

/** Returns the purposes of the configured pixels; a purpose without a vendor is not asked about. */
export function purposesOf(vendors: readonly Vendor[]): Purpose[] {
  return (["ads", "analytics"] as const)
    .map((name) => ({
      name,
      vendors: vendors.filter(({ purpose }) => purpose === name).map((one) => one.name),
    }))
    .filter((purpose) => purpose.vendors.length > 0);
}

/** Allows or refuses all of these purposes. */
export function allowAll(purposes: readonly Purpose[], allowed: boolean): Allowed {
  const has = (name: keyof Allowed) => allowed && purposes.some((purpose) => purpose.name === name);
  return { ads: has("ads"), analytics: has("analytics") };
}

/** Joins names to a list in the given language. */
export function formatNames(names: readonly string[], language: string): string {
  return new Intl.ListFormat(language, { type: "conjunction" }).format(names);
}
