import type { Caller, Origin } from "#platform/http/caller";
import { signInRequired } from "#platform/http/errors";
import { type Limit, takeTurn } from "#platform/throttle";
import type { Accounts } from "../accounts.ts";
import { tryPassword } from "../passwords/attempt.ts";
import { readPassword } from "../passwords/rules.ts";
import { findVisitor, type VisitorRow } from "../repository.ts";

/** Who asks for something that needs the password again. */
export interface Confirmation {
  caller: Caller;
  /** Empty for accounts without one. */
  password: string;
  origin: Origin;
}

/** The member who asks. */
export async function findMember({ db }: Accounts, caller: Caller): Promise<VisitorRow> {
  const member = await findVisitor(db, caller.id);
  if (member?.kind !== "member") throw signInRequired();
  return member;
}

/**
 * The member who asks, after the password was checked; an account without one (Facebook) needs none. `limit`: how often
 * they may ask at all.
 */
export async function confirmMember(
  accounts: Accounts,
  { caller, password: given, origin }: Confirmation,
  limit: Limit,
): Promise<VisitorRow> {
  const member = await findMember(accounts, caller);
  await takeTurn(accounts.db, accounts.clock, limit, member.id);
  if (member.password_hash === null) return member;
  const password = readPassword(given, "password");
  const email = member.email ?? "";
  await accounts.desk.with((hashing) =>
    tryPassword(accounts, hashing, { email, password, origin, member, reason: "password_wrong" }),
  );
  return member;
}
