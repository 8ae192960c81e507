// Runs the static checks, two at a time. It prints a line for each check and the whole output of those that fail.
import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { checkAsvs } from "./asvs.ts";
import { ensureBuilt, webBuild } from "./bootstrap/builds.mjs";
import { readOptions } from "./bootstrap/options.mjs";
import { root } from "./bootstrap/paths.mjs";
import { checkLanguages } from "./check-languages.ts";
import { checkWords } from "./check-words.ts";
import { hasDemoChanges } from "./demo-changes.ts";
import { checkFunctionLimits } from "./function-limits.ts";
import { checkPlatformNames } from "./platform-names.ts";
import { projectFiles } from "./project-files.ts";
import {
  checkComputedImports,
  checkDomainExports,
  checkFileSizes,
  checkLockFile,
  checkMachinePaths,
  checkMediaPaths,
  checkSessionState,
  checkTestState,
  checkTimeLimits,
  checkWideHas,
  type Findings,
  type SourceFile,
} from "./project-rules.ts";
import { checkLinks, checkReferences } from "./references.ts";
import { packageFile, runNode } from "./run-program.ts";
import { endWithSummary } from "./test-summary.ts";

type Verdict = { ok: boolean; output: string };
type Check = { name: string; run: () => Promise<Verdict> };

const CONCURRENT_CHECKS = 2;
/** Threads that check types in one check. Each works out the shared types anew (docs/decisions/0031-the-test-loop.md). */
const typeThreads = String(Math.max(1, Math.floor(availableParallelism() / CONCURRENT_CHECKS)));
const text =
  /\.(ts|tsx|mjs|js|json|css|html|md|sql|sh|yml|yaml|tsv|svg|webmanifest)$|(^|\/)(\.[a-z]+rc|\.env\.example|Dockerfile|run)$/;

const { values } = readOptions({
  options: { all: { type: "boolean", default: false }, only: { type: "string", multiple: true } },
});
const withDemo = values.all || process.env["CI"] === "true" || hasDemoChanges(root);
const isChecked = (path: string) => withDemo || !path.startsWith("demo/");

const paths = projectFiles();
const files = await Promise.all(
  paths
    .filter((path) => text.test(path) && path !== "package-lock.json")
    .map(async (path): Promise<SourceFile> => ({ path, text: await readFile(join(root, path), "utf8") })),
);

// Folders with a tsconfig.json and at least one TypeScript file to check.
const typescriptProjects = [
  "server",
  "web",
  "console",
  "tools",
  "contract",
  "sandbox",
  "e2e",
  "bench",
  "demo",
].filter(
  (folder) =>
    existsSync(join(root, folder === "tools" ? "." : folder, "tsconfig.json")) &&
    paths.some((path) => isChecked(path) && path.startsWith(`${folder}/`) && /\.tsx?$/.test(path)),
);

