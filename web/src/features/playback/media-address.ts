const grantPath = /^((?:https?:\/\/[^/]+)?\/media\/v\/)([^/]+)(\/([^/]+)\/.*)$/;

/** The asset that a media address belongs to, and its grant; null for other addresses. */
export function readGrant(url: string): { grant: string; asset: string } | null {
  const [, , grant, , asset] = grantPath.exec(url) ?? [];
  return grant && asset ? { grant, asset } : null;
}

/** The same address under another grant. Addresses of other assets, and those without a grant, stay as they are. */
export function withGrant(url: string, granted: string): string {
  const other = readGrant(granted);
  const own = readGrant(url);
  if (!other || !own || own.asset !== other.asset) return url;
  return url.replace(
    grantPath,
    (_all, before: string, _grant: string, rest: string) => before + other.grant + rest,
  );
}

/** What a media address names, whoever may fetch it: `/asset/file`. Other addresses stay as they are. */
export function withoutGrant(url: string): string {
  return grantPath.exec(url)?.[3] ?? url;
}
