import type { Clock } from "#platform/clock";
import type { Db } from "#platform/db/database";
import type { Caller, Origin } from "#platform/http/caller";
import { after, lifetimes, seenEvery } from "./lives.ts";
import * as repository from "./repository.ts";
import { hashOf, isToken, isUnsavedForm } from "./tokens.ts";

/**
 * Identifies the caller of a request. If the header is sent, the cookie is ignored whether or not the header's token is
 * valid, so that one request never has two identities. A secret is valid only in the channel that it was issued for.
 * `unsaved` finds a guest without a row by a secret that no session has.
 */
export async function identify(
  db: Db,
  clock: Clock,
  origin: Origin,
  unsaved: (token: string, secret: repository.Secret) => Promise<Caller | null>,
): Promise<Caller | null> {
  const secret = origin.headerToken === null ? "cookie_hash" : "header_hash";
  const token = origin.headerToken ?? origin.cookieToken;
  if (token === null || !(isToken(token) || isUnsavedForm(token))) return null;
  const session = await repository.findSession(db, secret, hashOf(token));
  if (!session) return isUnsavedForm(token) ? unsaved(token, secret) : null;
  const now = clock.now();
  const { kind, id, visitor_id, ends_at, last_seen_at } = session;
  if (ends_at <= now || after(last_seen_at, lifetimes[kind].idle) <= now) return null;
  if (after(last_seen_at, seenEvery) <= now) await repository.touchSession(db, id, now);
  return { id: visitor_id, kind, sessionId: id };
}
