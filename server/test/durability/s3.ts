import { startEngine } from "../../../tools/engine.ts";
import { runTestFile } from "./run-test-file.ts";

/**
 * Runs the contract of the media store on Ceph's Object Gateway, beside the double that stands in for it elsewhere, kills a worker
 * at ten points of an encode into it, stops it for 30 seconds under visits (O35), and moves a site's media there and back under
 * viewing (O36):
 *
 *     node test/durability/s3.ts
 *
 * Is skipped without the gateway's packages.
 */
const engine = startEngine("s3");
if ("missing" in engine) {
  console.log(engine.missing);
  console.log("0 passed, 0 failed, 1 skipped");
} else {
  engine.down();
  await runTestFile(
    ["test/store-contract.test.ts", "test/bucket-faults.program.test.ts", "test/media-copy.program.test.ts"],
    { S3_ENGINE: "1" },
    "The contract of the store, ten kills, 30 seconds without the gateway, and media copied there and back",
  );
}
