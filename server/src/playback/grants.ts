import { createHmac, timingSafeEqual } from "node:crypto";

/** A key that signs grants. */
export interface GrantKey {
  id: string;
  secret: string;
}

/** Permission for a viewer to fetch an asset for an episode until a given time. */
export interface Grant {
  episodeId: string;
  assetId: string;
  viewer: string;
  /** Unix seconds. */
  expiresAt: number;
}

/** Longest lifetime of a grant, GRANT_SECONDS at most. After that the right to watch is checked again. */
export const GRANT_SECONDS = 600;

/**
 * Returns a grant as the path prefix of all of an asset's files: `/media/v/<grant>/<asset>/`. A proxy or CDN can
 * verify it without us: the signature is HMAC-SHA256, base64url, over `<key
 * id>.<expiry>.<episode>.<viewer>./media/v/<asset>/`, with the expiry in Unix seconds. The path without the grant is
 * the cache key. The grant is in the path so that relative URLs in playlists include it without cookies or rewriting.
 */
export function signGrant(keys: readonly GrantKey[], grant: Grant): string {
  const key = keys[0];
  if (!key) throw new Error("There is no key to sign grants with.");
  const claims = `${key.id}.${grant.expiresAt}.${grant.episodeId}.${grant.viewer}`;
  return `/media/v/${claims}.${sign(key, claims, grant.assetId)}/${grant.assetId}/`;
}

/** Verifies a grant for an asset; null when it is malformed, for another asset, modified or expired. */
export function verifyGrant(
  keys: readonly GrantKey[],
  text: string,
  assetId: string,
  now: Date,
): Grant | null {
  const parts =
    /^([a-z0-9]{1,8})\.(\d{1,12})\.([A-Za-z0-9_-]{1,32})\.([A-Za-z0-9_-]{1,44})\.([A-Za-z0-9_-]{43})$/.exec(
      text,
    );
  if (!parts) return null;
  const [, keyId = "", expiry = "", episodeId = "", viewer = "", signature = ""] = parts;
  const key = keys.find((candidate) => candidate.id === keyId);
  if (!key) return null;
  const expected = sign(key, `${keyId}.${expiry}.${episodeId}.${viewer}`, assetId);
  if (!timingSafeEqual(Buffer.from(signature), Buffer.from(expected))) return null;
  const expiresAt = Number(expiry);
  const seconds = now.getTime() / 1000;
  if (expiresAt <= seconds || expiresAt > seconds + GRANT_SECONDS + 60) return null;
  return { episodeId, assetId, viewer, expiresAt };
}

function sign(key: GrantKey, claims: string, assetId: string): string {
  return createHmac("sha256", key.secret).update(`${claims}./media/v/${assetId}/`).digest("base64url");
}
