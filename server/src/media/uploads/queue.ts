import type { Clock } from "#platform/clock";
import type { Db } from "#platform/db/database";
import type { Jobs } from "#platform/jobs";
import type { MediaStore } from "#platform/storage";
import type { MediaTools } from "../confine.ts";
import { TAKE_IN } from "../names.ts";
import type { UploadFiles } from "./files.ts";
import * as repository from "./repository.ts";
import { takeIn } from "./take-in.ts";

const RETRIES = 4;
/** When an upload is tried again whose attempts have all failed: the disk was full, or the storage away. */
const LATER_SECONDS = 60;

/** Defines the queue of uploads. Must run before jobs are sent or processed. */
export async function defineTakeIn(jobs: Jobs): Promise<void> {
  await jobs.define(TAKE_IN, { retryLimit: RETRIES });
}

/** Takes in uploads in this process, and sends those again whose job was lost. */
export async function startTakeIn(context: {
  db: Db;
  clock: Clock;
  store: MediaStore;
  jobs: Jobs;
  tools: MediaTools;
  uploads: UploadFiles;
}): Promise<void> {
  const { db, jobs } = context;
  await defineTakeIn(jobs);
  for (const uploadId of await repository.listChecking(db)) await send(db, jobs, uploadId);
  await jobs.work<{ uploadId: string }>(TAKE_IN, async ({ data: { uploadId }, attempt }) => {
    const isLast = attempt > RETRIES;
    try {
      await takeIn({ ...context, profile: "standard" }, uploadId, { isLast });
    } catch (error) {
      // Its bytes are all here, so nobody would send it again.
      if (isLast) await send(db, jobs, uploadId, LATER_SECONDS);
      throw error;
    }
  });
}

async function send(db: Db, jobs: Jobs, uploadId: string, delaySeconds = 0): Promise<void> {
  await jobs.send(db, TAKE_IN, { uploadId }, { singletonKey: uploadId, delaySeconds });
}

/** Queues an upload when its last byte is here. A picture whose part is still to be chosen waits. */
export async function finishReceived(
  { db, uploads, jobs }: { db: Db; uploads: UploadFiles; jobs: () => Promise<Jobs> },
  id: string,
): Promise<void> {
  const upload = await repository.findUpload(db, id);
  if (upload?.state !== "receiving" || (await uploads.received(id)) < upload.size) return;
  if (upload.waits) {
    await repository.moveUpload(db, id, "receiving", { state: "received" });
    return;
  }
  const opened = await jobs();
  await defineTakeIn(opened);
  if (await repository.moveUpload(db, id, "receiving", { state: "checking" })) await send(db, opened, id);
}
