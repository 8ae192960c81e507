import { setTimeout as pause } from "node:timers/promises";
import { type Expression, type SqlBool, sql } from "kysely";
import type { Clock } from "../clock.ts";
import type { Db } from "../db/database.ts";
import { isDatabaseUnavailable } from "../db/errors.ts";
import { withLease } from "../db/lease.ts";
import { prepared } from "../db/prepared.ts";
import { noteUpkeep } from "../db/upkeep.ts";
import { ClockError, verifiedNow } from "../db/verified-clock.ts";
import type { Log } from "../log.ts";

const POLL_MS = 1_000;
/** Pauses after failures double from the first to the second, so that an outage does not fill the log. */
const FIRST_BACKOFF_MS = 5_000;
const MAX_BACKOFF_MS = 40_000;
const HOUR_MS = 3_600_000;

/** The input of one run of a task. */
export interface DueContext {
  db: Db;
  clock: Clock;
  log: Log;
  /** Aborts when the poller stops: return soon, or throw. */
  signal: AbortSignal;
}

/** Work that becomes due by the movable clock or by the state of rows. Every node runs it, so `run` claims its rows. */
export interface DueTask {
  name: string;
  /** Whether it runs by the clock, so that a missing success is a fault. */
  isRegular?: boolean;
  /** Whether its statements write so much that they may take long on a slow disk: its `db` then limits the time of none. */
  isLong?: boolean;
  /** Returns whether there is work at `now`: an SQL condition, or an answer that needs no database. */
  hasWork(now: Date): Expression<SqlBool> | boolean;
  /** Does some of the work and returns how much; called again at once until that is 0. */
  run(context: DueContext): Promise<number>;
}

/** What the poller needs. */
export interface DueOptions {
  db: Db;
  /** The connections of long tasks, without a limit on the time of a statement. */
  upkeep: Db;
  clock: Clock;
  log: Log;
  /** Pause between two polls; one second by default. */
  pollMs?: number;
}

/** A running poller. */
export interface DuePoller {
  /** Stops polling and resolves once every running task has ended: no query follows. */
  stop(): Promise<void>;
}

/** A task that is idle, running, or waiting after a failure. */
interface Entry {
  task: DueTask;
  running: Promise<void> | null;
  failures: number;
}

/**
 * Polls for due work until it is stopped. One query checks all tasks together; each then runs separately, so that a slow
 * gateway delays no other task. Nothing runs while the machine's clock is wrong.
 */
export function startDue(
  { db, upkeep, clock, log, pollMs = POLL_MS }: DueOptions,
  tasks: readonly DueTask[],
): DuePoller {
  const stopping = new AbortController();
  const { signal } = stopping;
  const entries = tasks.map((task): Entry => ({ task, running: null, failures: 0 }));
  const wait = (ms: number) => pause(ms, undefined, { signal }).catch(() => undefined);

  async function runUntilDone(entry: Entry): Promise<void> {
    const { task } = entry;
    const context = { db: task.isLong ? upkeep : db, clock, log, signal };
    try {
      while (!signal.aborted && (await task.run(context)) > 0) {
        entry.failures = 0;
        await verifiedNow(db, clock);
      }
      entry.failures = 0;
    } catch (error) {
      // A wrong clock is logged by the health check; the task is due again once it is right.
      if (signal.aborted || error instanceof ClockError) return;
      report(error, { task: task.name }, "A due task failed; will retry");
      await wait(backoffMs(entry.failures++));
    }
  }

  function report(error: unknown, fields: object, message: string): void {
    log[isDatabaseUnavailable(error) ? "warn" : "error"]({ err: error, ...fields }, message);
  }

  async function pollUntilStopped(): Promise<void> {
    let failures = 0;
    while (!signal.aborted) {
      try {
        const idle = new Set(entries.filter(({ running }) => running === null));
        const due = (await selectDue(db, entries, clock.now())).filter((entry) => idle.has(entry));
        if (due.length > 0) await verifiedNow(db, clock);
        for (const entry of due) start(entry);
        failures = 0;
        await wait(pollMs);
      } catch (error) {
        if (signal.aborted) return;
        if (error instanceof ClockError) {
          await wait(pollMs);
          continue;
        }
        report(error, {}, "The query for due work failed; will retry");
        await wait(backoffMs(failures++));
      }
    }
  }

  function start(entry: Entry): void {
    if (signal.aborted) return;
    entry.running = runUntilDone(entry).finally(() => {
      entry.running = null;
    });
  }

  const polling = pollUntilStopped();
  return {
    async stop() {
      stopping.abort();
      await polling;
      await Promise.all(entries.flatMap(({ running }) => running ?? []));
    },
  };
}

/**
 * Returns the tasks that have work, by at most one query. It asks for the running ones too: its text stays the same, so that a
 * connection plans it once. Planning it took thirty times the CPU of running it.
 */
async function selectDue<T extends { task: DueTask }>(
  db: Db,
  entries: readonly T[],
  now: Date,
): Promise<T[]> {
  const asked = entries.map((entry) => ({ entry, hasWork: entry.task.hasWork(now) }));
  const conditions = asked.flatMap(({ hasWork }, at) =>
    typeof hasWork === "boolean" ? [] : [sql`${hasWork} as ${sql.ref(`due_${at}`)}`],
  );
  if (conditions.length === 0)
    return asked.filter(({ hasWork }) => hasWork === true).map(({ entry }) => entry);
  const query = sql<Record<string, boolean>>`select ${sql.join(conditions)} ${prepared}`;
  const { rows } = await db.transaction().execute(async (trx) => {
    // Planned for any moment, reading whole tables seems the fastest way to a first row that is due.
    await sql`set local enable_seqscan = off`.execute(trx);
    return query.execute(trx);
  });
  return asked
    .filter(({ hasWork }, at) => hasWork === true || rows[0]?.[`due_${at}`] === true)
    .map(({ entry }) => entry);
}

function backoffMs(failures: number): number {
  return Math.min(FIRST_BACKOFF_MS * 2 ** failures, MAX_BACKOFF_MS);
}

/**
 * Creates a task that runs once an hour of the clock, on one node at a time. A failure is logged, and the work is due
 * again an hour later.
 */
export function everyHour(
  name: string,
  run: (context: DueContext) => Promise<void>,
  { isLong = false }: Pick<DueTask, "isLong"> = {},
): DueTask {
  let lastRun = Number.NEGATIVE_INFINITY;
  return {
    name,
    isRegular: true,
    isLong,
    // The demo's clock can also be moved back.
    hasWork: (now) => Math.abs(now.getTime() - lastRun) >= HOUR_MS,
    async run(context) {
      lastRun = context.clock.now().getTime();
      await withLease(context.db, name, async () => {
        await run(context);
        await noteUpkeep(context.db, name);
      });
      return 0;
    },
  };
}
