import { keepPartitions, type Partitioned } from "../db/partitions.ts";
import { type DueTask, everyHour } from "./due.ts";

/** Keeps the partitions of these tables once an hour, first at the start, and soon after the demo's clock was moved. */
export function partitionsTask(tables: readonly Partitioned[]): DueTask {
  return everyHour("partitions", async ({ db, clock, log, signal }) => {
    for (const partitioned of tables) {
      signal.throwIfAborted();
      const { table } = partitioned;
      const kept = await keepPartitions(db, partitioned, clock.now());
      if (kept.dropped > 0) log.info({ table, dropped: kept.dropped }, "Partitions are over");
      if (kept.isBusy) log.warn({ table }, "Partitions are in use; will retry in an hour");
    }
  });
}
