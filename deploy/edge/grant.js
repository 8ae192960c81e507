// The check of grants for nginx with njs (libnginx-mod-http-js). It decides as the app does; docs/edge.md describes it step by step.
// njs 0.7 has neither classes nor destructuring, so this file uses none.
import crypto from "crypto";

const form =
  /^\/media\/v\/([a-z0-9]{1,8})\.(\d{1,12})\.([A-Za-z0-9_-]{1,32})\.([A-Za-z0-9_-]{1,44})\.([A-Za-z0-9_-]{43})\/([a-z0-9]{1,32})\/[a-z0-9_-]{1,64}\.(m3u8|m4s|mp4|vtt|jpg|webp)$/;
/** Seconds that a grant may end from now on: the longest life, and a minute for clocks that differ. */
const AHEAD = 660;

/** Returns the secret of a key in GRANT_KEYS, as the app has it: id:secret separated by commas, in any order. */
function secretOf(id, keys) {
  const pair = keys.split(",").find((each) => each.trim().indexOf(`${id}:`) === 0);
  return pair === undefined ? undefined : pair.trim().slice(id.length + 1);
}

/** Returns the seconds that the path's grant still opens its asset, rounded up; 0: it does not. */
function secondsLeft(path, now, keys) {
  const m = form.exec(path);
  if (!m) return 0;
  const secret = secretOf(m[1], keys);
  const expiry = Number(m[2]);
  if (secret === undefined || expiry <= now || expiry > now + AHEAD) return 0;
  const text = `${m[1]}.${m[2]}.${m[3]}.${m[4]}./media/v/${m[6]}/`;
  const want = crypto.createHmac("sha256", secret).update(text).digest("base64url");
  // The same time for every wrong signature.
  let differ = want.length ^ 43;
  for (let i = 0; i < 43; i++) differ |= want.charCodeAt(i) ^ m[5].charCodeAt(i);
  return differ === 0 ? Math.ceil(expiry - now) : 0;
}

/** For js_set: the seconds that the grant has left, or nothing. Whole ones, rounded down, for Cache-Control. */
function rest(r) {
  const now = Date.now() / 1000;
  return secondsLeft(r.uri, now, r.variables.grant_keys) > 0
    ? String(Math.floor(Number(form.exec(r.uri)[2]) - now))
    : "";
}

export default { rest, secondsLeft };
