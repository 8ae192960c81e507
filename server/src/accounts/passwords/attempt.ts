import { type Attempt, clearAttempts, takeAttempts, uncountAttempts } from "#platform/attempts";
import { inTransaction } from "#platform/db/database";
import type { Origin } from "#platform/http/caller";
import { explainedRefusal } from "#platform/http/errors";
import type { Hashing } from "#platform/passwords/hashing-queue";
import type { Accounts } from "../accounts.ts";
import type { VisitorRow } from "../repository.ts";
import { wrongAnywhere, wrongHere } from "../throttle/limits.ts";

/** The input of a password attempt. */
export interface PasswordTry {
  email: string;
  password: string;
  origin: Origin;
  /** Null when the address is unknown: the check takes as long and the answer is the same. */
  member: VisitorRow | null;
  reason: "login_failed" | "password_wrong";
}

/** The member whose password was correct. `stale`: the verified hash should be replaced. */
export interface Proven {
  memberId: string;
  passwordHash: string;
  stale: boolean;
}

/** Checks a password under the throttles, in the hashing queue. Refuses with the given reason, or 429. */
export async function tryPassword(
  { db, clock, log, limits }: Accounts,
  hashing: Hashing,
  { email, password, origin, member, reason }: PasswordTry,
): Promise<Proven> {
  const here: Attempt = { limit: wrongHere, subject: `${email} ${origin.address}` };
  const others: Attempt[] = [
    { limit: wrongAnywhere, subject: email },
    { limit: limits.wrongFromAddress, subject: origin.address },
  ];
  await takeAttempts(db, clock, [here, ...others]);
  const stored = member?.password_hash ?? null;
  const { right, stale } = await hashing.verify(password, stored ?? hashing.decoy);
  if (!member || stored === null || !right) {
    log.info({ visitor: member?.id ?? null }, "Wrong password");
    throw explainedRefusal(reason);
  }
  await inTransaction(db, async (trx) => {
    await clearAttempts(trx, [here]);
    await uncountAttempts(trx, others);
  });
  return { memberId: member.id, passwordHash: stored, stale };
}

/** Returns the attempts that throttle an owner after others guessed; they are cleared when the owner verifies by mail. */
export function attemptsOn(email: string, origin: Origin): Attempt[] {
  return [
    { limit: wrongHere, subject: `${email} ${origin.address}` },
    { limit: wrongAnywhere, subject: email },
  ];
}
