import type { Clock } from "#platform/clock";
import type { Db } from "#platform/db/database";
import type { Origin } from "#platform/http/caller";
import { newId } from "#platform/ids";
import { sessionCookie } from "./cookie.ts";
import { describeDevice } from "./device.ts";
import { after, lives } from "./lives.ts";
import { insertSession } from "./repository.ts";
import { hashOf, newToken } from "./tokens.ts";

/** Which ways a session's secrets go out. */
export interface Channels {
  cookie: boolean;
  header: boolean;
}

/** The headers of an answer. */
export type AnswerHeaders = Record<string, string>;

/**
 * How a new guest is told. Where no `sid` came nobody knows whether cookies work here, so the header goes out too; a
 * stale one proves that they do. A dead header beside a cookie leaves the cookie alone: it may be somebody's.
 */
export function guestChannels({ headerToken, cookieToken }: Origin): Channels {
  return {
    cookie: headerToken === null || cookieToken === null,
    header: headerToken !== null || cookieToken === null,
  };
}

/** How a member is told: the way the request came, so that a page with cookies never sees a member's token (R61). */
export function memberChannels({ headerToken }: Origin): Channels {
  return { cookie: headerToken === null, header: headerToken !== null };
}

/** Opens a session. Its secrets are in the headers that are returned, and nowhere else. */
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
    // Nobody lists a guest's devices, so nothing is noted of them.
    device: kind === "member" ? await describeDevice(origin.userAgent) : "",
    created_at: now,
    last_seen_at: now,
    ends_at: after(now, lives[kind].whole),
  });
  return {
    ...(cookie && { "set-cookie": sessionCookie(origin, cookie, lives[kind].whole) }),
    ...(header && { "x-user-token": header }),
  };
}
