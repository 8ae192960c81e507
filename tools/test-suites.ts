import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ensureBuilt } from "./bootstrap/builds.mjs";
import { sentenceFor } from "./bootstrap/plain-error.mjs";
import { childCpuSeconds } from "./cpu-time.ts";
import { projectFiles } from "./project-files.ts";
import { findChromium, findHeadlessShell } from "./provision.ts";
import { packageFile, runNode } from "./run-program.ts";
import { type Report, readPlaywright, readVitest } from "./test-reports.ts";
import { skipsIn } from "./test-skips.ts";
import { FAILED, noTests, summaryOf, type TestSummary, withExit } from "./test-summary.ts";

/** Prefix of the lines that name a test which failed at the first attempt; `.ci/run` collects them. */
const PASSED_AT_SECOND_TRY = "Passed only at the second try: ";

/** Options of a suite's run. */
export interface SuiteOptions {
  /** Further arguments for the suite's program. */
  args?: readonly string[];
  /** Concurrent processes; by default one per core. */
  workers?: number;
  /** Whether `*.long.test.ts` and `*.long.spec.ts` are left out. */
  skipLong?: boolean;
  /** The folder in which parts of the unit tests keep for each other what media programs made. */
  mediaRuns?: string;
  /** Whether the output is printed while the suite runs. */
  show: boolean;
}

/** The result of a suite. */
export interface SuiteResult {
  name: string;
  summary: TestSummary;
  /** Everything that it printed. */
  output: string;
  /** Lines to print after the output, such as tests that passed only at the second attempt. */
  remarks: string[];
  /** Names of the tests that were skipped. */
  skips: string[];
  /** CPU seconds; undefined if the system does not report them. */
  cpu: number | undefined;
}

/** Runs one part of the tests, with a folder for its reports. */
type Suite = (options: SuiteOptions, work: string) => Promise<Omit<SuiteResult, "name" | "cpu">>;

const suites: Record<string, Suite> = { check, unit, e2e, affected };

/** The values of `--only`. */
export const suiteNames: readonly string[] = ["check", "unit", "e2e"];

/** Runs a suite by name. */
export async function runSuite(name: string, options: SuiteOptions): Promise<SuiteResult> {
  const suite = suites[name];
  if (!suite) throw new Error(`There is no suite ${name}.`);
  const work = await mkdtemp(join(tmpdir(), "cliffhanger-test-"));
  const ended = await suite(options, work);
  await rm(work, { recursive: true, force: true });
  return { name, ...ended, cpu: cpuSinceLast() };
}

let counted = childCpuSeconds() ?? 0;

/** Returns the CPU seconds since the last call. A suite is one child process, whose time is added when it ends. */
function cpuSinceLast(): number | undefined {
  const now = childCpuSeconds();
  if (now === undefined) return undefined;
  const used = now - counted;
  counted = now;
  return used;
}

/** Builds what the suites need before they run. An error is printed and counts as a failure. */
export async function buildAll(): Promise<TestSummary> {
  try {
    await ensureBuilt();
    cpuSinceLast();
    return noTests;
  } catch (error) {
    console.error(sentenceFor(error) ?? error);
    return { ...noTests, failed: 1 };
  }
}

async function check({ args = [], show }: SuiteOptions) {
  const ended = await runNode("tools/check.ts", args, { show });
  const failed = [...ended.output.matchAll(/^FAILED (.+) \(\d/gm)].map(([, name]) => `${FAILED}${name}`);
  return { summary: summaryOf(ended), output: ended.output, remarks: failed, skips: skipsIn(ended.output) };
}

async function unit({ args = [], workers, skipLong, mediaRuns, show }: SuiteOptions, work: string) {
  const report = join(work, "unit.json");
  const { code, output } = await runNode(
    packageFile("vitest/vitest.mjs"),
    ["run", "--reporter=default", "--reporter=json", `--outputFile.json=${report}`, ...args],
    {
      show,
      env: {
        ...unitEnvironment(workers),
        ...without(skipLong),
        ...(mediaRuns && { TEST_MEDIA_RUNS: mediaRuns }),
      },
    },
  );
  const read = await readReport(report, readVitest);
  // A name given with -t skips all others.
  return finish({ ...read, skips: args.includes("-t") ? [] : read.skips }, code, output);
}

/** Runs the unit tests that a change affects. The first argument is the commit that the change starts from. */
async function affected({ args = [], workers, show }: SuiteOptions, work: string) {
  const report = join(work, "unit.json");
  const { code, output } = await runNode("tools/affected/run.ts", [report, ...args], {
    show,
    env: { ...unitEnvironment(workers), ...without(true) },
  });
  return finish(await readReport(report, readVitest), code, output);
}

/** Returns the variable by which the tests' configurations leave out the long ones. */
const without = (isShort: boolean | undefined) => (isShort ? { SKIP_LONG: "1" } : {});

function unitEnvironment(workers: number | undefined): NodeJS.ProcessEnv {
  return { ...testEnvironment(), ...(workers && { TEST_WORKERS: String(workers) }) };
}

async function e2e({ args = [], workers, skipLong, show }: SuiteOptions, work: string) {
  const specs = projectFiles("e2e").filter((path) => path.endsWith(".spec.ts"));
  if (specs.length === 0)
    return { summary: noTests, output: "", remarks: ["There are no browser tests yet."], skips: [] };
  const report = join(work, "e2e.json");
  const limit = workers ? [`--workers=${workers}`] : [];
  const chromium = findChromium();
  const { code, output } = await runNode(
    packageFile("@playwright/test/cli.js"),
    ["test", "--config=e2e", "--reporter=list,json", ...limit, ...args],
    {
      show,
      env: {
        ...testEnvironment(),
        ...without(skipLong),
        PLAYWRIGHT_JSON_OUTPUT_FILE: report,
        PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD: "1",
        ...(chromium && { CHROMIUM_PATH: findHeadlessShell() ?? chromium, WHOLE_CHROMIUM_PATH: chromium }),
      },
    },
  );
  return finish(await readReport(report, readPlaywright), code, output);
}

/** Returns the environment of the tests, without the settings of the caller's installation. */
export function testEnvironment(): NodeJS.ProcessEnv {
  const { NODE_ENV: _mode, DATABASE_URL: _database, DATA_DIR: _data, PORT: _port, ...rest } = process.env;
  return rest;
}

function finish({ summary, failures, retried, skips, fault }: Read, code: number, output: string) {
  const remarks = [
    ...(fault ? [`${FAILED}${fault}`] : []),
    ...failures.map((title) => `${FAILED}${title}`),
    ...retried.map((title) => `${PASSED_AT_SECOND_TRY}${title}`),
  ];
  return { summary: withExit(summary, code), output, remarks, skips };
}

type Read = Report & { fault?: string };

async function readReport<Source>(file: string, read: (source: Source) => Report): Promise<Read> {
  try {
    return read(JSON.parse(await readFile(file, "utf8")) as Source);
  } catch (error) {
    const fault = `The runner left no report (${String(error)}); see its output above.`;
    return { summary: { ...noTests, failed: 1 }, failures: [], retried: [], skips: [], fault };
  }
}
