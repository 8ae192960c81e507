import { type DueTask, everyHour } from "#platform/jobs/due";
import type { Attribution } from "../attribution.ts";
import { foldOld } from "./fold.ts";

/** Aggregates old visits once an hour of the clock. */
export function attributionTask(attribution: Attribution): DueTask {
  return everyHour("attribution", async ({ signal, log }) => {
    const folded = await foldOld(attribution, signal);
    if (folded.touches + folded.steps > 0) log.info(folded, "Old visits aggregated");
  });
}
