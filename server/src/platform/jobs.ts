import { setTimeout as pause } from "node:timers/promises";
import { fromKysely, PgBoss } from "pg-boss";
import type { Database, Db } from "#platform/db/database";
import { connectionTo } from "#platform/db/hosts";
import { randomWord } from "#platform/ids";
import { listWaiting, raiseJob } from "#platform/jobs/keyed";
import type { Log } from "#platform/log";
import { type Meters, noMeters } from "#platform/meters";
import {
  currentRequest,
  isRequestId,
  requestContext,
  runForRequest,
  withoutRequest,
} from "#platform/request-context";

const SCHEMA = "jobs";
/**
 * The version of the queue's tables that its library makes. Before a release raises it, start the former release on the new tables: it
 * must run there, and the library does not look.
 */
export const TABLES_VERSION = 43;
const DAY_SECONDS = 86_400;
/** Interval of a worker's heartbeat; without one, its job goes to another worker, found within five more seconds. */
const HEARTBEAT_SECONDS = 15;
const SUPERVISE_SECONDS = 5;
const STOP_TIMEOUT_MS = 5_000;

/** One job as its handler receives it. `attempt` counts from 1; `signal` aborts when the process is about to stop. */
export interface Job<T> {
  id: string;
  data: T;
  attempt: number;
  signal: AbortSignal;
}

/** The options of all jobs of a name; all durations in seconds. */
export interface JobOptions {
  /** How often a job that failed, or whose worker died, is retried: 8 times by default. */
  retryLimit?: number;
  /** Pause before the first retry, doubled for each further one up to `retryDelayMax`. */
  retryDelay?: number;
  retryDelayMax?: number;
  /** Longest run; a day by default. A dead worker is detected much earlier, by its heartbeat. */
  expireInSeconds?: number;
}

/** The options of one job. */
export interface SendOptions {
  /** Not before this time. */
  startAfter?: Date;
  /** Not before this many seconds of real time, whatever the business clock says. */
  delaySeconds?: number;
  /** At most one job of the name waits under a key: a second one is not created. */
  singletonKey?: string;
  /** Higher ones first; 0 by default. */
  priority?: number;
}

/** Background work stored in the database. A handler may run twice for one job and must tolerate it. */
export interface Jobs {
  /** Registers a name or changes its options; before `send` and `work`, in every process. */
  define(name: string, options?: JobOptions): Promise<void>;
  /** Adds a job, in `db`'s transaction or at once. Returns its id, or null when one waits under its `singletonKey`. */
  send(db: Db, name: string, data: object, options?: SendOptions): Promise<string | null>;
  /** Runs the jobs of a name in this process, `concurrency` at a time (1). A handler that throws is retried. */
  work<T extends object>(
    name: string,
    handler: (job: Job<T>) => Promise<void>,
    options?: { concurrency?: number },
  ): Promise<void>;
  /** Lets a job that has failed for good run again, in `db`'s transaction. */
  retry(db: Db, name: string, id: string): Promise<void>;
  /** Cancels a job that waits, in `db`'s transaction. */
  cancel(db: Db, name: string, id: string): Promise<void>;
  /** Lets the job that waits under a key run at once and before those of less priority, in `db`'s transaction. */
  first(db: Db, name: string, singletonKey: string, priority: number): Promise<void>;
  /** Cancels the jobs that wait under a key, in `db`'s transaction. */
  cancelWaiting(db: Db, name: string, singletonKey: string): Promise<void>;
  /** Aborts the running jobs, waits up to five seconds for them and releases them; other processes continue. */
  stop(): Promise<void>;
}

/** How jobs connect, where they are measured, and the names that are told apart. */
export interface JobsOptions {
  /** Connections of the queue; 2 by default. */
  poolSize?: number;
  meters?: Meters;
  queues?: readonly string[];
}

/** Upper ends of the buckets of a job's time: from an email to the encoding of a long video. */
const JOB_BUCKETS = [0.1, 0.5, 1, 5, 30, 120, 600, 3600];

/**
 * Opens the jobs of a database, creating their schema on the first start. A process that never calls `work` only sends. A
 * job carries the id of the request that sent it, and its log lines do too.
 */
export function openJobs(database: Database, log: Log, options: JobsOptions = {}): Promise<Jobs> {
  // Its timers and connections serve all requests, also when one of them is the first to need the queue.
  return withoutRequest(() => open(database, log, options));
}

