import { formatCpu, machineCpuSeconds, type Spent } from "./cpu-time.ts";
import { printSkips, withoutSkips } from "./test-skips.ts";
import { buildAll, runSuite, type SuiteOptions, type SuiteResult } from "./test-suites.ts";
import { endWithSummary, noTests, sumSummaries, type TestSummary } from "./test-summary.ts";

/** A suite to run with its options. */
export interface Planned extends Omit<SuiteOptions, "show" | "workers"> {
  name: string;
}

/** How the suites of a queue run. */
interface QueueOptions {
  needsWeb: boolean;
  /**
   * Concurrent processes of each lane while the first suite runs. A lane runs a suite at a time, and takes the next of the queue when it
   * ends. A suite that begins after the end of the first one gets a process per core: the last one often runs alone. Without it
   * there is one lane, with a process per core.
   */
  lanes?: readonly number[];
  noSkips?: boolean;
}

/**
 * Runs the suites of a queue, and ends with the CPU seconds and the summary of all. A single suite is shown while it
 * runs. Of several, each is printed when it ends. With `noSkips`, a test that was skipped for want of a program counts as a failure.
 */
export async function runQueue(
  queue: readonly Planned[],
  { needsWeb, lanes, noSkips = false }: QueueOptions,
): Promise<void> {
  const started = spentUntilNow();
  const show = queue.length === 1;
  const results: SuiteResult[] = [];
  const built = needsWeb ? await buildAll() : noTests;
  if (!show)
    console.log(`Running ${queue.map(({ name }) => name).join(", ")}; each is printed when it ends.`);
  const waiting = [...queue];
  let isFirstRunning = true;
  const runLane = async (share?: number) => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      const { name, ...options } = next;
      if (show) console.log(`\n== ${name}`);
      const workers = isFirstRunning ? share : undefined;
      const result = await runSuite(name, { ...options, ...(workers && { workers }), show });
      if (next === queue[0]) isFirstRunning = false;
      if (!show) console.log(`\n== ${name}\n${result.output.trimEnd()}`);
      for (const remark of result.remarks) console.log(remark);
      results.push(result);
    }
  };
  await Promise.all(lanes ? lanes.map((workers) => runLane(workers)) : [runLane()]);
  const summary = sumSummaries([built, ...results.map((result) => result.summary)]);
  printEnd(summary, { results, started, noSkips });
}

const spentUntilNow = (): Spent => ({ machine: machineCpuSeconds(), time: performance.now() / 1000 });

function printEnd(
  summary: TestSummary,
  { results, started, noSkips }: { results: readonly SuiteResult[]; started: Spent; noSkips: boolean },
): void {
  const skips = results.flatMap((result) => result.skips);
  const remarks = results.flatMap((result) => result.remarks);
  const now = spentUntilNow();
  const whole = { machine: now.machine - started.machine, time: now.time - started.time };
  if (remarks.length > 0 && results.length > 1) console.log(["", ...remarks].join("\n"));
  console.log(`\n${formatCpu(results, whole)}`);
  printSkips(skips);
  endWithSummary(noSkips ? withoutSkips(summary, skips) : summary);
}
