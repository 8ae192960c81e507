// `npm run test:quick`: lint, types, the unit tests nearest to the change, and twelve browser tests. It is for use between
// commits; only `npm test` proves a change.
import { availableParallelism } from "node:os";
import { readOptions } from "./bootstrap/options.mjs";
import { provision } from "./provision.ts";
import { runProgram } from "./run-program.ts";
import { runQueue } from "./test-run.ts";
import { divideSlots } from "./test-slots.ts";
import { endWithSummary, noTests } from "./test-summary.ts";

const { values } = readOptions({ options: { since: { type: "string" } } });
const fault = await provision();
const since = values.since ?? (await startOfChange());
if (fault || since === undefined) {
  console.error(
    fault ?? "There is no branch main to compare with; name a commit: npm run test:quick -- --since COMMIT",
  );
  endWithSummary({ ...noTests, failed: 1 });
} else {
  const { journeys, unit } = divideSlots(availableParallelism());
  await runQueue(
    [
      { name: "e2e", args: ["--grep", "@quick"] },
      { name: "affected", args: [since] },
      { name: "check", args: ["--only", "lint", "--only", "types"] },
    ],
    { needsWeb: true, lanes: [journeys, unit] },
  );
}

/** Returns the merge base with main. On main itself that is the last commit, so uncommitted changes count. */
async function startOfChange(): Promise<string | undefined> {
  for (const main of ["main", "origin/main"]) {
    const { code, output } = await runProgram("git", ["merge-base", "HEAD", main]);
    if (code === 0) return output.trim();
  }
  return undefined;
}
