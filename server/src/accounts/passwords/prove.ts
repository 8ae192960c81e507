import type { Caller, Origin } from "#platform/http/caller";
import { signInRequired } from "#platform/http/errors";
import type { Hashing } from "#platform/passwords/hashing-queue";
import type { Accounts } from "../accounts.ts";
import { findVisitor, type VisitorRow } from "../repository.ts";
import { tryPassword } from "./attempt.ts";
import { readPassword } from "./rules.ts";

/** A member as stored; members always have an address. */
export type MemberRow = VisitorRow & { email: string };

/** Returns the calling member. */
export async function findMember({ db }: Accounts, caller: Caller): Promise<MemberRow> {
  const member = await findVisitor(db, caller.id);
  if (!member || member.email === null) throw signInRequired();
  return { ...member, email: member.email };
}

/** Checks the password of a member; an account without one (Facebook) needs no further proof. */
export async function provePassword(
  accounts: Accounts,
  hashing: Hashing,
  { member, password: text, origin }: { member: MemberRow; password: string; origin: Origin },
): Promise<void> {
  if (member.password_hash === null) return;
  const password = readPassword(text, "password");
  const { email } = member;
  await tryPassword(accounts, hashing, { email, password, origin, member, reason: "password_wrong" });
}
