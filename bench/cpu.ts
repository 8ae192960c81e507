import { readdir, readFile } from "node:fs/promises";
import type { Database } from "../server/src/platform/db/database.ts";

/**
 * Microseconds of CPU that a process and its database connections have used so far: the steadier figure on a shared machine. Null
 * where the system keeps no `/proc/<pid>/schedstat`.
 * @param pool of the measuring program: every other connection to the database counts
 */
export async function cpuMicroseconds(pid: number, pool: Database["pool"]): Promise<number | null> {
  const { rows } = await pool.query<{ pid: number }>(
    "select pid from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid() and backend_type = 'client backend'",
  );
  const all = await Promise.all([ofProcess(pid), ...rows.map((row) => ofThread(`/proc/${row.pid}`))]);
  if (all.some((value) => value === null)) return null;
  return all.reduce<number>((sum, value) => sum + (value ?? 0), 0);
}

/** All threads of a process. */
async function ofProcess(pid: number): Promise<number | null> {
  const threads = await readdir(`/proc/${pid}/task`).catch(() => null);
  if (threads === null) return null;
  const values = await Promise.all(threads.map((thread) => ofThread(`/proc/${pid}/task/${thread}`)));
  return values.reduce<number>((sum, value) => sum + (value ?? 0), 0);
}

/** Its first figure is nanoseconds on the processor (Linux, Documentation/scheduler/sched-stats.rst). */
async function ofThread(folder: string): Promise<number | null> {
  const text = await readFile(`${folder}/schedstat`, "utf8").catch(() => null);
  return text === null ? null : Number(text.split(" ")[0]) / 1000;
}
