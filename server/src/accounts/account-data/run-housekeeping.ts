import { startHourly } from "#platform/hourly";
import type { Accounts } from "../accounts.ts";
import { keepHouse } from "./housekeeping.ts";

/** Tidies up every hour of the clock, one process at a time. `lookMs` is for tests. */
export function startHousekeeping(accounts: Accounts, lookMs?: number): { stop(): Promise<void> } {
  const { db, clock, log } = accounts;
  return startHourly({
    db,
    clock,
    log,
    lookMs,
    name: "housekeeping",
    failed: "Tidying up failed; it is tried again in an hour",
    async run(signal) {
      const tidied = await keepHouse(accounts, signal);
      if (Object.values(tidied).some((count) => count > 0)) log.info(tidied, "Tidied up");
    },
  });
}
