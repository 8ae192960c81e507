// `node_modules/.bin/node tools/mutations.ts [NO…]`: applies each mutation of `.ci/mutations.tsv`, or those with the given numbers,
// runs the tests that must notice it, and restores the file. The tests must pass without a mutation.
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { readOptions } from "./bootstrap/options.mjs";
import { root } from "./bootstrap/paths.mjs";
import {
  MUTATION_LIST,
  type Mutation,
  mutate,
  type Outcome,
  outcomeOf,
  readMutations,
} from "./mutation-list.ts";
import { packageFile, runNode } from "./run-program.ts";
import type { VitestReport } from "./test-reports.ts";
import { testEnvironment } from "./test-suites.ts";

/** Puts the mutated file back; null between two mutations. */
let restore: (() => void) | null = null;

async function main(): Promise<number> {
  const { positionals } = readOptions({ allowPositionals: true });
  const all = readMutations(readFileSync(join(root, MUTATION_LIST), "utf8"));
  const unknown = positionals.filter((no) => !all.some((mutation) => String(mutation.no) === no));
  if (unknown.length > 0) return refuse(`${MUTATION_LIST} has no mutation ${unknown.join(", ")}.`);
  const changes = execFileSync("git", ["status", "--porcelain"], { cwd: root, encoding: "utf8" });
  if (changes !== "")
    return refuse(`The working tree has changes; commit them or put them back first:\n${changes.trimEnd()}`);

  const chosen = all.filter(({ no }) => positionals.length === 0 || positionals.includes(String(no)));
  const work = mkdtempSync(join(tmpdir(), "cliffhanger-mutations-"));
  let caught = 0;
  try {
    for (const mutation of chosen) {
      const begun = performance.now();
      const outcome = await runMutated(mutation, join(work, `${mutation.no}.json`));
      if (outcome.isCaught) caught += 1;
      console.log(rowOf(mutation, outcome, (performance.now() - begun) / 1000));
    }
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
  console.log(`${caught} caught, ${chosen.length - caught} survived`);
  return caught === chosen.length ? 0 : 1;
}

function refuse(reason: string): number {
  console.error(reason);
  return 1;
}

async function runMutated(mutation: Mutation, report: string): Promise<Outcome> {
  const path = join(root, mutation.file);
  const original = readFileSync(path, "utf8");
  const mutated = mutate(mutation, original);
  restore = () => writeFileSync(path, original);
  try {
    writeFileSync(path, mutated);
    await runNode(
      packageFile("vitest/vitest.mjs"),
      [
        ...["run", "--project", mutation.project],
        ...["--reporter=json", `--outputFile.json=${report}`, ...mutation.tests],
      ],
      { env: testEnvironment() },
    );
  } finally {
    restore();
    restore = null;
  }
  return outcomeOf(mutation, readReport(report));
}

function readReport(file: string): VitestReport | null {
  try {
    return JSON.parse(readFileSync(file, "utf8")) as VitestReport;
  } catch {
    return null;
  }
}

function rowOf({ no, rule, caughtBy }: Mutation, { isCaught, remark }: Outcome, seconds: number): string {
  const result = isCaught ? "caught  " : "SURVIVED";
  const by = isCaught ? `\n    by: ${caughtBy}` : "";
  return `${String(no).padStart(2)}  ${result}  ${seconds.toFixed(0).padStart(4)} s  ${rule}${by}\n    ${remark}`;
}

for (const [signal, code] of [
  ["SIGINT", 130],
  ["SIGTERM", 143],
  ["SIGHUP", 129],
] as const) {
  process.on(signal, () => {
    restore?.();
    process.exit(code);
  });
}
process.exitCode = await main();
