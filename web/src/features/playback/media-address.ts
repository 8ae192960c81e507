/** The parts of a media address: what is before the grant, the grant, what is after it, and of that the asset. */
export const grantPath = /^((?:https?:\/\/[^/]+)?\/media\/v\/)([^/]+)(\/([^/]+)\/.*)$/;

/** Returns the grant-independent part of a media address, `/asset/file`. Other addresses stay unchanged. */
export function withoutGrant(url: string): string {
  return grantPath.exec(url)?.[3] ?? url;
}
