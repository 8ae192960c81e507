// `npm test`: runs the checks, the unit tests and the browser tests at the same time. `--only unit` or `--only e2e` runs one of
// them. `--no-skips` fails on a missing program. The last line is the summary of all.
import { availableParallelism } from "node:os";
import { readOptions } from "./bootstrap/options.mjs";
import { provision } from "./provision.ts";
import { runRows } from "./test-run.ts";
import { divideSlots } from "./test-slots.ts";
import { suiteNames } from "./test-suites.ts";
import { endWithSummary, noTests } from "./test-summary.ts";

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
  await runRows([[{ name: only, args: only === "check" ? [] : positionals }]], {
    needsWeb: only !== "check",
    noSkips,
  });
} else {
  const { journeys, unit } = divideSlots(availableParallelism());
  await runRows(
    [[{ name: "e2e", workers: journeys }], [{ name: "check" }, { name: "unit", workers: unit }]],
    { needsWeb: true, noSkips },
  );
}
