import { cp, mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { vi } from "vitest";
import type { MediaTools } from "#media";
import { systemClock } from "#platform/clock";
import type { Database } from "#platform/db/database";
import { recordFiles } from "#platform/db/media-files";
import { type Jobs, openJobs } from "#platform/jobs";
import type { MediaStore } from "#platform/storage";
import { openFileStore } from "#platform/store/file-store";
import { testDatabase } from "#test/database";
import { fastFolder } from "#test/fast-folder";
import { type ManualClock, manualClock } from "#test/manual-clock";
import { rememberedTools } from "#test/media-runs";
import { silentLog } from "#test/silent-log";
import { limits } from "../../vitest.limits.ts";

/** Everything that ingest needs, on a dedicated database and folder. */
export interface IngestApp {
  root: string;
  database: Database;
  jobs: Jobs;
  store: MediaStore;
  clock: ManualClock;
  log: typeof silentLog;
  ffmpegPath: null;
  tools: MediaTools;
  /** Creates the folder of a series or adds to it: videos by the file that they are copied from, and texts by file name. */
  folder(
    name: string,
    videos: Record<string, string>,
    texts?: Record<string, string | Buffer>,
  ): Promise<string>;
  /** Stops the background jobs, as the end of a process does, and starts them again. */
  restartJobs(): Promise<void>;
  close(): Promise<void>;
}

/**
 * Opens the parts of the app that ingest needs; `videos` is the folder that videos are copied from. Its media programs do not repeat
 * a run that they know; a test that stops one in the middle takes `tools()`.
 */
export async function openIngestApp(
  videos: string,
  openStore: (root: string) => Promise<MediaStore> = openFileStore,
): Promise<IngestApp> {
  const root = await mkdtemp(join(fastFolder(), "cliffhanger-ingest-"));
  const database = await testDatabase();
  const ingestApp: IngestApp = {
    root,
    database,
    jobs: await openJobs(database, silentLog),
    store: recordFiles(await openStore(root), database.db),
    clock: manualClock(systemClock.now()),
    log: silentLog,
    ffmpegPath: null,
    tools: await rememberedTools(),
    async folder(name, files, texts = {}) {
      const path = join(root, "library", name);
      await mkdir(path, { recursive: true });
      for (const [file, video] of Object.entries(files)) await cp(join(videos, video), join(path, file));
      for (const [file, text] of Object.entries(texts)) await writeFile(join(path, file), text);
      return path;
    },
    async restartJobs() {
      await ingestApp.jobs.stop();
      ingestApp.jobs = await openJobs(database, silentLog);
    },
    async close() {
      await ingestApp.jobs.stop();
      await database.close();
      await rm(root, { recursive: true, force: true });
    },
  };
  return ingestApp;
}

/** Polls until there is an answer, at most as long as a test may take. */
export const pollUntil = <T>(ask: () => Promise<T>) =>
  vi.waitUntil(ask, { interval: 50, timeout: limits.testTimeout });
