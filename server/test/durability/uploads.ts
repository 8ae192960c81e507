import { runTestFile } from "./run-test-file.ts";

/**
 * Kills a server twenty times in the middle of an upload (C20):
 *
 *     UPLOAD_KILLS=40 node test/durability/uploads.ts
 *
 * Exits with 1 when a byte is lost.
 */
const kills = process.env["UPLOAD_KILLS"] ?? "20";
await runTestFile("test/uploads-killed.program.test.ts", { UPLOAD_KILLS: kills }, `${kills} kills`);