async function open(database: Database, log: Log, options: JobsOptions): Promise<Jobs> {
  const { poolSize = 2 } = options;
  const boss = new PgBoss({
    // Passed on to its pool of connections.
    ...connectionTo(database.url),
    schema: SCHEMA,
    max: poolSize, // separate from the pool of requests, so that neither can starve the other
    application_name: "cliffhanger jobs",
    schedule: false,
    superviseIntervalSeconds: SUPERVISE_SECONDS,
    monitorIntervalSeconds: SUPERVISE_SECONDS,
  });
  boss.on("error", (error) => log.warn({ reason: error.message }, "Job queue database error"));
  boss.on("warning", (warning) => log.warn({ ...warning }, "Job queue warning"));
  await boss.start();
  const version = await boss.schemaVersion();
  if (version !== null && version > TABLES_VERSION)
    log.warn({ version, known: TABLES_VERSION }, "The tables of background jobs are of a newer release");
  const { ended, failed } = measureJobs(options);
  const stopping = new AbortController();
  const handlers = trackWork();

  async function run<T>(name: string, job: Job<T>, handler: (job: Job<T>) => Promise<void>): Promise<void> {
    const { id, attempt } = job;
    const began = performance.now();
    try {
      await handler(job);
      ended({ queue: name }, (performance.now() - began) / 1000);
      log.info({ job: name, id, attempt, ms: Math.round(performance.now() - began) }, "Job done");
    } catch (error) {
      if (!stopping.signal.aborted) {
        failed({});
        log.error({ job: name, id, attempt, err: error }, "Job failed; will retry up to its limit");
      }
      throw error;
    }
  }
  return {
    async define(name, options = {}) {
      const queue = {
        retryLimit: 8,
        retryDelay: 2,
        retryDelayMax: 300,
        expireInSeconds: DAY_SECONDS,
        ...options,
        retryBackoff: true,
        heartbeatSeconds: HEARTBEAT_SECONDS,
      };
      await boss.createQueue(name, { ...queue, policy: "short" });
      await boss.updateQueue(name, queue);
    },
    send: (db, name, data, { delaySeconds, ...options } = {}) =>
      // The policy allows one waiting job per key, and a missing key counts as one; so each job gets a key.
      boss.send(
        name,
        { ...data, ...senderOf() },
        {
          singletonKey: randomWord(12),
          ...options,
          ...(delaySeconds && { startAfter: delaySeconds }),
          db: fromKysely(db),
        },
      ),
    async retry(db, name, id) {
      await boss.retry(name, id, { db: fromKysely(db) });
    },
    async cancel(db, name, id) {
      await boss.cancel(name, id, { db: fromKysely(db) });
    },
    first: raiseJob,
    async cancelWaiting(db, name, singletonKey) {
      for (const id of await listWaiting(db, name, singletonKey))
        await boss.cancel(name, id, { db: fromKysely(db) });
    },
    async work<T extends object>(
      name: string,
      handler: (job: Job<T>) => Promise<void>,
      options: { concurrency?: number } = {},
    ) {
      await boss.work<T>(
        name,
        { localConcurrency: options.concurrency ?? 1, pollingIntervalSeconds: 0.5 },
        async (batch) => {
          for (const { id, data, retryCount, signal } of batch) {
            const job = {
              id,
              data,
              attempt: retryCount + 1,
              signal: AbortSignal.any([signal, stopping.signal]),
            };
            await handlers.track(forSender(data, () => run(name, job, handler)));
          }
        },
      );
    },
    async stop() {
      stopping.abort(new Error("Cliffhanger is stopping"));
      await boss.stop({ timeout: STOP_TIMEOUT_MS });
      await Promise.race([handlers.ended(), pause(STOP_TIMEOUT_MS, undefined, { ref: false })]);
    },
  };
}

/** Knows which handlers run. The queue forgets a job once its signal aborted, and the handler still cleans up. */
function trackWork() {
  const running = new Set<Promise<void>>();
  return {
    track(work: Promise<void>): Promise<void> {
      const ended = work.then(
        () => undefined,
        () => undefined,
      );
      running.add(ended);
      void ended.then(() => running.delete(ended));
      return work;
    },
    ended: () => Promise.all(running),
  };
}

/** Returns what a job stores of the request that sends it. */
function senderOf(): { requestId?: string } {
  const request = currentRequest();
  return request ? { requestId: request.requestId } : {};
}

/** Runs a job for the request that sent it; one of the clock belongs to none. */
function forSender<T>(data: object, work: () => Promise<T>): Promise<T> {
  const { requestId } = data as { requestId?: unknown };
  return isRequestId(requestId) ? runForRequest(requestContext(requestId), work) : withoutRequest(work);
}

function measureJobs({ meters = noMeters, queues = [] }: JobsOptions) {
  return {
    ended: meters.histogram({
      name: "job_seconds",
      help: "Time of a job that succeeded",
      role: "worker",
      labels: { queue: new Set(queues) },
      buckets: JOB_BUCKETS,
    }),
    failed: meters.counter({
      name: "jobs_failed_total",
      help: "Attempts of jobs that failed; most are retried",
      role: "worker",
      labels: {},
    }),
  };
}
