import { inTransaction } from "#platform/db/database";
import { deleteOldCounts } from "#platform/db/throttle";
import { verifiedNow } from "#platform/db/verified-clock";
import type { Accounts } from "../accounts.ts";
import { deleteEnded } from "../facebook/repository.ts";
import { deleteOldLinks } from "../links/repository.ts";
import { after, idleSeconds } from "../sessions/lives.ts";
import { eraseDue } from "./erase.ts";
import * as repository from "./repository.ts";

/** The most rows of a kind that are read or deleted at once. */
export const AT_ONCE = 500;
const day = 24 * 60 * 60;
/** A guest without data is deleted after this time, in seconds. */
const EMPTY_GUEST = 2 * day;
/** Longer than the period of any limit. */
const THROTTLE = 2 * day;

/** How many of each were deleted. */
export interface CleanupCounts {
  sessions: number;
  guests: number;
  codes: number;
  /** Abandoned Facebook sign-ins, which contain a name and an address. */
  facebook: number;
  throttles: number;
  accounts: number;
}

/**
 * Deletes expired data. It may be interrupted at any point and repeated. One verified time decides what has expired: a
 * clock that jumps meanwhile removes nothing.
 */
export async function cleanUp(accounts: Accounts, signal?: AbortSignal): Promise<CleanupCounts> {
  const { db, clock } = accounts;
  const at = await verifiedNow(db, clock);
  return {
    sessions:
      (await endSessions(accounts, "guest", at, signal)) +
      (await endSessions(accounts, "member", at, signal)),
    guests: await forgetGuests(accounts, at, signal),
    codes: (await repository.deleteOldCodes(db, at)) + (await deleteOldLinks(db, at)),
    facebook: await deleteEnded(db, at),
    throttles: await deleteOldCounts(db, { before: after(at, -THROTTLE), at }),
    accounts: await eraseAllDue(accounts, at, signal),
  };
}

async function endSessions(
  { db, guestDays }: Accounts,
  kind: "guest" | "member",
  at: Date,
  signal?: AbortSignal,
): Promise<number> {
  const limits = { at, seenBefore: after(at, -idleSeconds(kind, guestDays)), limit: AT_ONCE };
  for (let total = 0; ; ) {
    signal?.throwIfAborted();
    const count = await repository.deleteEndedSessions(db, kind, limits);
    total += count;
    if (count < AT_ONCE) return total;
  }
}

/** Deletes guests without a session, and idle guests without data. */
async function forgetGuests(accounts: Accounts, at: Date, signal?: AbortSignal): Promise<number> {
  const seenBefore = after(at, -EMPTY_GUEST);
  let total = 0;
  for (let next: string | null = ""; next !== null; ) {
    signal?.throwIfAborted();
    const found = await repository.listIdleGuests(accounts.db, { after: next, limit: AT_ONCE, seenBefore });
    next = found.next;
    if (found.idle.length > 0) total += await forgetThese(accounts, found.idle, seenBefore);
  }
  return total;
}

async function forgetThese(
  { db, listeners }: Accounts,
  idle: readonly repository.IdleGuest[],
  seenBefore: Date,
): Promise<number> {
  return inTransaction(db, async (trx) => {
    const locked = await repository.lockIdleGuests(
      trx,
      idle.map(({ id }) => id),
      seenBefore,
    );
    const ended = new Set(idle.filter((guest) => guest.ended).map(({ id }) => id));
    const living = locked.filter((id) => !ended.has(id));
    const withData = new Set<string>();
    for (const listener of living.length > 0 ? listeners : [])
      for (const id of (await listener.hasDataOf?.(trx, living)) ?? []) withData.add(id);
    for (const listener of locked.length > 0 ? listeners : [])
      for (const id of (await listener.mustKeep?.(trx, locked)) ?? []) withData.add(id);
    const gone = locked.filter((id) => !withData.has(id));
    for (const listener of gone.length > 0 ? listeners : []) await listener.erased?.(trx, gone);
    await repository.deleteVisitors(trx, gone);
    return gone.length;
  });
}

async function eraseAllDue(accounts: Accounts, at: Date, signal?: AbortSignal): Promise<number> {
  const { db, log } = accounts;
  let total = 0;
  for (const id of await repository.listDueMembers(db, at, AT_ONCE)) {
    signal?.throwIfAborted();
    try {
      if (!(await eraseDue(accounts, id, at))) continue;
      log.info({ visitor: id }, "Account erased at its owner's request");
      total += 1;
    } catch (error) {
      // One that cannot be erased must not block the others.
      log.error({ visitor: id, err: error }, "Account could not be erased; will retry in an hour");
    }
  }
  return total;
}
