import { type DueTask, everyHour } from "#platform/jobs/due";
import type { Attribution } from "../attribution.ts";
import { aggregateOld } from "./aggregate.ts";

/** Aggregates old visits once an hour. */
export function attributionTask(attribution: Attribution): DueTask {
  return everyHour(
    "attribution",
    async ({ db, signal, log }) => {
      const aggregated = await aggregateOld({ ...attribution, db }, signal);
      if (aggregated.touches + aggregated.steps > 0) log.info(aggregated, "Old visits aggregated");
    },
    { isLong: true },
  );
}