const checks: Check[] = [
  {
    name: "lint",
    run: tool(
      "oxlint/bin/oxlint",
      ["--report-unused-disable-directives", ...(withDemo ? [] : ["--ignore-pattern=demo/**"])],
      // Its type checker is a Go program and has no option for this.
      { GOMAXPROCS: typeThreads },
    ),
  },
  ...typescriptProjects.map((folder) => ({
    name: `types of ${folder}`,
    run: tool("typescript/bin/tsc", [
      ...["--noEmit", "--pretty", "false", "--checkers", typeThreads],
      ...["-p", folder === "tools" ? "." : folder],
    ]),
  })),
  {
    name: "dead code",
    run: tool("knip/bin/knip.js", ["--no-progress", ...(withDemo ? [] : ["--workspace=!demo"])]),
  },
  {
    name: "format",
    run: tool("@biomejs/biome/bin/biome", [
      "check",
      "--error-on-warnings",
      "--diagnostic-level=warn",
      "--max-diagnostics=100",
      ...(withDemo ? ["."] : new Set(paths.filter(isChecked).map((path) => path.split("/", 1)[0] ?? path))),
    ]),
  },
  { name: "size budget", run: checkSizeBudget },
  { name: "file sizes", run: rule(() => checkFileSizes(files.filter(({ path }) => isChecked(path)))) },
  { name: "function limits", run: rule(() => checkFunctionLimits(files)) },
  { name: "session state", run: rule(() => checkSessionState(files)) },
  { name: "computed imports", run: rule(() => checkComputedImports(files)) },
  { name: "wide :has()", run: rule(() => checkWideHas(files)) },
  { name: "state of test helpers", run: rule(() => checkTestState(files)) },
  { name: "time limits of tests", run: rule(() => checkTimeLimits(files)) },
  { name: "exports of domains", run: rule(() => checkDomainExports(files)) },
  { name: "languages", run: rule(() => checkLanguages(files)) },
  { name: "platform names", run: rule(() => checkPlatformNames(files)) },
  { name: "media paths", run: rule(() => checkMediaPaths(files)) },
  { name: "machine paths", run: rule(() => checkMachinePaths(files)) },
  { name: "banned words", run: rule(() => checkWords(files)) },
  { name: "references", run: rule(() => checkReferences(files)) },
  { name: "links", run: rule(() => checkLinks(files, paths)) },
  {
    name: "ASVS",
    run: rule(async () => {
      const known = new Map(files.map(({ path, text: content }) => [path, content]));
      const lock = await readFile(join(root, "package-lock.json"), "utf8");
      const csv = await readFile(join(root, "docs/asvs.csv"), "utf8");
      return checkAsvs(csv, (path) => (path === "package-lock.json" ? lock : known.get(path)));
    }),
  },
  {
    name: "lock file",
    run: rule(async () => checkLockFile(await readFile(join(root, "package-lock.json"), "utf8"))),
  },
];

const chosen = checks.filter(({ name }) => values.only?.some((start) => name.startsWith(start)) ?? true);

if (!withDemo) console.log("demo/ is unchanged and left out; npm run check -- --all includes it");
let passed = 0;
const waiting = [...chosen];
await Promise.all(Array.from({ length: CONCURRENT_CHECKS }, work));
endWithSummary({ passed, failed: chosen.length - passed, skipped: 0 });

async function work() {
  for (let check = waiting.shift(); check; check = waiting.shift()) {
    const begun = performance.now();
    const { ok, output } = await check.run();
    const seconds = ((performance.now() - begun) / 1000).toFixed(1);
    console.log(`${ok ? "ok    " : "FAILED"} ${check.name} (${seconds} s)`);
    if (output !== "") console.log(`${output.trimEnd().replace(/^/gm, "       ")}\n`);
    if (ok) passed += 1;
  }
}

function tool(file: string, args: readonly string[], env: NodeJS.ProcessEnv = {}): Check["run"] {
  return async () => {
    const { code, output } = await runNode(packageFile(file), args, { env: { ...process.env, ...env } });
    return { ok: code === 0, output: code === 0 ? "" : output };
  };
}

// Measures what a first visit of each app downloads. A stale build is rebuilt; a fresh clone without a build skips the check.
async function checkSizeBudget(): Promise<Verdict> {
  if (!existsSync(webBuild.folder))
    return { ok: true, output: "Skipped: the web is not built here. Run: npm run build" };
  await ensureBuilt();
  const budgets = await Promise.all(
    ["web", "console"].map((app) => runNode(join(root, app, "build/check-budget.ts"), [])),
  );
  const over = budgets.filter(({ code }) => code !== 0);
  return { ok: over.length === 0, output: over.map(({ output }) => output).join("\n") };
}

function rule(check: () => Findings | Promise<Findings>): Check["run"] {
  return async () => {
    const { faults, remarks } = await check();
    return { ok: faults.length === 0, output: [...faults, ...remarks].join("\n") };
  };
}
