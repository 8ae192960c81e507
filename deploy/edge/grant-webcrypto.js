// The check of grants by WebCrypto, for edges that run JavaScript. It decides as the app does; docs/edge.md describes it step by step.

const form =
  /^\/media\/v\/([a-z0-9]{1,8})\.(\d{1,12})\.([A-Za-z0-9_-]{1,32})\.([A-Za-z0-9_-]{1,44})\.([A-Za-z0-9_-]{43})\/([a-z0-9]{1,32})\/([a-z0-9_-]{1,64}\.(?:m3u8|m4s|mp4|vtt|jpg|webp))$/;
/** Seconds that a grant may end from now on: the longest life, and a minute for clocks that differ. */
const AHEAD = 660;
const utf8 = new TextEncoder();

/**
 * Returns the keys of GRANT_KEYS, as the app has it. Keep them for all requests.
 * @param {string} text
 * @returns {Promise<Map<string, CryptoKey>>}
 */
export async function readKeys(text) {
  const keys = new Map();
  for (const pair of text.split(",")) {
    const at = pair.indexOf(":");
    if (at < 1) continue;
    const secret = utf8.encode(pair.slice(at + 1).trim());
    const algorithm = { name: "HMAC", hash: "SHA-256" };
    keys.set(
      pair.slice(0, at).trim(),
      await crypto.subtle.importKey("raw", secret, algorithm, false, ["sign"]),
    );
  }
  return keys;
}

/**
 * Verifies the grant in a path. Returns null if it opens nothing: answer 403. Otherwise `cacheKey` is the key of the file for all
 * viewers, or null for what must be asked of the app each time (playlists and previews), and `rest` the whole seconds that are left.
 * @param {Map<string, CryptoKey>} keys
 * @param {string} path the path as it was asked for, not decoded
 * @param {number} now Unix seconds
 * @returns {Promise<{ cacheKey: string | null, rest: number } | null>}
 */
export async function verifyGrant(keys, path, now) {
  const parts = form.exec(path);
  if (!parts) return null;
  const [, id, expiry, episode, viewer, signature, asset, file] = parts;
  const key = keys.get(id);
  if (!key || Number(expiry) <= now || Number(expiry) > now + AHEAD) return null;
  const text = `${id}.${expiry}.${episode}.${viewer}./media/v/${asset}/`;
  const want = base64url(new Uint8Array(await crypto.subtle.sign("HMAC", key, utf8.encode(text))));
  // The same time for every wrong signature.
  let differ = 0;
  for (let at = 0; at < 43; at++) differ |= want.charCodeAt(at) ^ signature.charCodeAt(at);
  if (differ !== 0) return null;
  const isAsked = file.endsWith(".m3u8") || viewer.startsWith("preview-");
  return { cacheKey: isAsked ? null : `${asset}/${file}`, rest: Math.floor(Number(expiry) - now) };
}

/** @param {Uint8Array} bytes */
function base64url(bytes) {
  return btoa(String.fromCharCode(...bytes))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replaceAll("=", "");
}
