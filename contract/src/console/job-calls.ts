import * as z from "zod";
import { type Call, Nothing } from "../call.ts";
import { Activity, ActivityQuery } from "./activity.ts";
import { ConsoleHealth, ConsoleJobs, EncodeAct, JobAct } from "./jobs.ts";

/** The calls of background jobs. A single film is encoded again by the call of its episode. */
export const consoleJobCalls = {
  "GET /api/console/activity": {
    summary: "What moved since the last call: polled by every screen. Answers 304 while nothing does",
    cache: "private",
    query: ActivityQuery,
    info: Activity,
    console: { permission: "today", polls: true },
  },
  "GET /api/console/jobs": {
    summary: "What runs, waits and has failed in the background",
    cache: "private",
    info: ConsoleJobs,
    console: { permission: "job.read", polls: true },
  },
  "GET /api/console/health": {
    summary: "What the checks of the installation found within the last minute",
    cache: "private",
    info: ConsoleHealth,
    console: { permission: "job.read", polls: true },
  },
  "POST /api/console/jobs/retry": {
    summary: "Lets a failed job run again",
    cache: "private",
    body: JobAct,
    info: ConsoleJobs,
    console: { permission: "job", writes: "job.retry" },
  },
  "POST /api/console/jobs/cancel": {
    summary: "Cancels a job that waits, or the encoding of a film that waits or runs",
    cache: "private",
    body: z.union([JobAct, EncodeAct]),
    info: ConsoleJobs,
    console: { permission: "job", writes: "job.cancel" },
  },
  "POST /api/console/jobs/first": {
    summary: "Lets a film that waits be encoded next",
    cache: "private",
    body: EncodeAct,
    info: ConsoleJobs,
    console: { permission: "job", writes: "job.first" },
  },
  "POST /api/console/jobs/encode": {
    summary: "Encodes all failed films again",
    cache: "private",
    body: Nothing,
    info: ConsoleJobs.extend({ count: z.int() }),
    console: { permission: "series.write", writes: "episode.encode" },
  },
} as const satisfies Record<string, Call>;
