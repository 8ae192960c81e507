import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { startEngine } from "../../../tools/engine.ts";

/**
 * Runs half a minute of mixed work through PgBouncer in each of its modes (O31, O32):
 *
 *     POOLER_SECONDS=600 node test/durability/pooler.ts
 *
 * Is skipped without PgBouncer. Exits with 1 when a request failed or showed another person's data.
 */
const seconds = process.env["POOLER_SECONDS"] ?? "30";
const folder = fileURLToPath(new URL("../..", import.meta.url));
const program = fileURLToPath(new URL("vitest.mjs", import.meta.resolve("vitest/package.json")));
const engine = startEngine("pgbouncer");
if ("missing" in engine) {
  console.log(engine.missing);
  console.log("0 passed, 0 failed, 1 skipped");
} else {
  engine.down();
  const { status } = spawnSync(
    process.execPath,
    [program, "run", "--config", "vitest.config.ts", "test/pooler.test.ts"],
    { cwd: folder, stdio: "inherit", env: { ...process.env, POOLER_SECONDS: seconds } },
  );
  console.log(`${seconds} seconds in each mode`);
  console.log(status === 0 ? "1 passed, 0 failed" : "0 passed, 1 failed");
  process.exitCode = status === 0 ? 0 : 1;
}
