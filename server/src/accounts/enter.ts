import type { Trx } from "#platform/db/database";
import type { Caller, Origin } from "#platform/http/caller";
import { explainedRefusal } from "#platform/http/errors";
import type { Accounts } from "./accounts.ts";
import type { Entered } from "./guest.ts";
import { lockVisitors, updateVisitor } from "./repository.ts";
import { openSession } from "./sessions/open-session.ts";
import { deleteSession, deleteSessionsOf } from "./sessions/repository.ts";

/** The member who signs in, and the previous caller of the request. */
export interface SignInRequest {
  memberId: string;
  caller: Caller | null;
  origin: Origin;
  /** The hash that the password was checked against: if it has changed since, the sign-in fails. Undefined: another method. */
  passwordHash?: string | null;
}

/**
 * Signs a member in, in the caller's transaction: the guest's data moves to the member, the request's session ends, and
 * a new one begins. Another member's data is never merged.
 */
export async function enter(trx: Trx, accounts: Accounts, request: SignInRequest): Promise<Entered> {
  const { memberId, caller, origin, passwordHash } = request;
  const rows = await lockVisitors(trx, caller ? [memberId, caller.id] : [memberId]);
  const visitor = rows.find((row) => row.id === memberId && row.kind === "member");
  if (!visitor || (passwordHash !== undefined && visitor.password_hash !== passwordHash))
    throw explainedRefusal("login_failed");
  const guest = rows.find((row) => row.id === caller?.id && row.kind === "guest" && !row.merged_into);
  if (guest) {
    for (const listener of accounts.listeners) await listener.merged?.(trx, { guestId: guest.id, memberId });
    await updateVisitor(trx, guest.id, { merged_into: memberId, pending_email: null, claimed_by: null });
    await deleteSessionsOf(trx, guest.id);
  } else if (caller) {
    await deleteSession(trx, caller.sessionId);
  }
  const headers = await openSession(trx, accounts.clock, { visitorId: memberId, kind: "member", origin });
  return { visitor, headers };
}
