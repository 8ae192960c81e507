import type { Caller, Origin } from "#platform/http/caller";
import { type Limit, takeToken } from "#platform/throttle";
import type { Accounts } from "../accounts.ts";
import { findMember, type MemberRow, provePassword } from "../passwords/prove.ts";

/** A request that needs the password again. */
export interface Confirmation {
  caller: Caller;
  /** Empty for accounts without one. */
  password: string;
  origin: Origin;
}

/**
 * Returns the calling member after checking the password; an account without one (Facebook) needs none. `limit`: how
 * often they may ask at all.
 */
export async function confirmMember(
  accounts: Accounts,
  { caller, password, origin }: Confirmation,
  limit: Limit,
): Promise<MemberRow> {
  const member = await findMember(accounts, caller);
  await takeToken(accounts.db, accounts.clock, limit, member.id);
  // Without a password there is nothing to hash, so the queue is not used.
  if (member.password_hash !== null)
    await accounts.hashingQueue.with((hashing) =>
      provePassword(accounts, hashing, { member, password, origin }),
    );
  return member;
}
