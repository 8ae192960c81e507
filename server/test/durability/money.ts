import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";

/**
 * Runs thousands of random orders, payments, faults and races against the simulators (case 66):
 *
 *     MONEY_OPERATIONS=10000 node test/durability/money.ts [SEED]
 *
 * The same seed gives the same run. Exits with 1 when a customer was charged twice or the ledger is wrong.
 */
const operations = process.env["MONEY_OPERATIONS"] ?? "2000";
const seed = process.argv[2] ?? "20261121";
const folder = fileURLToPath(new URL("../..", import.meta.url));
const program = fileURLToPath(new URL("vitest.mjs", import.meta.resolve("vitest/package.json")));
const { status } = spawnSync(
  process.execPath,
  [program, "run", "--config", "vitest.config.ts", "src/billing/money-model.test.ts"],
  {
    cwd: folder,
    stdio: "inherit",
    env: { ...process.env, MONEY_OPERATIONS: operations, MONEY_SEED: seed },
  },
);
console.log(`Seed ${seed}, ${operations} operations`);
console.log(status === 0 ? "1 passed, 0 failed" : "0 passed, 1 failed");
process.exitCode = status === 0 ? 0 : 1;
