// Runs the unit tests that a change affects, in all projects: `run.ts REPORT COMMIT`. The change is everything since the
// commit, committed or not. If it affects most of the tests, all of them run.
import { relative } from "node:path";
import { createVitest } from "vitest/node";
import { root } from "../bootstrap/paths.mjs";
import { decide } from "./rule.ts";

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
  const changed = [...(config.related ?? [])];
  const decision = await decide({ affected: affected.length, all: all.length }, changed, async (path) => {
    config.related = [path];
    return (await vitest.getRelevantTestSpecifications()).length;
  });
  const names = changed.map((path) => relative(root, path));
  if (decision.run === "all") console.log(decision.because.replaceAll(`${root}/`, ""));
  else
    console.log(
      `${affected.length} of ${all.length} test files are affected by ${names.join(", ") || "no change"}.`,
    );
  await vitest.standalone();
  const { testModules, unhandledErrors } = await vitest.runTestSpecifications(
    decision.run === "all" ? all : affected,
    true,
  );
  if (unhandledErrors.length > 0 || !testModules.every((module) => module.ok())) process.exitCode = 1;
} finally {
  await vitest.close();
}
