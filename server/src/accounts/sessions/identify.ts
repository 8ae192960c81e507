import type { Clock } from "#platform/clock";
import type { Db } from "#platform/db/database";
import type { Fragment } from "#platform/db/fragment";
import type { Caller, Origin } from "#platform/http/caller";
import type { Log } from "#platform/log";
import { after, idleSeconds, seenEvery } from "./lives.ts";
import * as repository from "./repository.ts";
import { hashOf, isToken, isUnsavedForm } from "./tokens.ts";

/** What identifying a caller needs. */
export interface IdentifyContext {
  db: Db;
  clock: Clock;
  log: Log;
  /** Days without use after which a guest's session ends. */
  guestDays: number;
  /** Finds a guest without a row by a secret that no session has; `saved`: the guest has a row by now. */
  unsaved: (origin: Origin, token: string, secret: repository.Secret) => Promise<Caller | "saved" | null>;
}

/** A session as stored, with its visitor. */
export type FoundSession = repository.FoundSession;

/** A caller with the row that was read together with their session; null for a guest without a row. */
export interface RecognisedWith<Row> {
  caller: Caller;
  row: Row | null;
  /** Resolves when the use of the session is recorded, also when that failed. An answer need not wait for it. */
  recorded: Promise<void>;
}

/** Reads a session, and more about its visitor, in one statement around the given fragment. */
export type SessionReader<Row extends FoundSession> = (
  session: Fragment<FoundSession>,
) => Promise<Row | undefined>;

/**
 * Identifies the caller of a request in a statement that reads more about them. If the header is sent, the cookie is
 * ignored whether or not the header's token is valid, so that one request never has two identities. A secret is valid
 * only in the channel that it was issued for. Without a valid session, what was read is discarded.
 */
export async function recogniseWith<Row extends FoundSession>(
  context: IdentifyContext,
  origin: Origin,
  read: SessionReader<Row>,
): Promise<RecognisedWith<Row> | null> {
  const secret = origin.headerToken === null ? "cookie_hash" : "header_hash";
  const token = origin.headerToken ?? origin.cookieToken;
  if (token === null || !(isToken(token) || isUnsavedForm(token))) return null;
  const find = async () => {
    const row = await read(repository.sessionFragment(secret, hashOf(token)));
    const caller = row && callerOf(context, row);
    return { isFound: row !== undefined, found: row && caller && recognised(context, caller, row) };
  };
  const { isFound, found } = await find();
  if (isFound || !isUnsavedForm(token)) return found ?? null;
  const unsaved = await context.unsaved(origin, token, secret);
  // Another request of this guest may have saved them since the session was looked for.
  if (unsaved === "saved") return (await find()).found ?? null;
  return unsaved && { caller: unsaved, row: null, recorded: Promise.resolve() };
}

function recognised<Row extends FoundSession>(context: IdentifyContext, caller: Caller, row: Row) {
  return { caller, row, recorded: recordUse(context, row) };
}

/** Identifies the caller of a request. */
export async function identify(context: IdentifyContext, origin: Origin): Promise<Caller | null> {
  const found = await recogniseWith(context, origin, (session) =>
    repository.findSession(context.db, session),
  );
  await found?.recorded;
  return found?.caller ?? null;
}

/** Returns the visitor of a session; null when it has ended. The only rule about a session's life. */
function callerOf({ clock, guestDays }: IdentifyContext, session: FoundSession): Caller | null {
  const now = clock.now();
  const { kind, session_id: sessionId, visitor_id: id, ends_at, last_seen_at } = session;
  if (ends_at <= now || after(last_seen_at, idleSeconds(kind, guestDays)) <= now) return null;
  return { id, kind, sessionId };
}

/** Records that a session was used, at most once in ten minutes. */
async function recordUse({ db, clock, log }: IdentifyContext, session: FoundSession): Promise<void> {
  const now = clock.now();
  if (after(session.last_seen_at, seenEvery) > now) return;
  try {
    await repository.touchSession(db, session.session_id, now);
  } catch (error) {
    log.warn({ err: error }, "Last use of a session not recorded; the next request will retry");
  }
}
