import type { DueTask } from "#platform/jobs/due";
import type { Billing } from "./records/billing.ts";
import { findRestoredSnapshot } from "./records/restored/repository.ts";

/** A kind of billing work that is due by our clock. Several nodes may run it at once. */
export interface Task {
  name: string;
  /** The SQL condition that holds while there is work. */
  hasWork(billing: Billing, now: Date): ReturnType<DueTask["hasWork"]>;
  /** Does some of the work, and returns how much. */
  run(billing: Billing): Promise<number>;
  /** Whether it moves money or writes to people, and so waits after a restore until the gateways' events are settled. */
  waitsAfterRestore?: true;
  /** Whether its statements read so much that they may take long. */
  isLong?: true;
}

/** Binds tasks to billing, for the poller. */
export function bindTasks(billing: Billing, tasks: readonly Task[]): DueTask[] {
  return tasks.map(({ name, hasWork, run, waitsAfterRestore = false, isLong = false }) => ({
    name,
    isLong,
    hasWork: (now) => hasWork(billing, now),
    run: async ({ db }) => {
      if (waitsAfterRestore && (await findRestoredSnapshot(billing.db)) !== null) return 0;
      return run(isLong ? { ...billing, db } : billing);
    },
  }));
}
