import { ReportEvent } from "@cliffhanger/contract";
import type { Clock } from "#platform/clock";
import type { Db } from "#platform/db/database";
import { isDatabaseUnavailable, isTimeout } from "#platform/db/errors";
import type { Identify, Origin } from "#platform/http/caller";
import { tooMany } from "#platform/http/errors";
import { type DueTask, everyHour } from "#platform/jobs/due";
import type { Log } from "#platform/log";
import { type Meters, noMeters } from "#platform/meters";
import { readBeacon } from "./beacon.ts";
import { openBudget } from "./budget.ts";
import { monthsBefore } from "./days.ts";
import { type Counted, openEventBuffer } from "./event-buffer.ts";
import { openRepeats } from "./repeats.ts";
import { deleteReportsBefore } from "./repository.ts";
import { openWaitingSteps, type ReportedStep, stepOf } from "./waiting-steps.ts";

/** Events are written in batches, this long after the first one of a batch. */
const WRITE_AFTER_MS = 1_000;
/** Delay before the next attempt while the database is away. */
const RETRY_AFTER_MS = 5_000;
/** How long daily counts are retained (privacy policy). */
const RETENTION_MONTHS = 13;
/**
 * A whole town may share one address, and a browser sends a few events a minute. The total is what one process can
 * handle.
 */
const LIMITS = { each: 600, all: 30_000, addresses: 20_000, seconds: 10 };
const REMEMBERED_EVENTS = 20_000;
/** Losses are logged at most this often. */
const WARN_EVERY_MS = 60_000;

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
  metrics?: Meters;
}

/** The page waits 2.5 seconds for the wallets. */
const READY_BUCKETS = [0.25, 0.5, 0.75, 1, 1.5, 2, 2.5];

/**
 * Opens the event counts of this process. Each node sums events in bounded memory and writes them every second.
 * Events beyond the bounds are dropped and counted, so that no flood of reports affects playback.
 */
export function openEventReports({ db, clock, log, identify, metrics = noMeters }: ReportsOptions): Reports {
  const expressReady = metrics.histogram({
    name: "express_ready_seconds",
    help: "Time until the wallet buttons of the checkout document were ready, as browsers report it",
    role: "web",
    labels: {},
    buckets: READY_BUCKETS,
  });
  const buffer = openEventBuffer();
  const steps = openWaitingSteps();
  const budget = openBudget(clock, LIMITS);
  const repeats = openRepeats(REMEMBERED_EVENTS);
  let dropped = 0;
  let lastWarning = { dropped: 0, at: 0 };
  let timer: NodeJS.Timeout | null = null;
  let writing: Promise<void> | null = null;
  let stopped = false;

  function drop(count: number): void {
    dropped += count;
    const now = clock.now().getTime();
    if (now - lastWarning.at < WARN_EVERY_MS && now >= lastWarning.at) return;
    log.warn(
      { events: dropped - lastWarning.dropped, sinceStart: dropped },
      "Events dropped: too many arrived",
    );
    lastWarning = { dropped, at: now };
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
    const accepted = buffer.add(source, event, clock.now());
    if (!accepted) drop(1);
    return accepted;
  }

  async function noteStepsOf(found: readonly ReportedStep[], origin: Origin): Promise<void> {
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
    const isRetained = (error: unknown) => isDatabaseUnavailable(error) && !isTimeout(error);
    for (const part of [buffer, steps]) {
      await part.write(db, isRetained).catch((error: unknown) => {
        if (!isRetained(error)) return log.error({ err: error }, "Events could not be written and are lost");
        log.warn({ err: error }, "Events could not be written; will retry");
        soon(RETRY_AFTER_MS);
      });
    }
    if (buffer.rows() + steps.rows() > 0) soon();
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
      const accepted = list
        .flatMap((one) => ReportEvent.safeParse(one).data ?? [])
        .filter((event) => count("report", event, senderOf(origin)));
      if (accepted.length > 0) soon();
      for (const { event, value } of accepted)
        if (event === "express_ready" && value !== undefined) expressReady({}, value);
      await noteStepsOf(
        accepted.flatMap((event) => stepOf(event, now) ?? []),
        origin,
      );
      return accepted.length;
    },
    see(query, origin) {
      if (!budget.spend(origin.address, 1)) return drop(1);
      if (count("beacon", readBeacon(query), senderOf(origin))) soon();
    },
    flush,
    waiting: () => buffer.rows() + steps.rows(),
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
    deleteReportsBefore(db, monthsBefore(clock.now(), RETENTION_MONTHS)),
  );
}

/** Returns the session's secret, or the address of a browser without a session. Only its hash is stored, in memory. */
function senderOf({ headerToken, cookieToken, address }: Origin): string {
  return headerToken ?? cookieToken ?? address;
}
