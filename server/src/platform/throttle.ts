import { createHash } from "node:crypto";
import type { Clock } from "./clock.ts";
import type { Db } from "./db/database.ts";
import { countToken } from "./db/throttle.ts";
import { tooMany } from "./http/errors.ts";

/** How often an action is allowed. */
export interface Limit {
  /** The counted action, such as `contact`. */
  action: string;
  max: number;
  seconds: number;
}

/**
 * Takes one token of a subject, which is an address or an id. Refuses with 429 when there is none left; all tokens
 * return together, `seconds` after the first was taken.
 */
export async function takeToken(db: Db, clock: Clock, limit: Limit, subject: string): Promise<void> {
  const at = clock.now();
  const span = limit.seconds * 1000;
  const { count, since } = await countToken(db, {
    key: throttleKey(limit.action, subject),
    at,
    from: new Date(at.getTime() - span),
  });
  if (count > limit.max) throw tooMany((since.getTime() + span - at.getTime()) / 1000);
}

/** Returns the key of a count: a hash, so that no address is stored in plain text. */
export function throttleKey(action: string, subject: string): Buffer {
  return createHash("sha256").update(`${action}\n${subject}`).digest();
}
