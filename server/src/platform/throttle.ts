import { createHash } from "node:crypto";
import type { Clock } from "./clock.ts";
import type { Db } from "./db/database.ts";
import { countTurn } from "./db/throttle.ts";
import { tooMany } from "./http/errors.ts";

/** How often an action is allowed. */
export interface Limit {
  /** The counted action, such as `contact`. */
  what: string;
  most: number;
  seconds: number;
}

/**
 * Takes one token of a subject, which is an address or an id. Refuses with 429 when there is none left; all tokens
 * return together, `seconds` after the first was taken.
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

/** Returns the key of a count: a hash, so that no address is stored in plain text. */
export function throttleKey(what: string, who: string): Buffer {
  return createHash("sha256").update(`${what}\n${who}`).digest();
}
