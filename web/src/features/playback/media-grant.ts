import { grantPath } from "./media-address.ts";

/** Reads the asset and the grant of a media address; null for other addresses. */
export function readGrant(url: string): { grant: string; asset: string } | null {
  const [, , grant, , asset] = grantPath.exec(url) ?? [];
  return grant && asset ? { grant, asset } : null;
}

/**
 * Returns the same address with another grant. Addresses of other assets, and those without a grant, stay unchanged.
 */
export function withGrant(url: string, granted: string): string {
  const other = readGrant(granted);
  const own = readGrant(url);
  if (!other || !own || own.asset !== other.asset) return url;
  return url.replace(
    grantPath,
    (_all, before: string, _grant: string, rest: string) => before + other.grant + rest,
  );
}

/** Returns whether two media addresses lead to the same film, whatever their grants. */
export function isSameFilm(one: string, other: string): boolean {
  return readGrant(one)?.asset === readGrant(other)?.asset;
}
