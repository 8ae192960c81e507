import type { Clock } from "./clock.ts";
import * as repository from "./db/attempts.ts";
import { type Db, inTransaction } from "./db/database.ts";
import { countToken } from "./db/throttle.ts";
import { tooMany } from "./http/errors.ts";
import { type Limit, throttleKey } from "./throttle.ts";

/** A limit of failed attempts: `free` within `seconds`, then with pauses that double. */
export interface AttemptLimit {
  action: string;
  free: number;
  seconds: number;
  /**
   * The first pause and the longest one, in seconds. Never unlimited, because locking out an account would be an attack
   * too.
   */
  pause: { first: number; max: number };
}

/** An action that may fail, and the subject that it is counted for. */
export interface Attempt {
  limit: AttemptLimit;
  subject: string;
}

/**
 * Counts attempts before their outcome is known, so that concurrent ones cannot slip through together. Refuses with
 * 429, and counts nothing, when one of them has to wait.
 */
export async function takeAttempts(db: Db, clock: Clock, attempts: Attempt[]): Promise<void> {
  await inTransaction(db, async (trx) => {
    for (const { limit, subject } of attempts) {
      const at = clock.now();
      const key = throttleKey(limit.action, subject);
      const from = new Date(at.getTime() - limit.seconds * 1000);
      const counted = await repository.countAttempt(trx, { key, free: limit.free, ...limit.pause, at, from });
      if (counted) continue;
      const until = await repository.findBlock(trx, key);
      throw tooMany(((until?.getTime() ?? 0) - at.getTime()) / 1000);
    }
  });
}

/** Refuses with 429 while an attempt would have to wait, and counts nothing. */
export async function refuseBlocked(db: Db, clock: Clock, { limit, subject }: Attempt): Promise<void> {
  const until = await repository.findBlock(db, throttleKey(limit.action, subject));
  const seconds = ((until?.getTime() ?? 0) - clock.now().getTime()) / 1000;
  if (seconds > 0) throw tooMany(seconds);
}

/** Uncounts attempts that succeeded. */
export async function uncountAttempts(db: Db, attempts: Attempt[]): Promise<void> {
  for (const { limit, subject } of attempts)
    await repository.uncountAttempt(db, throttleKey(limit.action, subject));
}

/** Clears all attempts that were counted together with these. */
export async function clearAttempts(db: Db, attempts: Attempt[]): Promise<void> {
  for (const { limit, subject } of attempts)
    await repository.deleteAttempts(db, throttleKey(limit.action, subject));
}

/** Takes a token and returns whether there was one left, for limits that the answer must not reveal. */
export async function tryToken(db: Db, clock: Clock, limit: Limit, subject: string): Promise<boolean> {
  const at = clock.now();
  const from = new Date(at.getTime() - limit.seconds * 1000);
  const { count } = await countToken(db, { key: throttleKey(limit.action, subject), at, from });
  return count <= limit.max;
}
