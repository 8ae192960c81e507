// `npm test`: runs the browser tests beside the checks and the unit tests, without the long ones (`*.long.test.ts`,
// `*.long.spec.ts`); ALL_TESTS=1, as in `.ci/run`, includes them. `--only unit` or `--only e2e` runs one of them, long ones too.
// `--no-skips` fails on a missing program. The last line is the summary of all.
import { mkdtemp, rm } from "node:fs/promises";
import { availableParallelism, tmpdir } from "node:os";
import { join } from "node:path";
import { readOptions } from "./bootstrap/options.mjs";
import { provision } from "./provision.ts";
import { type Planned, runQueue } from "./test-run.ts";
import { divideSlots } from "./test-slots.ts";
import { suiteNames } from "./test-suites.ts";
import { endWithSummary, noTests } from "./test-summary.ts";

/** Parts of the server's unit tests. Each costs nine seconds of CPU: a database server, and the app's modules in each process. */
const SERVER_PARTS = 4;

const { values, positionals } = readOptions({
  options: { only: { type: "string" }, "no-skips": { type: "boolean", default: false } },
  allowPositionals: true,
});
const { only, "no-skips": noSkips } = values;
const isUnknown = only !== undefined && !suiteNames.includes(only);
const fault = isUnknown ? `--only knows ${suiteNames.join(", ")}.` : await provision();
if (fault) {
  console.error(fault);
  endWithSummary({ ...noTests, failed: 1 });
} else if (only !== undefined) {
  await runQueue([{ name: only, args: only === "check" ? [] : positionals }], {
    needsWeb: only !== "check",
    noSkips,
  });
} else {
  const { journeys, unit } = divideSlots(availableParallelism());
  const skipLong = !process.env["ALL_TESTS"];
  const queue = [{ name: "e2e" }, { name: "check" }, ...unitParts()];
  const mediaRuns = await mkdtemp(join(tmpdir(), "cliffhanger-test-media-"));
  await runQueue(
    queue.map((suite) => ({ ...suite, skipLong, mediaRuns })),
    { needsWeb: true, lanes: [journeys, unit], noSkips },
  );
  await rm(mediaRuns, { recursive: true, force: true });
}

/**
 * Returns the unit tests in parts. The browser tests end long before the unit tests that run beside them; their processes then
 * take the parts that have not begun. A part of the server's tests does not load the other projects.
 */
function unitParts(): Planned[] {
  const server = Array.from({ length: SERVER_PARTS }, (_, index) => [
    "--project=server",
    `--shard=${index + 1}/${SERVER_PARTS}`,
  ]);
  return [["--project=!server"], ...server].map((args) => ({ name: "unit", args }));
}
