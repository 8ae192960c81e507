import { startHourly } from "#platform/hourly";
import type { Attribution } from "../attribution.ts";
import { foldOld } from "./fold.ts";

/** Turns what is old into numbers every hour of the clock, one process at a time. `lookMs` is for tests. */
export function startAttribution(attribution: Attribution, lookMs?: number): { stop(): Promise<void> } {
  const { db, clock, log } = attribution;
  return startHourly({
    db,
    clock,
    log,
    lookMs,
    name: "attribution",
    failed: "Old visits did not become numbers; it is tried again in an hour",
    async run(signal) {
      const folded = await foldOld(attribution, signal);
      if (folded.touches + folded.steps > 0) log.info(folded, "Old visits became numbers");
    },
  });
}
