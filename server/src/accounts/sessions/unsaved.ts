import { createHmac, timingSafeEqual } from "node:crypto";
import type { Clock } from "#platform/clock";
import type { Origin } from "#platform/http/caller";
import { isId, newId, timeOfId } from "#platform/ids";
import { sessionCookie } from "./cookie.ts";
import { after, lifetimes, unsavedSeconds } from "./lives.ts";
import { type AnswerHeaders, guestChannels } from "./open-session.ts";
import type { Secret } from "./repository.ts";

/** The keys that sign the secrets of guests without a row: the first signs, all of them verify. */
export type GuestKeys = readonly string[];

/**
 * Returns the secret of a guest without a row: `<id>.<signature>`, different for cookie and header. It proves the id
 * without a database row, so a flood of new visitors writes nothing.
 */
export function unsavedToken(keys: GuestKeys, id: string, secret: Secret): string {
  return `${id}.${sign(keys[0] ?? "", `${secret}.${id}`)}`;
}

/** Returns the id that such a secret proves, or null: malformed, forged, of the other channel, or expired. */
export function readUnsavedToken(
  keys: GuestKeys,
  clock: Clock,
  token: string,
  secret: Secret,
): { id: string; since: Date } | null {
  const [id = "", signature = "", more] = token.split(".");
  if (more !== undefined || !isId(id) || signature.length !== 43) return null;
  const given = Buffer.from(signature);
  const known = keys.some((key) => timingSafeEqual(given, Buffer.from(sign(key, `${secret}.${id}`))));
  const since = timeOfId(id);
  return known && after(since, unsavedSeconds) > clock.now() ? { id, since } : null;
}

/** Returns the referrer token of a guest without a row: always the same, and it reveals nothing of the secrets. */
export function unsavedReferrer(keys: GuestKeys, id: string): string {
  return sign(keys[0] ?? "", `referrer.${id}`).slice(0, 16);
}

/** Creates a guest without a row, and the headers that give a browser or program its secret. */
export function openUnsaved(
  keys: GuestKeys,
  clock: Clock,
  origin: Origin,
): { id: string; headers: AnswerHeaders } {
  const id = newId(clock.now());
  const channels = guestChannels(origin);
  const cookie = unsavedToken(keys, id, "cookie_hash");
  return {
    id,
    headers: {
      ...(channels.cookie && { "set-cookie": sessionCookie(origin, cookie, lifetimes.guest.whole) }),
      ...(channels.header && { "x-user-token": unsavedToken(keys, id, "header_hash") }),
    },
  };
}

// With a separate label, because the same keys sign grants.
function sign(key: string, text: string): string {
  return createHmac("sha256", key).update(`guest\n${text}`).digest("base64url");
}
