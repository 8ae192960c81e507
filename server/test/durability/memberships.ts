import { runTestFile } from "./run-test-file.ts";

/**
 * Runs many random memberships with declines, faults, races and lost answers at each gateway (the model of case 69):
 *
 *     MEMBERSHIP_RUNS=200 node test/durability/memberships.ts [SEED]
 *
 * The same seed gives the same run. With fewer than 8 runs it does not require that every state was reached. Exits with
 * 1 when a period was charged twice or a membership stopped renewing automatically.
 */
const runs = process.env["MEMBERSHIP_RUNS"] ?? "16";
const seed = process.argv[2] ?? "20261123";
const unchecked = Number(runs) < 8 ? ". Fewer than 8 runs: that every state was reached was not checked" : "";
await runTestFile(
  "src/billing/renewals/model.program.test.ts",
  { MEMBERSHIP_RUNS: runs, MEMBERSHIP_SEED: seed },
  `Seed ${seed}, ${runs} memberships at each gateway${unchecked}`,
);
