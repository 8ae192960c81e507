import { alone } from "#platform/db/alone";
import type { Accounts } from "../accounts.ts";
import { keepHouse } from "./housekeeping.ts";

const HOUR_MS = 3600_000;
/** How often it is looked whether an hour has passed: the clock of a demo can jump. */
const LOOK_MS = 20_000;

/** Tidies up every hour of the clock, one process at a time. `lookMs` is for tests. */
export function startHousekeeping(accounts: Accounts, lookMs = LOOK_MS): { stop(): Promise<void> } {
  const { db, clock, log } = accounts;
  const stopping = new AbortController();
  let last = Number.NEGATIVE_INFINITY;
  let running: Promise<void> | null = null;

  async function tidy(): Promise<void> {
    last = clock.now().getTime();
    try {
      await alone(db, "housekeeping", async () => {
        const tidied = await keepHouse(accounts, stopping.signal);
        if (Object.values(tidied).some((count) => count > 0)) log.info(tidied, "Tidied up");
      });
    } catch (error) {
      if (!stopping.signal.aborted)
        log.warn({ err: error }, "Tidying up failed; it is tried again in an hour");
    }
  }

  const timer = setInterval(() => {
    if (running || Math.abs(clock.now().getTime() - last) < HOUR_MS) return;
    running = tidy().finally(() => {
      running = null;
    });
  }, lookMs).unref();

  return {
    async stop() {
      clearInterval(timer);
      stopping.abort();
      await running;
    },
  };
}
