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

/** What waits is written together, this long after the first of it. */
const WRITE_AFTER_MS = 1_000;
/** Where the database is away it is tried again after so long. */
const TRY_AGAIN_MS = 5_000;
/** For how long the numbers of a day are kept (privacy policy). */
const KEPT_MONTHS = 13;
/** An address may be a whole town's, and a browser reports a few events a minute. All together is what a process bears. */
const LIMITS = { each: 600, all: 30_000, addresses: 20_000, seconds: 10 };
const MOST_REMEMBERED = 20_000;
/** Losses are told this often at most. */
const TELL_EVERY_MS = 60_000;

/** What the reports of browsers go through. Nothing of it ever waits for the database but who asks. */
export interface Reports {
  /** Takes in what of a list is an event. Returns how many those are. */
  take(list: readonly unknown[], origin: Origin): Promise<number>;
  /** Counts what the beacon's query says. */
  see(query: string, origin: Origin): void;
  /** Writes what waits. Never throws: what cannot be written waits, or is counted as lost. */
  flush(): Promise<void>;
  /** Rows that wait to be written. */
  waiting(): number;
  /** Events that were not taken in since the start. */
  dropped(): number;
  /** Writes what waits, and takes no more notice of time. */
  stop(): Promise<void>;
}

/** What reports need. */
export interface ReportsOptions {
  db: Db;
  clock: Clock;
  log: Log;
  identify: Identify;
}

/**
 * Opens the reports of this process: added up in memory within bounds, written down every second, by every node on its own.
 * What is beyond the bounds is dropped and counted, so that no flood of reports reaches what plays.
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
   * Counts an event, by our clock, unless this sender's event of this name and id was counted before; false where there is no
   * room. Ids are a name and a time (R98), so those of two viewers behind one address may be equal.
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
    // What another fault stops would stop everything after it too, so that is lost.
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

/** Deletes the counts of days that are older than thirteen months, once an hour of the clock. */
export function reportRetentionTask(): DueTask {
  return everyHour("report retention", ({ db, clock }) =>
    deleteReportsBefore(db, monthsBefore(clock.now(), KEPT_MONTHS)),
  );
}

/** The session's secret, or the address of a browser without a session. Only a hash of it is stored, in memory. */
function senderOf({ headerToken, cookieToken, address }: Origin): string {
  return headerToken ?? cookieToken ?? address;
}
