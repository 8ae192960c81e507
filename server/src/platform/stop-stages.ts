import type { Log } from "./log.ts";

/** A part of stopping: its name in the log, and the work. */
export type StopStage = readonly [name: string, run: () => unknown];

/** A stage that runs longer than this is logged while it still runs. */
const SLOW_STAGE_MS = 5_000;

/**
 * Runs the stages of a stop sequentially and logs how long each took. A stage that fails does not prevent the later
 * ones from running; the first failure is thrown at the end.
 */
export async function runStopStages(log: Log, stages: readonly StopStage[]): Promise<void> {
  const failures: unknown[] = [];
  for (const [stage, run] of stages) {
    const started = performance.now();
    const slow = setTimeout(
      () => log.warn({ stage }, "Stopping is slow; waiting for this stage"),
      SLOW_STAGE_MS,
    ).unref();
    try {
      await run();
    } catch (error) {
      failures.push(error);
      log.error({ stage, err: error }, "Stop stage failed; continuing with the next one");
    }
    clearTimeout(slow);
    log.debug({ stage, ms: Math.round(performance.now() - started) }, "Stopped");
  }
  if (failures.length > 0) throw failures[0];
}
