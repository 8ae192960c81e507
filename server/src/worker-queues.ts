import { TAKE_IN, TRANSCODE } from "#media";
import { MAIL_QUEUE } from "#platform/mail/outbox";

/** The queues of background jobs. */
export const jobQueues: readonly string[] = [MAIL_QUEUE, TRANSCODE, TAKE_IN];

/** The most videos that one process encodes at a time. */
const MAX_CONCURRENCY = 32;

/** What a process does in the background. */
export interface BackgroundWork {
  /** The only queues that it works on, without what is due by the clock, such as renewals; null: everything. */
  queues: readonly string[] | null;
  /** How many videos it encodes at a time. */
  concurrency: number;
}

/** The work of a process that is not limited. */
export const allWork: BackgroundWork = { queues: null, concurrency: 1 };

/** Reads `--queues` and `--concurrency`. Throws with a sentence for what a worker cannot do. */
export function readWork(
  { queues, concurrency }: { queues?: string | undefined; concurrency?: string | undefined },
  role: string,
): BackgroundWork {
  if (role === "web" && (queues ?? concurrency) !== undefined)
    throw new Error("--queues and --concurrency are for a worker; --role web works on no queue.");
  if (queues !== undefined && role !== "worker")
    throw new Error("--queues limits a worker to some queues; give --role worker with it.");
  const names = queues?.split(",").map((name) => name.trim()) ?? null;
  const unknown = names?.find((name) => !jobQueues.includes(name));
  if (unknown !== undefined)
    throw new Error(`There is no queue "${unknown}"; give one or more of ${jobQueues.join(",")}.`);
  const count = Number(concurrency ?? 1);
  if (!Number.isInteger(count) || count < 1 || count > MAX_CONCURRENCY)
    throw new Error(
      `--concurrency is "${concurrency}"; give how many videos to encode at a time, 1 to ${MAX_CONCURRENCY}.`,
    );
  return { queues: names, concurrency: count };
}

/** Returns whether a process works on a queue. */
export function worksOn({ queues }: BackgroundWork, name: string): boolean {
  return queues === null || queues.includes(name);
}
