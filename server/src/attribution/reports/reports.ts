import { ReportEvent } from "@cliffhanger/contract";
import type { Clock } from "#platform/clock";
import type { Db } from "#platform/db/database";
import { isDatabaseUnavailable, isTimeout } from "#platform/db/errors";
import type { Identify, Origin } from "#platform/http/caller";
import { tooMany } from "#platform/http/errors";
import { type DueTask, everyHour } from "#platform/jobs/due";
import type { Log } from "#platform/log";
import { readBeacon } from "./beacon.ts";
import { type Counted, openBook } from "./book.ts";
import { openBudget } from "./budget.ts";
import { monthsBefore } from "./days.ts";
import { openRepeats } from "./repeats.ts";
import { deleteReportsBefore } from "./repository.ts";
import { openWaitingSteps, stepOf, type ToldStep } from "./waiting-steps.ts";

/** Events are written in batches, this long after the first one of a batch. */
const WRITE_AFTER_MS = 1_000;
/** Delay before the next attempt while the database is away. */
const TRY_AGAIN_MS = 5_000;
/** How long daily counts are retained (privacy policy). */
const KEPT_MONTHS = 13;
/**
 * A whole town may share one address, and a browser sends a few events a minute. The total is what one process can
 * handle.
 */
const LIMITS = { each: 600, all: 30_000, addresses: 20_000, seconds: 10 };
const MOST_REMEMBERED = 20_000;
/** Losses are logged at most this often. */
const TELL_EVERY_MS = 60_000;

/** Counts events from browsers. Only resolving the sender of a step waits for the database. */
export interface Reports {
  /** Accepts the valid events of a list and returns their number. */
  take(list: readonly unknown[], origin: Origin): Promise<number>;
  /** Counts the event in a beacon's query. */
  see(query: string, origin: Origin): void;
  /** Writes what waits. Never rejects: what cannot be written is retained or counted as lost. */
  flush(): Promise<void>;
  /** Rows that wait to be written. */
  waiting(): number;
  /** Events dropped since the start. */
  dropped(): number;
  /** Writes what waits and stops the timer. */
  stop(): Promise<void>;
}

/** What counting events needs. */
export interface ReportsOptions {
  db: Db;
  clock: Clock;
  log: Log;
  identify: Identify;
}

/**
 * Opens the event counts of this process. Each node sums events in bounded memory and writes them every second.
 * Events beyond the bounds are dropped and counted, so that no flood of reports affects playback.
 */
export function openEventReports({ db, clock, log, identify }: ReportsOptions): Reports {
  const book = openBook();
  const steps = openWaitingSteps();
  const budget = openBudget(clock, LIMITS);
  const repeats = openRepeats(MOST_REMEMBERED);
  let dropped = 0;
  let told = { dropped: 0, at: 0 };
  let timer: NodeJS.Timeout | null = null;
  let writing: Promise<void> | null = null;
  let stopped = false;

  function drop(count: number): void {
    dropped += count;
    const now = clock.now().getTime();
    if (now - told.at < TELL_EVERY_MS && now >= told.at) return;
    log.warn({ events: dropped - told.dropped, sinceStart: dropped }, "Reports were dropped: too many came");
    told = { dropped, at: now };
  }

  function soon(after = WRITE_AFTER_MS): void {
    if (!stopped) timer ??= setTimeout(() => void flush(), after).unref();
  }

  /**
   * Counts an event by the server's clock, unless this sender's event of this name and id was counted before. Returns
   * false if there is no space. Ids are a name and a time (R98), so two viewers behind one address may send equal
   * ones.
   */
  function count(source: "report" | "beacon", event: Counted, sender: string) {
    if (event.eventId && repeats.has([source, sender, event.event, event.eventId])) return true;
    const kept = book.add(source, event, clock.now());
    if (!kept) drop(1);
    return kept;
  }

  async function noteStepsOf(found: readonly ToldStep[], origin: Origin): Promise<void> {
    if (found.length === 0 || (origin.headerToken ?? origin.cookieToken) === null) return;
    if (steps.isFull()) return drop(found.length);
    const caller = await identify(origin).catch((error: unknown) => {
      if (!isDatabaseUnavailable(error)) throw error;
      drop(found.length);
      return null;
    });
    if (!caller) return;
    for (const step of found) if (!steps.add(caller.id, step)) drop(1);
  }

  async function write(): Promise<void> {
    if (timer) clearTimeout(timer);
    timer = null;
    // Any other error would recur for everything after it, so these events are dropped.
    const keep = (error: unknown) => isDatabaseUnavailable(error) && !isTimeout(error);
    for (const part of [book, steps]) {
      await part.write(db, keep).catch((error: unknown) => {
        if (!keep(error)) return log.error({ err: error }, "Reports could not be written and are lost");
        log.warn({ err: error }, "Reports could not be written; they wait");
        soon(TRY_AGAIN_MS);
      });
    }
    if (book.rows() + steps.rows() > 0) soon();
  }

  async function flush(): Promise<void> {
    while (writing) await writing;
    writing = write().finally(() => {
      writing = null;
    });
    await writing;
  }

  return {
    async take(list, origin) {
      if (!budget.spend(origin.address, Math.max(1, list.length))) {
        drop(list.length);
        throw tooMany(budget.secondsLeft());
      }
      const now = clock.now();
      const kept = list
        .flatMap((one) => ReportEvent.safeParse(one).data ?? [])
        .filter((event) => count("report", event, senderOf(origin)));
      if (kept.length > 0) soon();
      await noteStepsOf(
        kept.flatMap((event) => stepOf(event, now) ?? []),
        origin,
      );
      return kept.length;
    },
    see(query, origin) {
      if (!budget.spend(origin.address, 1)) return drop(1);
      if (count("beacon", readBeacon(query), senderOf(origin))) soon();
    },
    flush,
    waiting: () => book.rows() + steps.rows(),
    dropped: () => dropped,
    async stop() {
      stopped = true;
      await flush();
    },
  };
}

/** Deletes event counts older than thirteen months, once an hour. */
export function reportRetentionTask(): DueTask {
  return everyHour("report retention", ({ db, clock }) =>
    deleteReportsBefore(db, monthsBefore(clock.now(), KEPT_MONTHS)),
  );
}

/** Returns the session's secret, or the address of a browser without a session. Only its hash is stored, in memory. */
function senderOf({ headerToken, cookieToken, address }: Origin): string {
  return headerToken ?? cookieToken ?? address;
}
