import { runTestFile } from "./run-test-file.ts";

/**
 * Stops five nodes under direct clients and five behind a balancer (O13):
 *
 *     STOPS=20 node test/durability/stops.ts
 *
 * Exits with 1 when a request broke.
 */
const stops = process.env["STOPS"] ?? "5";
await runTestFile("test/stop.program.test.ts", { STOPS: stops }, `${stops} stops of each kind`);
