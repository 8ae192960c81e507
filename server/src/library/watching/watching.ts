import { randomUUID } from "node:crypto";
import type { Clock } from "#platform/clock";
import type { Db } from "#platform/db/database";
import { saveWatching, WATCHING_MS } from "./repository.ts";

/** So often a node says how many it sees. */
const SAY_MS = 5_000;
/** More are not told apart: a node serves fewer. */
const MAX_SEEN = 200_000;

/**
 * Counts the viewers whose progress this node saves. The count of each node lies in the database, so that any node can add
 * them up; writing it is nothing that a viewer waits for, and a lost one is followed by the next.
 */
export function openWatching({
  db,
  clock,
}: {
  db: Db;
  clock: Clock;
}): (visitorIds: readonly string[]) => void {
  const node = randomUUID();
  const seen = new Map<string, number>();
  let saidAt = Number.NEGATIVE_INFINITY;
  return (visitorIds) => {
    const now = clock.now().getTime();
    for (const id of visitorIds) {
      // Put last again, so that the first are those who were seen longest ago.
      seen.delete(id);
      if (seen.size < MAX_SEEN) seen.set(id, now);
    }
    if (Math.abs(now - saidAt) < SAY_MS) return;
    saidAt = now;
    for (const [id, at] of seen) {
      if (Math.abs(now - at) < WATCHING_MS) break;
      seen.delete(id);
    }
    saveWatching(db, { node, viewers: seen.size, at: new Date(now) }).catch(() => undefined);
  };
}
