import type { Log } from "./log.ts";

/** A part of stopping: its name in the log, and the work. */
export type StopStage = readonly [name: string, run: () => unknown];

/** A stage that runs longer than this is named in the log while it still runs. */
const SLOW_STAGE_MS = 5_000;

/**
 * Runs the stages of a stop one after the other and logs how long each took. A stage that fails does not keep the later
 * ones from running; the first failure is thrown at the end.
 */
export async function runStopStages(log: Log, stages: readonly StopStage[]): Promise<void> {
  const failures: unknown[] = [];
  for (const [stage, run] of stages) {
    const started = performance.now();
    const slow = setTimeout(
      () => log.warn({ stage }, "Stopping takes long; waiting for this stage"),
      SLOW_STAGE_MS,
    ).unref();
    try {
      await run();
    } catch (error) {
      failures.push(error);
      log.error({ stage, err: error }, "A stage of stopping failed; continuing with the next one");
    }
    clearTimeout(slow);
    log.debug({ stage, ms: Math.round(performance.now() - started) }, "Stopped");
  }
  if (failures.length > 0) throw failures[0];
}
