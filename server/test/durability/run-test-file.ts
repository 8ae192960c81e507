import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";

/** Runs test files one after another with other settings, as a program with a summary of its own. `done` says what was run. */
export function runTestFile(
  files: string | readonly string[],
  settings: Record<string, string>,
  done: string,
): void {
  const folder = fileURLToPath(new URL("../..", import.meta.url));
  const program = fileURLToPath(new URL("vitest.mjs", import.meta.resolve("vitest/package.json")));
  const ended = [files].flat().map((file) => {
    const { status } = spawnSync(process.execPath, [program, "run", "--config", "vitest.config.ts", file], {
      cwd: folder,
      stdio: "inherit",
      env: { ...process.env, ...settings },
    });
    return status === 0;
  });
  const passed = ended.filter(Boolean).length;
  console.log(done);
  console.log(`${passed} passed, ${ended.length - passed} failed`);
  process.exitCode = passed === ended.length ? 0 : 1;
}
