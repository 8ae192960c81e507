import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";

/**
 * Stops five nodes under direct clients and five behind a balancer (O13):
 *
 *     STOPS=20 node test/durability/stops.ts
 *
 * Exits with 1 when a request broke.
 */
const stops = process.env["STOPS"] ?? "5";
const folder = fileURLToPath(new URL("../..", import.meta.url));
const program = fileURLToPath(new URL("vitest.mjs", import.meta.resolve("vitest/package.json")));
const { status } = spawnSync(
  process.execPath,
  [program, "run", "--config", "vitest.config.ts", "test/stop.test.ts"],
  { cwd: folder, stdio: "inherit", env: { ...process.env, STOPS: stops } },
);
console.log(`${stops} stops of each kind`);
console.log(status === 0 ? "1 passed, 0 failed" : "0 passed, 1 failed");
process.exitCode = status === 0 ? 0 : 1;
