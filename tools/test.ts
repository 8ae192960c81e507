// `npm test`: runs the browser tests beside the checks and the unit tests, without the long ones (`*.long.test.ts`,
// `*.long.spec.ts`); ALL_TESTS=1, as in `.ci/run`, includes them. `--only unit` or `--only e2e` runs one of them, long ones too.
// `--no-skips` fails on a missing program. The last line is the summary of all.
import { availableParallelism } from "node:os";
import { readOptions } from "./bootstrap/options.mjs";
import { provision } from "./provision.ts";
import { type Planned, runQueue } from "./test-run.ts";
import { divideSlots } from "./test-slots.ts";
import { suiteNames } from "./test-suites.ts";
import { endWithSummary, noTests } from "./test-summary.ts";

/** Parts of the unit tests. Each starts its own database server, in a few seconds. */
const UNIT_PARTS = 8;

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
  await runQueue(
    queue.map((suite) => ({ ...suite, skipLong })),
    { needsWeb: true, lanes: [journeys, unit], noSkips },
  );
}

/**
 * Returns the unit tests in parts. The browser tests end long before the unit tests that run beside them; their processes then
 * take the parts that have not begun.
 */
function unitParts(): Planned[] {
  return Array.from({ length: UNIT_PARTS }, (_, index) => ({
    name: "unit",
    args: [`--shard=${index + 1}/${UNIT_PARTS}`],
  }));
}
