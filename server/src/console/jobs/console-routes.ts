import {
  type ConsoleHealth,
  type ConsoleJobs,
  type JobAct,
  type Language,
  queueNames,
} from "@cliffhanger/contract";
import type * as z from "zod";
import { loadUploads } from "#media";
import type { Clock } from "#platform/clock";
import { type Acting, audited } from "#platform/db/audit";
import type { Db } from "#platform/db/database";
import { handleConsoleCall } from "#platform/http/console-call";
import { DomainError, notFound } from "#platform/http/errors";
import type { OperatorCaller } from "#platform/http/operator-gate";
import type { Http } from "#platform/http/server";
import type { Jobs } from "#platform/jobs";
import { countJobs, listJobs } from "#platform/jobs/listed";

/** What the calls of background jobs need. */
export interface JobRoutes {
  db: Db;
  clock: Clock;
  jobs: () => Promise<Jobs>;
  /** Returns what the checks of the installation found, in a language. */
  health: (language: Language) => Promise<ConsoleHealth>;
}

const SHOWN = 100;
/** Films are shown as films, with their progress. */
const otherQueues = queueNames.filter((name) => name !== "media.transcode");

/** Registers the calls of background jobs. */
export function registerJobs(http: Http, { db, clock, jobs, health }: JobRoutes): void {
  const actingAs = ({ actor }: OperatorCaller): Acting => ({ db, clock, by: actor });
  handleConsoleCall(http, "GET /api/console/jobs", async ({ language }) => ({
    info: await describeJobs(db, language),
  }));
  handleConsoleCall(http, "GET /api/console/health", async ({ language }) => ({
    info: await health(language),
  }));
  handleConsoleCall(http, "POST /api/console/jobs/retry", async ({ operator, body, language }) => {
    await changeJob(actingAs(operator), await jobs(), body, "retry");
    return { info: await describeJobs(db, language) };
  });
  handleConsoleCall(http, "POST /api/console/jobs/cancel", async ({ operator, body, language }) => {
    if (body.queue === "media.transcode") {
      const { cancelEncode } = await loadUploads();
      await cancelEncode(actingAs(operator), await jobs(), body.episodeId);
    } else await changeJob(actingAs(operator), await jobs(), body, "cancel");
    return { info: await describeJobs(db, language) };
  });
  handleConsoleCall(http, "POST /api/console/jobs/first", async ({ operator, body, language }) => {
    const { encodeFirst } = await loadUploads();
    await encodeFirst(actingAs(operator), await jobs(), body.episodeId);
    return { info: await describeJobs(db, language) };
  });
  handleConsoleCall(http, "POST /api/console/jobs/encode", async ({ operator, language }) => {
    const { encodeAllAgain } = await loadUploads();
    const count = await encodeAllAgain(actingAs(operator), await jobs());
    return { info: { ...(await describeJobs(db, language)), count } };
  });
}

async function describeJobs(db: Db, language: Language): Promise<ConsoleJobs> {
  const { describeOpenFilms } = await loadUploads();
  const [counts, listed, films] = await Promise.all([
    countJobs(db, queueNames),
    listJobs(db, otherQueues, { limit: SHOWN }),
    describeOpenFilms(db, { limit: SHOWN, language }),
  ]);
  return {
    queues: queueNames.flatMap((name) => {
      const found = counts.find((queue) => queue.name === name);
      return found ? [{ ...found, name }] : [];
    }),
    films,
    jobs: listed.flatMap(({ fault, createdAt, queue, ...job }) => {
      const name = queueNames.find((one) => one === queue);
      if (!name) return [];
      return [{ ...job, queue: name, sentence: withoutAddresses(fault), createdAt: createdAt.toISOString() }];
    }),
  };
}

const MAIL_ADDRESS = /[^\s@<>"']+@[^\s@<>"']+\.[^\s@<>"']+/g;

/** Every operator reads this screen, and a mail server's answer often repeats the address. */
function withoutAddresses(text: string | null): string | null {
  return text === null ? null : text.slice(0, 500).replaceAll(MAIL_ADDRESS, "…@…");
}

async function changeJob(
  acting: Acting,
  jobs: Jobs,
  { queue, id }: z.output<typeof JobAct>,
  act: "retry" | "cancel",
): Promise<void> {
  await audited(acting, { action: `job.${act}` }, async (trx) => {
    const [job] = await listJobs(trx, [queue], { limit: 1, id });
    if (!job) throw notFound();
    if (job.state !== (act === "retry" ? "failed" : "waiting")) throw new DomainError(409, "already_so");
    await jobs[act](trx, queue, id);
    const change = { subject: { kind: "job", id }, before: { queue, state: job.state } };
    const after = { queue, state: act === "retry" ? "waiting" : "cancelled" };
    return { result: undefined, changes: [{ ...change, after }] };
  });
}
