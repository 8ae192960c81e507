import type { Clock } from "#platform/clock";
import type { Db } from "#platform/db/database";
import { describeDevice } from "#platform/device";
import type { Origin } from "#platform/http/caller";
import { newId } from "#platform/ids";
import { sessionCookie } from "./cookie.ts";
import { after, lifetimes } from "./lives.ts";
import { insertSession } from "./repository.ts";
import { hashOf, newToken } from "./tokens.ts";

/** The channels through which a session's secrets are sent. */
export interface Channels {
  cookie: boolean;
  header: boolean;
}

/** The headers of an answer. */
export type AnswerHeaders = Record<string, string>;

/**
 * Chooses the channels for a new guest. Without a `sid` it is unknown whether cookies work, so the header is sent too;
 * a stale `sid` proves that they do. With an invalid header, the cookie is left alone, because it may be a valid
 * session.
 */
export function guestChannels({ headerToken, cookieToken }: Origin): Channels {
  return {
    cookie: headerToken === null || cookieToken === null,
    header: headerToken !== null || cookieToken === null,
  };
}

/** Chooses the channels for a member: that of the request, so that a page with cookies never sees a member's token (R61). */
export function memberChannels({ headerToken }: Origin): Channels {
  return { cookie: headerToken === null, header: headerToken !== null };
}

/** Opens a session. Its secrets are in the returned headers and nowhere else. */
export async function openSession(
  db: Db,
  clock: Clock,
  { visitorId, kind, origin }: { visitorId: string; kind: "guest" | "member"; origin: Origin },
): Promise<AnswerHeaders> {
  const channels = kind === "guest" ? guestChannels(origin) : memberChannels(origin);
  const now = clock.now();
  const cookie = channels.cookie ? newToken() : null;
  const header = channels.header ? newToken() : null;
  await insertSession(db, {
    id: newId(now),
    visitor_id: visitorId,
    cookie_hash: cookie === null ? null : hashOf(cookie),
    header_hash: header === null ? null : hashOf(header),
    // A guest's devices are never listed, so none is recorded.
    device: kind === "member" ? await describeDevice(origin.userAgent) : "",
    created_at: now,
    last_seen_at: now,
    ends_at: after(now, lifetimes[kind].whole),
  });
  return {
    ...(cookie && { "set-cookie": sessionCookie(origin, cookie, lifetimes[kind].whole) }),
    ...(header && { "x-user-token": header }),
  };
}
