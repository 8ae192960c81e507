import type { HistoryReport } from "@cliffhanger/contract";
import { batchRequests } from "#platform/batch-requests";
import type { Clock } from "#platform/clock";
import { type Db, inTransaction } from "#platform/db/database";
import type { Caller } from "#platform/http/caller";
import { mergedOf, mergeLibrary } from "../account/repository.ts";
import { insertReports, type ReportListener, type ReportRow } from "../progress/repository.ts";

/** Rows that one statement keeps at most, and how many statements run at a time. */
const MOST_ROWS = 500;
const STATEMENTS = 2;

interface Reports {
  caller: Pick<Caller, "id" | "kind">;
  rows: ReportRow[];
}

/** Keeps what a viewer reports; done when it is durable. */
export type Report = (caller: Reports["caller"], reports: readonly HistoryReport[]) => Promise<void>;

/**
 * Opens the door for reports. Everybody who watches reports every few seconds, so those that come at the same time go
 * to the database together.
 */
export function openProgressReports({
  db,
  clock,
  listener,
}: {
  db: Db;
  clock: Clock;
  listener: ReportListener | null;
}): Report {
  const keep = batchRequests<Reports, void>(
    async (calls) => {
      const { newcomers, heard } = await insertReports(
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
      if (heard > 0) listener?.kept(heard);
      return calls.map(() => undefined);
    },
    { maxWeight: MOST_ROWS, parallel: STATEMENTS, weightOf: ({ rows }) => rows.length },
  );
  return (caller, reports) =>
    keep({ caller, rows: reports.map((one) => rowOf(caller.id, one, clock.now())) });
}

/**
 * A guest may sign in while a report is under way: the sign-in has then taken everything but that. Looking again after
 * what is new was kept, which waits for a sign-in under way, leaves nothing behind.
 */
async function followMerged(db: Db, guests: string[]): Promise<void> {
  if (guests.length === 0) return;
  for (const { id, merged_into } of await mergedOf(db, guests))
    await inTransaction(db, (trx) => mergeLibrary(trx, id, merged_into));
}

/** Earliest moment that a report may name: no clock was ever meant to be before. */
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

/** Rounds seconds to milliseconds: a single-precision column refuses what is too small for it. */
function inMilliseconds(seconds: number): number {
  return Math.round(seconds * 1000) / 1000;
}
