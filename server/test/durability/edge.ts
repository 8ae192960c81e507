import { startEngine } from "../../../tools/engine.ts";
import { runTestFile } from "./run-test-file.ts";

/**
 * Watches through the edge of deploy/edge for a minute while nodes and the bucket die (O37):
 *
 *     EDGE_SECONDS=600 node test/durability/edge.ts
 *
 * Is skipped without nginx and njs. Exits with 1 when a viewer got a wrong answer.
 */
const seconds = process.env["EDGE_SECONDS"] ?? "50";
const keys = { GRANT_KEYS: "k1:".padEnd(40, "0"), ORIGIN_SECRET: "".padEnd(40, "0"), APPS: "127.0.0.1:9" };
const engine = startEngine("edge", keys);
if ("missing" in engine) {
  console.log(engine.missing);
  console.log("0 passed, 0 failed, 1 skipped");
} else {
  engine.down();
  await runTestFile(
    ["test/edge.test.ts", "test/edge-bucket.program.test.ts"],
    { EDGE_SECONDS: seconds },
    `${seconds} seconds while nodes and the bucket die`,
  );
}
