import { type DueTask, everyHour } from "#platform/jobs/due";
import type { Accounts } from "../accounts.ts";
import { cleanUp } from "./cleanup.ts";

/** Deletes expired account data once an hour of the clock. */
export function cleanupTask(accounts: Accounts): DueTask {
  return everyHour(
    "housekeeping",
    async ({ db, signal, log }) => {
      const counts = await cleanUp({ ...accounts, db }, signal);
      if (Object.values(counts).some((count) => count > 0)) log.info(counts, "Deleted expired account data");
    },
    { isLong: true },
  );
}
