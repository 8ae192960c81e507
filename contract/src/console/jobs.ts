import * as z from "zod";
import { Id, Moment } from "../common.ts";
import { ConsoleFilm } from "./series.ts";

/** The queues of background jobs, as the console names them. */
export const queueNames = ["mail", "media.transcode", "media.take-in"] as const;
export const QueueName = z.enum(queueNames);
export type QueueName = z.infer<typeof QueueName>;

/** A queue: how many jobs wait, run and have failed for good, and how long the oldest waits, in seconds. */
export const JobQueue = z.object({
  name: QueueName,
  waiting: z.int(),
  running: z.int(),
  failed: z.int(),
  /** Held since a restore: `npm run restore` says what decides them. */
  held: z.int(),
  oldestSeconds: z.number(),
});
export type JobQueue = z.infer<typeof JobQueue>;

/** The film of an episode that is not ready. */
export const JobFilm = z.object({
  episodeId: Id,
  seriesId: Id,
  series: z.string(),
  number: z.int(),
  film: ConsoleFilm,
});
export type JobFilm = z.infer<typeof JobFilm>;

/** A job of another queue that waits, runs or has failed for good. Addresses of viewers are left out of its sentence. */
export const JobRow = z.object({
  id: z.string(),
  queue: QueueName,
  state: z.enum(["waiting", "running", "failed"]),
  /** The kind of a mail; null for other jobs. */
  kind: z.string().nullable(),
  attempts: z.int(),
  sentence: z.string().nullable(),
  createdAt: Moment,
});
export type JobRow = z.infer<typeof JobRow>;

/** What runs in the background: at most a hundred films and a hundred other jobs, failed ones first. */
export const ConsoleJobs = z.object({
  queues: z.array(JobQueue),
  films: z.array(JobFilm),
  jobs: z.array(JobRow),
});
export type ConsoleJobs = z.infer<typeof ConsoleJobs>;

/** One job of a queue other than that of films. */
export const JobAct = z.object({ queue: QueueName.exclude(["media.transcode"]), id: z.uuid() });

/** The encoding of the film of an episode. */
export const EncodeAct = z.object({ queue: z.literal("media.transcode"), episodeId: Id });

/** What the checks of the installation found: fine, worth knowing, or broken, with what to do about it. */
export const ConsoleHealth = z.object({
  /** When they ran. */
  at: Moment,
  findings: z.array(
    z.object({ state: z.enum(["ok", "note", "fault"]), about: z.string(), text: z.string() }),
  ),
});
export type ConsoleHealth = z.infer<typeof ConsoleHealth>;
