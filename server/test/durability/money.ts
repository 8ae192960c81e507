import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";

/**
 * Ten thousand random orders, payments, faults and crossings of them, against the real stand-in (PAYMENTS §13, 66):
 *
 *     node test/durability/money.ts [SEED]
 *
 * The same seed is the same run. Exits with 1 when somebody was charged twice or the books are wrong.
 */
const OPERATIONS = 10_000;
const seed = process.argv[2] ?? "20261121";
const folder = fileURLToPath(new URL("../..", import.meta.url));
const program = fileURLToPath(new URL("vitest.mjs", import.meta.resolve("vitest/package.json")));
const { status } = spawnSync(
  process.execPath,
  [program, "run", "--config", "vitest.config.ts", "src/billing/money-model.test.ts"],
  {
    cwd: folder,
    stdio: "inherit",
    env: { ...process.env, MONEY_OPERATIONS: String(OPERATIONS), MONEY_SEED: seed },
  },
);
console.log(`Seed ${seed}, ${OPERATIONS} operations`);
console.log(status === 0 ? "1 passed, 0 failed" : "0 passed, 1 failed");
process.exitCode = status === 0 ? 0 : 1;
