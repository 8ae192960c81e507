import { spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";

const folder = fileURLToPath(new URL("../..", import.meta.url));
const vitest = fileURLToPath(new URL("vitest.mjs", import.meta.resolve("vitest/package.json")));
const endWithParent = new URL("../../../tools/bootstrap/end-with-parent.mjs", import.meta.url).href;

/**
 * Runs test files one after another with other settings, as a program with a summary of its own. `done` says what was run.
 * Ended from outside, the program ends its tests too.
 */
export async function runTestFile(
  files: string | readonly string[],
  settings: Record<string, string>,
  done: string,
): Promise<void> {
  let passed = 0;
  let failed = 0;
  for (const file of [files].flat()) {
    const child = spawn(
      process.execPath,
      [`--import=${endWithParent}`, vitest, "run", "--config", "vitest.config.ts", file],
      {
        cwd: folder,
        stdio: ["ignore", "inherit", "inherit", "ipc"],
        env: { ...process.env, TEST_PROGRAM: "1", ...settings },
      },
    );
    const [code] = (await once(child, "exit")) as [number | null];
    if (code === 0) passed++;
    else failed++;
  }
  console.log(done);
  console.log(`${passed} passed, ${failed} failed`);
  process.exitCode = failed === 0 ? 0 : 1;
}
