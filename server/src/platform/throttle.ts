import { createHash } from "node:crypto";
import type { Clock } from "./clock.ts";
import type { Db } from "./db/database.ts";
import { countTurn } from "./db/throttle.ts";
import { tooMany } from "./http/errors.ts";

/** How often something may be done. */
export interface Limit {
  /** What is counted, such as `contact`. */
  what: string;
  most: number;
  seconds: number;
}

/**
 * Takes one turn of somebody, who is told apart by an address or an id. Refuses with 429 where there is none left: they
 * come back together, `seconds` after the first.
 */
export async function takeToken(db: Db, clock: Clock, limit: Limit, who: string): Promise<void> {
  const at = clock.now();
  const span = limit.seconds * 1000;
  const { count, since } = await countTurn(db, {
    key: throttleKey(limit.what, who),
    at,
    from: new Date(at.getTime() - span),
  });
  if (count > limit.most) throw tooMany((since.getTime() + span - at.getTime()) / 1000);
}

/** The key that is counted under: a hash, so that no one's address lies in the table in the clear. */
export function throttleKey(what: string, who: string): Buffer {
  return createHash("sha256").update(`${what}\n${who}`).digest();
}
