import { inTransaction } from "#platform/db/database";
import type { Came, Origin } from "#platform/http/caller";
import type { Accounts } from "./accounts.ts";
import { newVisitor } from "./guest.ts";
import { insertVisitorOnce } from "./repository.ts";
import { after, lifetimes } from "./sessions/lives.ts";
import { insertSession } from "./sessions/repository.ts";
import { hashOf } from "./sessions/tokens.ts";
import { unsavedReferrer, unsavedToken } from "./sessions/unsaved.ts";
import { notifyVisit } from "./visit.ts";

/**
 * Saves a guest without a row, with a session that both of their secrets open, because there is now data to store about
 * them. Of two concurrent calls one does it, and the other waits for it.
 */
export async function saveGuest(
  accounts: Accounts,
  { id, origin, came }: { id: string; origin: Origin; came: Came },
): Promise<void> {
  const { db, clock, guestKeys } = accounts;
  const now = clock.now();
  const presented = origin.headerToken ?? origin.cookieToken ?? "";
  const hashFor = (secret: "cookie_hash" | "header_hash") => {
    const isPresented = secret === (origin.headerToken === null ? "cookie_hash" : "header_hash");
    // The presented secret was verified; an older key may have signed it.
    return hashOf(isPresented ? presented : unsavedToken(guestKeys, id, secret));
  };
  const isNew = await inTransaction(db, async (trx) => {
    const visitor = { ...newVisitor(now), id, referrer_token: unsavedReferrer(guestKeys, id) };
    if (!(await insertVisitorOnce(trx, visitor))) return false;
    await insertSession(trx, {
      id,
      visitor_id: id,
      cookie_hash: hashFor("cookie_hash"),
      header_hash: hashFor("header_hash"),
      device: "",
      created_at: now,
      last_seen_at: now,
      ends_at: after(now, lifetimes.guest.whole),
    });
    return true;
  });
  // The landing was reported before the guest had a row; the click ids come with every request.
  if (isNew) await notifyVisit(accounts, { visitorId: id, landing: undefined, referrer: undefined, ...came });
}
