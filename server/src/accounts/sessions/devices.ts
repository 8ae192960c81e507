import type { Session } from "@cliffhanger/contract";
import type { Clock } from "#platform/clock";
import type { Db } from "#platform/db/database";
import type { Caller } from "#platform/http/caller";
import { notFound } from "#platform/http/errors";
import { after, lifetimes } from "./lives.ts";
import * as repository from "./repository.ts";

/** Returns a member's signed-in devices, the newest first. */
export async function listDevices(db: Db, clock: Clock, caller: Caller): Promise<Session[]> {
  const now = clock.now();
  const seenSince = after(now, -lifetimes[caller.kind].idle);
  const rows = await repository.listSessions(db, caller.id, { now, seenSince });
  return rows.map((row) => ({
    id: row.id,
    current: row.id === caller.sessionId,
    device: row.device,
    lastSeenAt: row.last_seen_at.toISOString(),
    createdAt: row.created_at.toISOString(),
  }));
}

/** Signs out one device of the member, or all but this one. Other members' sessions count as not found. */
export async function endDevices(
  db: Db,
  caller: Caller,
  which: { id: string } | { others: true },
): Promise<void> {
  if ("others" in which) return repository.deleteSessionsOf(db, caller.id, caller.sessionId);
  if (!(await repository.deleteSession(db, which.id, caller.id))) throw notFound();
}
