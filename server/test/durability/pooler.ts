import { startEngine } from "../../../tools/engine.ts";
import { runTestFile } from "./run-test-file.ts";

/**
 * Runs half a minute of mixed work through PgBouncer in each of its modes (O31, O32):
 *
 *     POOLER_SECONDS=600 node test/durability/pooler.ts
 *
 * Is skipped without PgBouncer. Exits with 1 when a request failed or showed another person's data.
 */
const seconds = process.env["POOLER_SECONDS"] ?? "30";
const engine = startEngine("pgbouncer");
if ("missing" in engine) {
  console.log(engine.missing);
  console.log("0 passed, 0 failed, 1 skipped");
} else {
  engine.down();
  await runTestFile("test/pooler.test.ts", { POOLER_SECONDS: seconds }, `${seconds} seconds in each mode`);
}
