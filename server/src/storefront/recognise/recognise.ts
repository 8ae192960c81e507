import type { RecogniseWith } from "#accounts";
import { noRights, type Rights, rightsOfRow } from "#entitlements";
import { type StartedRow, type View, viewAmong } from "#library";
import type { Clock } from "#platform/clock";
import type { Db } from "#platform/db/database";
import type { Caller, Origin } from "#platform/http/caller";
import { findOwn } from "./repository.ts";

/** Per-user data for a series: list entry, progress, and the rights that open it. */
export interface Own {
  view: View;
  rights: Rights;
}

/** A caller with their own data for one series. */
export interface Recognised {
  caller: Caller;
  rights: Rights;
  /** Their list entry and progress, also in episodes that can no longer be watched. */
  started: StartedRow;
}

/** What recognising a caller needs. */
export interface RecogniseContext {
  db: Db;
  clock: Clock;
  recogniseWith: RecogniseWith;
}

/** What a guest without a row has. */
const nothing: StartedRow = { favorite: false, last_id: null, watched: [] };

/** Returns what a caller has of a series with these episodes. */
export function ownAmong(
  { started, rights }: Recognised,
  episodes: readonly { id: string; number: number }[],
): Own {
  return { view: viewAmong(started, episodes), rights };
}

/**
 * Identifies the caller of a request and reads their own data for one series, in one statement. Nothing of it is cached,
 * so that an ended session or right counts at the next request, on every node. Returns null without a valid session.
 */
export async function recognise(
  { db, clock, recogniseWith }: RecogniseContext,
  origin: Origin,
  seriesId: string,
): Promise<Recognised | null> {
  const found = await recogniseWith(origin, (session) =>
    findOwn(db, session, { seriesId, now: clock.now() }),
  );
  if (!found) return null;
  const { caller, row } = found;
  return { caller, rights: row ? rightsOfRow(row) : noRights, started: row ?? nothing };
}
