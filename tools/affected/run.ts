// Runs the unit tests that a change affects, in all projects: `run.ts REPORT COMMIT`. The change is everything since the
// commit, committed or not. The tests nearest to the change run first, and after a minute no more begin.
import { readFile, writeFile } from "node:fs/promises";
import { relative } from "node:path";
import { createVitest } from "vitest/node";
import { root } from "../bootstrap/paths.mjs";
import { joinReports, type VitestReport } from "../test-reports.ts";
import { nearestFirst, runInGroups, widestCause } from "./rule.ts";

/** How long test files begin: with the browser tests beside it and the checks after it, the whole ends within two minutes. */
const BEGIN_FOR_MS = 60_000;

const [report = "", since = "HEAD"] = process.argv.slice(2);
const vitest = await createVitest({
  root,
  watch: false,
  changed: since,
  passWithNoTests: true,
  reporters: ["default", ["json", { outputFile: report }]],
});
try {
  const all = await vitest.globTestSpecifications();
  const affected = await vitest.getRelevantTestSpecifications();
  const { config } = vitest;
  const changed = (config.related ?? []).map((path) => relative(root, path));
  const because = await widestCause({ affected: affected.length, all: all.length }, changed, async (path) => {
    config.related = [`${root}/${path}`];
    return (await vitest.getRelevantTestSpecifications()).length;
  });
  console.log(
    because ??
      `${affected.length} of ${all.length} test files are affected by ${changed.join(", ") || "no change"}.`,
  );
  await vitest.standalone();
  const until = performance.now() + BEGIN_FOR_MS;
  const reports: VitestReport[] = [];
  const tests = affected.map((specification) => ({
    path: relative(root, specification.moduleId),
    specification,
  }));
  const ran = await runInGroups(
    nearestFirst(tests, changed),
    async (group) => {
      const { testModules, unhandledErrors } = await vitest.runTestSpecifications(
        group.map(({ specification }) => specification),
        true,
      );
      if (unhandledErrors.length > 0 || !testModules.every((module) => module.ok())) process.exitCode = 1;
      // Each run replaces the report of the one before.
      reports.push(JSON.parse(await readFile(report, "utf8")) as VitestReport);
    },
    () => performance.now() < until,
  );
  await writeFile(report, JSON.stringify(joinReports(reports)));
  if (ran < tests.length)
    console.log(`The ${ran} nearest of ${tests.length} affected test files ran; npm test runs them all.`);
} finally {
  await vitest.close();
}
