import { availableParallelism } from "node:os";
import { tooMany } from "../http/errors.ts";
import { openAdmission, openSlots } from "../slots.ts";
import { decoyHash, hashPassword, standardCost, verifyPassword } from "./argon2.ts";

const MAX_WAITING = 32;
const SECONDS_UNTIL_NEXT_TRY = 2;

/** The hashing functions, available while the caller holds a slot of the queue. */
export interface Hashing {
  hash(password: string): ReturnType<typeof hashPassword>;
  verify(password: string, stored: string): ReturnType<typeof verifyPassword>;
  /** The hash to verify when there is no account: it costs as much and matches no password. */
  decoy: string;
}

/** Limits concurrent hashing so that a burst of sign-ins leaves threads for playback. */
export interface HashingQueue {
  /** Runs `work` with a slot; refuses with 429 `busy` when too many callers are waiting. */
  with<T>(work: (hashing: Hashing) => Promise<T>): Promise<T>;
}

/** Opens the queue: one hash at a time on one or two processors, otherwise two; 32 may wait. */
export function openHashingQueue(
  atOnce = availableParallelism() <= 2 ? 1 : 2,
  cost = standardCost,
): HashingQueue {
  const inSlot = openSlots(atOnce);
  const admit = openAdmission(atOnce + MAX_WAITING, () => tooMany(SECONDS_UNTIL_NEXT_TRY, "busy"));

  const hashing: Hashing = {
    hash: (password) => inSlot(() => hashPassword(password, cost)),
    verify: (password, stored) => inSlot(() => verifyPassword(password, stored, cost)),
    decoy: decoyHash(cost),
  };
  return { with: (work) => admit(() => work(hashing)) };
}
