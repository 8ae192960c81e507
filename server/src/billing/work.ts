import { setTimeout as pause } from "node:timers/promises";
import type { Billing } from "./records/billing.ts";

/** One kind of work that is due by our clock: does some of it and says how much. Several nodes may run it at once. */
export type Task = { name: string; run: (billing: Billing) => Promise<number> };

const idleMs = 1_000;
/** After a fault, and after many: what is down for hours does not fill the log. */
const afterFaultMs = 5_000;
const longestMs = 40_000;

/** Does what is due until it is stopped; each task in its own loop, so that a slow gateway holds up nothing else. */
export function startWork(billing: Billing, tasks: readonly Task[]): { stop(): Promise<void> } {
  const stopping = new AbortController();
  const { signal } = stopping;
  const loops = tasks.map(async (task) => {
    let faults = 0;
    while (!signal.aborted) {
      const done = await task.run(billing).catch((error: unknown) => {
        if (!signal.aborted) billing.log.error({ err: error, task: task.name }, "Work on money failed");
        return -1;
      });
      faults = done < 0 ? faults + 1 : 0;
      const wait = faults === 0 ? idleMs : Math.min(afterFaultMs * 2 ** (faults - 1), longestMs);
      if (done <= 0) await pause(wait, undefined, { signal }).catch(() => undefined);
    }
  });
  return {
    async stop() {
      stopping.abort();
      await Promise.all(loops);
    },
  };
}
