import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sentenceFor } from "./bootstrap/plain-error.mjs";
import { ensureWebBuilt } from "./bootstrap/web-build.mjs";
import { childCpuSeconds } from "./cpu-time.ts";
import { projectFiles } from "./project-files.ts";
import { findChromium } from "./provision.ts";
import { packageFile, runNode } from "./run-program.ts";
import { type Report, readPlaywright, readVitest } from "./test-reports.ts";
import { noTests, summaryOf, type TestSummary, withExit } from "./test-summary.ts";

/** Begins the lines that name a test which failed at the first try; `.ci/run` collects them. */
const PASSED_AT_SECOND_TRY = "Passed only at the second try: ";

/** How a suite is run. */
export interface SuiteOptions {
  /** Further arguments for the suite's own program. */
  args?: readonly string[];
  /** Processes at a time; as many as there are cores where it is not given. */
  workers?: number;
  /** Whether the output is shown while it comes. */
  show: boolean;
}

/** How a suite ended. */
export interface SuiteResult {
  name: string;
  tally: TestSummary;
  /** All that it printed. */
  output: string;
  /** What is to be said after the output, such as tests that passed only at the second try. */
  remarks: string[];
  /** Seconds of CPU; undefined where the system does not report it. */
  cpu: number | undefined;
}

/** A part of all tests, with a folder for its reports. */
type Suite = (options: SuiteOptions, work: string) => Promise<Omit<SuiteResult, "name" | "cpu">>;

const suites: Record<string, Suite> = { check, unit, e2e, affected };

/** What `--only` knows. */
export const suiteNames: readonly string[] = ["check", "unit", "e2e"];

/** Runs a suite by its name. */
export async function runSuite(name: string, options: SuiteOptions): Promise<SuiteResult> {
  const suite = suites[name];
  if (!suite) throw new Error(`There is no suite ${name}.`);
  const work = await mkdtemp(join(tmpdir(), "cliffhanger-test-"));
  const ended = await suite(options, work);
  await rm(work, { recursive: true, force: true });
  return { name, ...ended, cpu: cpuSinceLast() };
}

let counted = childCpuSeconds() ?? 0;

/** A suite is one child, whose time is added when it ends: what was added since the last end is this one's. */
function cpuSinceLast(): number | undefined {
  const now = childCpuSeconds();
  if (now === undefined) return undefined;
  const used = now - counted;
  counted = now;
  return used;
}

/** Builds the web before anything that needs it begins; a fault is printed and counts as a failure. */
export async function buildWeb(): Promise<TestSummary> {
  try {
    await ensureWebBuilt();
    cpuSinceLast();
    return noTests;
  } catch (error) {
    console.error(sentenceFor(error) ?? error);
    return { ...noTests, failed: 1 };
  }
}

async function check({ args = [], show }: SuiteOptions) {
  const ended = await runNode("tools/check.ts", args, { show });
  return { tally: summaryOf(ended), output: ended.output, remarks: [] };
}

async function unit({ args = [], workers, show }: SuiteOptions, work: string) {
  const report = join(work, "unit.json");
  const { code, output } = await runNode(
    packageFile("vitest/vitest.mjs"),
    ["run", "--reporter=default", "--reporter=json", `--outputFile.json=${report}`, ...args],
    { show, env: unitEnvironment(workers) },
  );
  return finish(await readReport(report, readVitest), code, output);
}

/** The unit tests that a change affects; the first argument is the commit that it is counted from. */
async function affected({ args = [], workers, show }: SuiteOptions, work: string) {
  const report = join(work, "unit.json");
  const { code, output } = await runNode("tools/affected/run.ts", [report, ...args], {
    show,
    env: unitEnvironment(workers),
  });
  return finish(await readReport(report, readVitest), code, output);
}

function unitEnvironment(workers: number | undefined): NodeJS.ProcessEnv {
  return { ...testEnvironment(), ...(workers && { TEST_WORKERS: String(workers) }) };
}

async function e2e({ args = [], workers, show }: SuiteOptions, work: string) {
  const specs = projectFiles("e2e").filter((path) => path.endsWith(".spec.ts"));
  if (specs.length === 0) return { tally: noTests, output: "", remarks: ["There are no journeys yet."] };
  const report = join(work, "e2e.json");
  const limit = workers ? [`--workers=${workers}`] : [];
  const { code, output } = await runNode(
    packageFile("@playwright/test/cli.js"),
    ["test", "--config=e2e", "--reporter=list,json", ...limit, ...args],
    {
      show,
      env: {
        ...testEnvironment(),
        PLAYWRIGHT_JSON_OUTPUT_FILE: report,
        PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD: "1",
        ...(findChromium() && { CHROMIUM_PATH: findChromium() }),
      },
    },
  );
  return finish(await readReport(report, readPlaywright), code, output);
}

/** The tests see what a fresh machine sees: no settings of the caller's own installation. */
function testEnvironment(): NodeJS.ProcessEnv {
  const { NODE_ENV: _mode, DATABASE_URL: _database, DATA_DIR: _data, PORT: _port, ...rest } = process.env;
  return rest;
}

function finish({ tally, retried, fault }: Read, code: number, output: string) {
  const remarks = fault ? [fault] : retried.map((title) => `${PASSED_AT_SECOND_TRY}${title}`);
  return { tally: withExit(tally, code), output, remarks };
}

type Read = Report & { fault?: string };

async function readReport<Source>(file: string, read: (source: Source) => Report): Promise<Read> {
  try {
    return read(JSON.parse(await readFile(file, "utf8")) as Source);
  } catch (error) {
    const fault = `The runner left no report (${String(error)}); see its output above.`;
    return { tally: { ...noTests, failed: 1 }, retried: [], fault };
  }
}
