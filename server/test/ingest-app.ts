import { cp, mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { type ManualClock, manualClock, systemClock } from "#platform/clock";
import type { Database } from "#platform/db/database";
import { type Jobs, openJobs } from "#platform/jobs";
import { type MediaStore, openStore } from "#platform/storage";
import { testDatabase } from "#test/database";
import { silentLog } from "#test/silent-log";

/** Everything that taking films in needs, on a database and a folder of its own. */
export interface IngestApp {
  root: string;
  database: Database;
  jobs: Jobs;
  store: MediaStore;
  clock: ManualClock;
  log: typeof silentLog;
  ffmpegPath: null;
  /** Makes the folder of a series, or adds to it: films by the file that they are copied to, and texts by file. */
  folder(
    name: string,
    films: Record<string, string>,
    texts?: Record<string, string | Buffer>,
  ): Promise<string>;
  /** Ends what runs in the background, as the end of a process does, and opens it anew. */
  restartJobs(): Promise<void>;
  close(): Promise<void>;
}

/** Opens a house; `films` is the folder that films are copied from. */
export async function openIngestApp(films: string): Promise<IngestApp> {
  const root = await mkdtemp(join(tmpdir(), "cliffhanger-ingest-"));
  const database = await testDatabase();
  const house: IngestApp = {
    root,
    database,
    jobs: await openJobs(database, silentLog),
    store: await openStore(root),
    clock: manualClock(systemClock.now()),
    log: silentLog,
    ffmpegPath: null,
    async folder(name, files, texts = {}) {
      const path = join(root, "library", name);
      await mkdir(path, { recursive: true });
      for (const [file, film] of Object.entries(files)) await cp(join(films, film), join(path, file));
      for (const [file, text] of Object.entries(texts)) await writeFile(join(path, file), text);
      return path;
    },
    async restartJobs() {
      await house.jobs.stop();
      house.jobs = await openJobs(database, silentLog);
    },
    async close() {
      await house.jobs.stop();
      await database.close();
      await rm(root, { recursive: true, force: true });
    },
  };
  return house;
}

/** Asks again and again until the answer is there; the test's own limit ends it. */
export async function eventually<T>(ask: () => Promise<T | null | undefined | false>): Promise<T> {
  for (;;) {
    const answer = await ask();
    if (answer) return answer;
    await pause(50);
  }
}
