import { inTransaction } from "#platform/db/database";
import type { Origin } from "#platform/http/caller";
import { toldNo } from "#platform/http/errors";
import type { Accounts } from "../accounts.ts";
import type { VisitorRow } from "../repository.ts";
import { type Attempt, forgetAttempts, giveBackAttempts, takeAttempts } from "../throttle/attempts.ts";
import { wrongAnywhere, wrongHere } from "../throttle/limits.ts";
import type { Hashing } from "./hashing-queue.ts";

/** What a try of a password needs to know. */
export interface PasswordTry {
  email: string;
  password: string;
  origin: Origin;
  /** Null where nobody has the address: it takes as long and is told in the same words. */
  member: VisitorRow | null;
  reason: "login_failed" | "password_wrong";
}

/** The member whose password it is. `stale`: the hash that it was checked against is worth replacing. */
export interface Proven {
  memberId: string;
  passwordHash: string;
  stale: boolean;
}

/** Checks a password under the throttles, with a place at the desk. Refuses with the reason given, or 429. */
export async function tryPassword(
  { db, clock, log, limits }: Accounts,
  hashing: Hashing,
  { email, password, origin, member, reason }: PasswordTry,
): Promise<Proven> {
  const here: Attempt = { limit: wrongHere, who: `${email} ${origin.address}` };
  const others: Attempt[] = [
    { limit: wrongAnywhere, who: email },
    { limit: limits.wrongFromAddress, who: origin.address },
  ];
  await takeAttempts(db, clock, [here, ...others]);
  const stored = member?.password_hash ?? null;
  const { right, stale } = await hashing.verify(password, stored ?? hashing.decoy);
  if (!member || stored === null || !right) {
    log.info({ visitor: member?.id ?? null }, "a password was wrong");
    throw toldNo(reason);
  }
  await inTransaction(db, async (trx) => {
    await forgetAttempts(trx, [here]);
    await giveBackAttempts(trx, others);
  });
  return { memberId: member.id, passwordHash: stored, stale };
}

/** What keeps an owner waiting after somebody guessed, forgotten where they proved themselves by mail. */
export function attemptsOn(email: string, origin: Origin): Attempt[] {
  return [
    { limit: wrongHere, who: `${email} ${origin.address}` },
    { limit: wrongAnywhere, who: email },
  ];
}
