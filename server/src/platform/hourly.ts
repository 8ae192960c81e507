import type { Clock } from "./clock.ts";
import { alone } from "./db/alone.ts";
import type { Db } from "./db/database.ts";
import type { Log } from "./log.ts";

const HOUR_MS = 3600_000;
/** How often it is looked whether an hour has passed: the clock of a demo can jump. */
const LOOK_MS = 20_000;

/** Work that is done once an hour of the clock. */
export interface HourlyWork {
  db: Db;
  clock: Clock;
  log: Log;
  /** What one process at a time does: another one that holds the name is left to it. */
  name: string;
  /** The work; `signal` says that it should stop. */
  run: (signal: AbortSignal) => Promise<void>;
  /** What the log says of a failure, after which an hour passes. */
  failed: string;
  /** For tests. */
  lookMs?: number | undefined;
}

/** Does it every hour, in one process at a time, until it is stopped. */
export function startHourly(work: HourlyWork): { stop(): Promise<void> } {
  const { db, clock, log, name, run, failed, lookMs = LOOK_MS } = work;
  const stopping = new AbortController();
  let last = Number.NEGATIVE_INFINITY;
  let running: Promise<void> | null = null;

  async function once(): Promise<void> {
    last = clock.now().getTime();
    try {
      await alone(db, name, () => run(stopping.signal));
    } catch (error) {
      if (!stopping.signal.aborted) log.warn({ err: error }, failed);
    }
  }

  const timer = setInterval(() => {
    if (running || Math.abs(clock.now().getTime() - last) < HOUR_MS) return;
    running = once().finally(() => {
      running = null;
    });
  }, lookMs).unref();

  return {
    async stop() {
      clearInterval(timer);
      stopping.abort();
      await running;
    },
  };
}
