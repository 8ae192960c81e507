import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";

/** Runs test files with other settings, as a program with a summary of its own. `done` says what was run. */
export function runTestFile(
  file: string | readonly string[],
  settings: Record<string, string>,
  done: string,
): void {
  const folder = fileURLToPath(new URL("../..", import.meta.url));
  const program = fileURLToPath(new URL("vitest.mjs", import.meta.resolve("vitest/package.json")));
  const { status } = spawnSync(
    process.execPath,
    [program, "run", "--config", "vitest.config.ts", ...[file].flat()],
    {
      cwd: folder,
      stdio: "inherit",
      env: { ...process.env, ...settings },
    },
  );
  console.log(done);
  console.log(status === 0 ? "1 passed, 0 failed" : "0 passed, 1 failed");
  process.exitCode = status === 0 ? 0 : 1;
}
