// `npm test`: the checks, the tests of every workspace, the journeys in a real browser. `--only unit` or
// `--only e2e` runs one of them. The last line is the tally of all.
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { readOptions } from "./bootstrap/options.mjs";
import { sentenceFor } from "./bootstrap/plain-error.mjs";
import { ensureWebBuilt } from "./bootstrap/web-build.mjs";
import { projectFiles } from "./project-files.ts";
import { findChromium, provision } from "./provision.ts";
import { packageFile, runNode } from "./run-program.ts";
import { endWithTally, noTests, sumTallies, type Tally, tallyOf, withExit } from "./tally.ts";

const { values, positionals } = readOptions({
  options: { only: { type: "string" } },
  allowPositionals: true,
});
const suites: Record<string, (work: string) => Promise<Tally>> = { check, unit, e2e };
const chosen = values.only ? [values.only] : Object.keys(suites);
const unknown = chosen.find((name) => !Object.hasOwn(suites, name));

const fault = unknown ? `--only knows ${Object.keys(suites).join(", ")}.` : await provision();
if (fault) {
  console.error(fault);
  endWithTally({ ...noTests, failed: 1 });
} else {
  const work = await mkdtemp(join(tmpdir(), "cliffhanger-test-"));
  const tallies: Tally[] = [];
  if (values.only !== "check") tallies.push(await buildWeb());
  for (const name of chosen) {
    console.log(`\n== ${name}`);
    tallies.push((await suites[name]?.(work)) ?? { ...noTests, failed: 1 });
  }
  await rm(work, { recursive: true, force: true });
  console.log("");
  endWithTally(sumTallies(tallies));
}

async function buildWeb(): Promise<Tally> {
  try {
    await ensureWebBuilt();
    return noTests;
  } catch (error) {
    console.error(sentenceFor(error) ?? error);
    return { ...noTests, failed: 1 };
  }
}

async function check(): Promise<Tally> {
  return tallyOf(await runNode("tools/check.ts", [], { show: true }));
}

async function unit(work: string): Promise<Tally> {
  const report = join(work, "unit.json");
  const { code } = await runNode(
    packageFile("vitest/vitest.mjs"),
    ["run", "--reporter=default", "--reporter=json", `--outputFile.json=${report}`, ...positionals],
    { show: true, env: testEnvironment() },
  );
  return withExit(await readReport(report, vitestTally), code);
}

async function e2e(work: string): Promise<Tally> {
  const specs = projectFiles("e2e").filter((path) => path.endsWith(".spec.ts"));
  if (specs.length === 0) {
    console.log("There are no journeys yet.");
    return noTests;
  }
  const report = join(work, "e2e.json");
  const { code } = await runNode(
    packageFile("@playwright/test/cli.js"),
    ["test", "--config=e2e", "--reporter=list,json", ...positionals],
    {
      show: true,
      env: {
        ...testEnvironment(),
        PLAYWRIGHT_JSON_OUTPUT_FILE: report,
        PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD: "1",
        ...(findChromium() && { CHROMIUM_PATH: findChromium() }),
      },
    },
  );
  return withExit(await readReport(report, playwrightTally), code);
}

/** The tests see what a fresh machine sees: no settings of the caller's own installation. */
function testEnvironment(): NodeJS.ProcessEnv {
  const { NODE_ENV: _mode, DATABASE_URL: _database, DATA_DIR: _data, PORT: _port, ...rest } = process.env;
  return rest;
}

type VitestReport = {
  numPassedTests: number;
  numFailedTests: number;
  numPendingTests: number;
  numTodoTests: number;
  testResults: { status: string; assertionResults: unknown[] }[];
};

function vitestTally(report: VitestReport): Tally {
  // A file that does not even load has no tests to fail.
  const unloadable = report.testResults.filter(
    ({ status, assertionResults }) => status === "failed" && assertionResults.length === 0,
  );
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests + unloadable.length,
    skipped: report.numPendingTests + report.numTodoTests,
  };
}

type PlaywrightReport = { stats: { expected: number; unexpected: number; flaky: number; skipped: number } };

function playwrightTally({ stats }: PlaywrightReport): Tally {
  // On CI a journey may be tried twice (playwright.config.ts): what passed only then is named, to be mended.
  if (stats.flaky > 0)
    console.log(`${stats.flaky} of the journeys passed at the second try only: see "flaky" above.`);
  return { passed: stats.expected + stats.flaky, failed: stats.unexpected, skipped: stats.skipped };
}

async function readReport<Report>(file: string, read: (report: Report) => Tally): Promise<Tally> {
  try {
    return read(JSON.parse(await readFile(file, "utf8")) as Report);
  } catch (error) {
    console.error(`The runner left no report (${String(error)}); see what it said above.`);
    return { ...noTests, failed: 1 };
  }
}
