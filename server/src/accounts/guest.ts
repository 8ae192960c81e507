import { tryToken } from "#platform/attempts";
import { inTransaction } from "#platform/db/database";
import type { Caller, Origin } from "#platform/http/caller";
import { newId, randomWord, timeOfId } from "#platform/ids";
import type { Accounts } from "./accounts.ts";
import { findVisitor, insertVisitor, type VisitorRow } from "./repository.ts";
import { type AnswerHeaders, openSession } from "./sessions/open-session.ts";
import { openUnsaved, unsavedReferrer } from "./sessions/unsaved.ts";

/** A visitor with a session, and the headers that carry its secrets. */
export interface Entered {
  visitor: VisitorRow;
  headers: AnswerHeaders;
}

/**
 * Returns the caller; a request without a valid session becomes a guest (R39, R62). New guests of one address beyond
 * the limit get a signed secret and no row: they are served, and saved once there is data to store.
 */
export async function greet(accounts: Accounts, caller: Caller | null, origin: Origin): Promise<Entered> {
  const { db, clock, guestKeys } = accounts;
  if (caller?.save) return { visitor: unsavedVisitor(accounts, caller.id), headers: {} };
  const known = caller && (await findVisitor(db, caller.id));
  if (known) return { visitor: known, headers: {} };
  if (!(await tryToken(db, clock, accounts.limits.newGuests, origin.address))) {
    const { id, headers } = openUnsaved(guestKeys, clock, origin);
    return { visitor: unsavedVisitor(accounts, id), headers };
  }
  return inTransaction(db, async (trx) => {
    const visitor = newVisitor(clock.now());
    await insertVisitor(trx, visitor);
    const headers = await openSession(trx, clock, { visitorId: visitor.id, kind: "guest", origin });
    return { visitor, headers };
  });
}

function unsavedVisitor({ guestKeys }: Accounts, id: string): VisitorRow {
  return { ...newVisitor(timeOfId(id)), id, referrer_token: unsavedReferrer(guestKeys, id) };
}

/**
 * Returns a guest's row, not yet saved. The referrer token appears in links that they share, so it is unrelated to the
 * session.
 */
export function newVisitor(at: Date): VisitorRow {
  return {
    id: newId(at),
    kind: "guest",
    email: null,
    password_hash: null,
    facebook_id: null,
    display_name: null,
    language: null,
    referrer_token: randomWord(12),
    merged_into: null,
    created_at: at,
    registered_at: null,
    deletes_at: null,
    pending_email: null,
    claimed_by: null,
  };
}
