import type { Series } from "@cliffhanger/contract";
import { batchRequests } from "#platform/batch-requests";
import type { Clock } from "#platform/clock";
import type { Db } from "#platform/db/database";
import { findViews, type StartedRow, type ViewRow, type View as Wanted } from "./personal/repository.ts";
import type { ReportListener } from "./progress/repository.ts";
import { openProgressReports, type Report } from "./reports/report.ts";
import { openWatching } from "./watching/watching.ts";

/** A viewer's list entry and progress for one series. */
export interface View {
  favorite: boolean;
  /** Position in the episode watched last, as cards show it. */
  progress: Series["progress"];
  /** Position in each started episode, by its id. */
  episodes: ReadonlyMap<string, { position: number; done: boolean }>;
}

/** My List, history and progress of all visitors. */
export interface Library {
  report: Report;
  view(visitorId: string, seriesId: string): Promise<View>;
}

/** Maximum number of views read by one statement, and of concurrent statements. */
const MAX_VIEWS = 100;
const STATEMENTS = 2;

/** Opens the library. `listener` runs in the statement that saves progress. */
export function openLibrary({
  db,
  clock,
  listener,
}: {
  db: Db;
  clock: Clock;
  listener: ReportListener | null;
}): Library {
  const view = batchRequests<Wanted, View>(async (views) => (await findViews(db, views)).map(viewOf), {
    maxWeight: MAX_VIEWS,
    parallel: STATEMENTS,
  });
  return {
    report: openProgressReports({ db, clock, listener, seen: openWatching({ db, clock }) }),
    view: (visitorId, seriesId) => view({ visitorId, seriesId }),
  };
}

/** Returns a view from its row. */
function viewOf({ favorite, last_id, last_number, watched }: ViewRow): View {
  const last = watched.find(([id]) => id === last_id);
  return {
    favorite,
    progress:
      last && last_number !== null
        ? { episodeId: last[0], number: last_number, position: last[1], duration: last[2] }
        : null,
    episodes: new Map(watched.map(([id, position, , done]) => [id, { position, done }])),
  };
}

/**
 * Returns a view of what was started among the episodes that can be watched. It goes on at the one watched last or, where that
 * one was taken back, at the one watched before it.
 */
export function viewAmong(row: StartedRow, episodes: readonly { id: string; number: number }[]): View {
  const candidates = row.last_id === null ? [] : [row.last_id, ...row.watched.map(([id]) => id)];
  for (const last_id of candidates) {
    const episode = episodes.find(({ id }) => id === last_id);
    if (episode) return viewOf({ ...row, last_id, last_number: episode.number });
  }
  return viewOf({ ...row, last_id: null, last_number: null });
}
