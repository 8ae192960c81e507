import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";

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
const folder = fileURLToPath(new URL("../..", import.meta.url));
const program = fileURLToPath(new URL("vitest.mjs", import.meta.resolve("vitest/package.json")));
const { status } = spawnSync(
  process.execPath,
  [program, "run", "--config", "vitest.config.ts", "src/billing/renewals/model.long.test.ts"],
  { cwd: folder, stdio: "inherit", env: { ...process.env, MEMBERSHIP_RUNS: runs, MEMBERSHIP_SEED: seed } },
);
console.log(`Seed ${seed}, ${runs} memberships at each gateway`);
if (Number(runs) < 8) console.log("Fewer than 8 runs: that every state was reached was not checked");
console.log(status === 0 ? "1 passed, 0 failed" : "0 passed, 1 failed");
process.exitCode = status === 0 ? 0 : 1;
