import { execFile } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, expect, test, vi } from "vitest";
import { root } from "./bootstrap/paths.mjs";
import { timeLimit } from "./time-limit.ts";

vi.setConfig({ testTimeout: timeLimit(180) });

const folder = mkdtempSync(join(tmpdir(), "cliffhanger-contributing-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const text = readFileSync(join(root, "CONTRIBUTING.md"), "utf8");
const lines = [...text.matchAll(/^```sh\n(.*?)^```$/gms)]
  .flatMap(([, block = ""]) => block.split("\n"))
  .map((line) => line.replace(/\s+#.*$/, "").trim())
  .filter((line) => line !== "");

/** The expected output of each command. A command without a row fails the test. */
const printed: Record<string, RegExp> = {
  "npm run test:unit -- -- tools/test-summary.test.ts": /passed, 0 failed/,
  'npm run test:unit -- -- tools/test-summary.test.ts -t "summary"': /[1-9]\d* passed, 0 failed/,
  'npm run psql -- -c "select count(*) from series"': /count/,
};

async function type(line: string): Promise<string> {
  const { VITEST: _vitest, DATABASE_URL: _url, ...environment } = process.env;
  const { stdout, stderr } = await promisify(execFile)("bash", ["-c", line], {
    cwd: root,
    env: { ...environment, DATA_DIR: join(folder, "data"), DEMO: "off" },
  });
  return stdout + stderr;
}

test("H32: every command of CONTRIBUTING's blocks marked sh works as typed", async () => {
  expect(lines.toSorted()).toEqual(Object.keys(printed).toSorted());
  await type("npm run plan"); // creates the tables
  for (const line of lines) expect(await type(line), line).toMatch(printed[line] ?? /^$/);
});
