import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";

/**
 * Kills a server twenty times in the middle of an upload (C20):
 *
 *     UPLOAD_KILLS=40 node test/durability/uploads.ts
 *
 * Exits with 1 when a byte is lost.
 */
const kills = process.env["UPLOAD_KILLS"] ?? "20";
const folder = fileURLToPath(new URL("../..", import.meta.url));
const program = fileURLToPath(new URL("vitest.mjs", import.meta.resolve("vitest/package.json")));
const { status } = spawnSync(
  process.execPath,
  [program, "run", "--config", "vitest.config.ts", "test/uploads-killed.test.ts"],
  { cwd: folder, stdio: "inherit", env: { ...process.env, UPLOAD_KILLS: kills } },
);
console.log(`${kills} kills`);
console.log(status === 0 ? "1 passed, 0 failed" : "0 passed, 1 failed");
process.exitCode = status === 0 ? 0 : 1;
