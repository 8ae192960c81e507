import type { HistoryReport } from "@cliffhanger/contract";
import { batchRequests } from "#platform/batch-requests";
import type { Clock } from "#platform/clock";
import { type Db, inTransaction } from "#platform/db/database";
import type { Caller } from "#platform/http/caller";
import { mergedOf, mergeLibrary } from "../account/repository.ts";
import { insertReports, type ReportListener, type ReportRow } from "../progress/repository.ts";

/** Maximum number of rows saved by one statement, and of concurrent statements. */
const MAX_ROWS = 500;
const STATEMENTS = 2;

interface Reports {
  caller: Pick<Caller, "id" | "kind">;
  rows: ReportRow[];
}

/** Saves what a viewer reports; resolves after the commit. */
export type Report = (caller: Reports["caller"], reports: readonly HistoryReport[]) => Promise<void>;

/**
 * Opens the handler of progress reports. Every viewer sends them every few seconds, so concurrent reports are saved
 * in batches.
 */
export function openProgressReports({
  db,
  clock,
  listener,
  seen,
}: {
  db: Db;
  clock: Clock;
  listener: ReportListener | null;
  /** Receives the viewers whose reports are saved. */
  seen?: (visitorIds: readonly string[]) => void;
}): Report {
  const saveBatched = batchRequests<Reports, void>(
    async (calls) => {
      const { newcomers, listenerRows } = await insertReports(
        db,
        calls.flatMap(({ rows }) => rows),
        listener,
        clock.now(),
      );
      const guests = new Set(calls.flatMap(({ caller }) => (caller.kind === "guest" ? [caller.id] : [])));
      await followMerged(
        db,
        newcomers.filter((id) => guests.has(id)),
      );
      if (listenerRows > 0) listener?.committed(listenerRows);
      seen?.(calls.map(({ caller }) => caller.id));
      return calls.map(() => undefined);
    },
    { maxWeight: MAX_ROWS, parallel: STATEMENTS, weightOf: ({ rows }) => rows.length },
  );
  return (caller, reports) =>
    saveBatched({ caller, rows: reports.map((one) => rowOf(caller.id, one, clock.now())) });
}

/**
 * Merges again when a guest signed in while a report was being saved, because the sign-in missed that report. Runs
 * after a commit with new progress and waits for a sign-in in progress, so nothing is left behind.
 */
async function followMerged(db: Db, guests: string[]): Promise<void> {
  if (guests.length === 0) return;
  for (const { id, merged_into } of await mergedOf(db, guests))
    await inTransaction(db, (trx) => mergeLibrary(trx, id, merged_into));
}

/** Earliest accepted time of a report; no correct clock is earlier. */
const EARLIEST = 0;

function rowOf(
  visitorId: string,
  { episodeId, position, duration, done, at }: HistoryReport,
  now: Date,
): ReportRow {
  const said = at === undefined ? Number.NaN : Date.parse(at);
  const counts = said <= now.getTime();
  return {
    visitorId,
    episodeId,
    position: inMilliseconds(position),
    duration: duration === undefined ? null : inMilliseconds(duration),
    done: done ?? false,
    at: counts ? new Date(Math.max(said, EARLIEST)) : now,
  };
}

/** Rounds seconds to milliseconds, because a single-precision column rejects tiny values. */
function inMilliseconds(seconds: number): number {
  return Math.round(seconds * 1000) / 1000;
}
