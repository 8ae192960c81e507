import { createHmac, timingSafeEqual } from "node:crypto";

/** A key that signs grants. */
export interface GrantKey {
  id: string;
  secret: string;
}

/** What a grant says: this viewer may fetch this asset, for this episode, until then. */
export interface Grant {
  episodeId: string;
  assetId: string;
  viewer: string;
  /** Unix seconds. */
  expiresAt: number;
}

/** Seconds a grant lives, at most: after that the right to watch is looked at again. */
export const grantSeconds = 600;

/**
 * A grant as the path prefix of all an asset's files: `/media/v/<grant>/<asset>/`. A proxy or CDN can check it alone: the
 * signature is HMAC-SHA256, base64url, over `<key id>.<expiry>.<episode>.<viewer>./media/v/<asset>/`, the expiry in Unix
 * seconds; with the grant cut out, the rest is the key to cache under. It stands in the path so that the relative addresses
 * in playlists carry it on, with no cookie and no rewriting.
 */
export function signGrant(keys: readonly GrantKey[], grant: Grant): string {
  const key = keys[0];
  if (!key) throw new Error("There is no key to sign grants with.");
  const claims = `${key.id}.${grant.expiresAt}.${grant.episodeId}.${grant.viewer}`;
  return `/media/v/${claims}.${sign(key, claims, grant.assetId)}/${grant.assetId}/`;
}

/** Reads and checks a grant for an asset; null when it is malformed, foreign, edited or expired. */
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
  if (expiresAt <= seconds || expiresAt > seconds + grantSeconds + 60) return null;
  return { episodeId, assetId, viewer, expiresAt };
}

function sign(key: GrantKey, claims: string, assetId: string): string {
  return createHmac("sha256", key.secret).update(`${claims}./media/v/${assetId}/`).digest("base64url");
}
