import { alone } from "#platform/db/alone";
import type { Attribution } from "../attribution.ts";
import { foldOld } from "./fold.ts";

const HOUR_MS = 3600_000;
/** How often it is looked whether an hour has passed: the clock of a demo can jump. */
const LOOK_MS = 20_000;

/** Turns what is old into numbers every hour of the clock, one process at a time. `lookMs` is for tests. */
export function startAttribution(attribution: Attribution, lookMs = LOOK_MS): { stop(): Promise<void> } {
  const { db, clock, log } = attribution;
  const stopping = new AbortController();
  let last = Number.NEGATIVE_INFINITY;
  let running: Promise<void> | null = null;

  async function fold(): Promise<void> {
    last = clock.now().getTime();
    try {
      await alone(db, "attribution", async () => {
        const folded = await foldOld(attribution, stopping.signal);
        if (folded.touches + folded.steps > 0) log.info(folded, "Old visits became numbers");
      });
    } catch (error) {
      if (!stopping.signal.aborted)
        log.warn({ err: error }, "Old visits did not become numbers; it is tried again in an hour");
    }
  }

  const timer = setInterval(() => {
    if (running || Math.abs(clock.now().getTime() - last) < HOUR_MS) return;
    running = fold().finally(() => {
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
