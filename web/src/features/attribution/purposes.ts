import type { Allowed } from "./consent-record.ts";
import type { Vendor } from "./vendors.ts";

/** A purpose that somebody may allow, and who serves it. */
export interface Purpose {
  name: keyof Allowed;
  vendors: string[];
}

/** The purposes of the pixels that the site has configured; one that nobody serves is not asked about. */
export function purposesOf(vendors: readonly Vendor[]): Purpose[] {
  return (["ads", "analytics"] as const)
    .map((name) => ({
      name,
      vendors: vendors.filter(({ purpose }) => purpose === name).map((one) => one.name),
    }))
    .filter((purpose) => purpose.vendors.length > 0);
}

/** All or none of these purposes. */
export function all(purposes: readonly Purpose[], allowed: boolean): Allowed {
  const has = (name: keyof Allowed) => allowed && purposes.some((purpose) => purpose.name === name);
  return { ads: has("ads"), analytics: has("analytics") };
}

/** Names in a row, as one says them in the language. */
export function listed(names: readonly string[], language: string): string {
  return new Intl.ListFormat(language, { type: "conjunction" }).format(names);
}
