import type { Caller, Origin } from "#platform/http/caller";
import type { Accounts } from "./accounts.ts";
import { clearedCookie } from "./sessions/cookie.ts";
import type { AnswerHeaders } from "./sessions/open-session.ts";
import { deleteSession } from "./sessions/repository.ts";

/** Signs out (R64): the session's secrets become invalid, and a cookie that was sent is deleted. */
export async function logout(
  { db }: Accounts,
  caller: Caller | null,
  origin: Origin,
): Promise<AnswerHeaders> {
  if (caller) await deleteSession(db, caller.sessionId);
  return clearedCookie(origin);
}
