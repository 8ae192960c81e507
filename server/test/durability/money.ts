import { runTestFile } from "./run-test-file.ts";

/**
 * Runs thousands of random orders, payments, faults and races against the simulators (case 66):
 *
 *     MONEY_OPERATIONS=10000 node test/durability/money.ts [SEED]
 *
 * The same seed gives the same run. Exits with 1 when a customer was charged twice or the ledger is wrong.
 */
const operations = process.env["MONEY_OPERATIONS"] ?? "2000";
const seed = process.argv[2] ?? "20261121";
await runTestFile(
  "src/billing/money-model.test.ts",
  { MONEY_OPERATIONS: operations, MONEY_SEED: seed },
  `Seed ${seed}, ${operations} operations`,
);
