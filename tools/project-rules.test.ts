import { describe, expect, it } from "vitest";
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
} from "./project-rules.ts";

const lines = (count: number) => "x;\n".repeat(count);

it("an import of a computed path is found in the web, and not in its loader or where the path is a literal", () => {
  const at = (path: string, text: string) => checkComputedImports([{ path, text }]).faults;
  expect(at("web/src/app/a.ts", "await import(file);")).toEqual([
    expect.stringMatching(/^web\/src\/app\/a\.ts:1: /),
  ]);
  expect(at("web/src/app/a.ts", 'await import("./b.ts");')).toEqual([]);
  expect(at("web/src/loader/client/boot.ts", "await import(file);")).toEqual([]);
  expect(at("server/src/main.ts", "await import(file);")).toEqual([]);
});

it("a file of more than 400 lines fails; more than 250 is a remark", () => {
  const { faults, remarks } = checkFileSizes([
    { path: "a.ts", text: lines(401) },
    { path: "b.tsx", text: lines(400) },
    { path: "c.mjs", text: lines(250) },
    { path: "d.json", text: lines(9000) },
  ]);
  expect(faults).toEqual([expect.stringContaining("a.ts: 401 lines")]);
  expect(remarks).toEqual([expect.stringContaining("b.tsx: 400 lines")]);
});

// Assembled here, so that this file does not break the rule that it tests.
const folder = (...parts: string[]) => `/${parts.join("/")}`;

it.each([
  folder("home", "ann", "x"),
  folder("Users", "ann"),
  folder("root", ".npmrc"),
  folder("work", "main"),
])("a path of one machine is found: %s", (path) => {
  expect(checkMachinePaths([{ path: "a.md", text: `first\nsee ${path}\n` }]).faults).toEqual([
    expect.stringMatching(/^a\.md:2: names a folder/),
  ]);
});

it.each([
  "/var/lib/cliffhanger",
  "demo/work/poster.png",
  "https://example.org/home/page",
  "../work/x",
  "$HOME/x",
])("a path that every machine has is allowed: %s", (text) => {
  expect(checkMachinePaths([{ path: "a.md", text }]).faults).toEqual([]);
});

it("a package registry's name is found", () => {
  const text = ["registry", "npmjs", "org"].join(".");
  expect(checkMachinePaths([{ path: ".npmrc", text }]).faults).toHaveLength(1);
});

it("a lock file has no addresses, and a checksum for every download", () => {
  const packages = {
    "": {},
    web: {},
    "node_modules/web": { resolved: "web", link: true },
    "node_modules/good": { integrity: "sha512-x" },
    "node_modules/bad": {},
    "node_modules/far": { resolved: "https://example.org/far.tgz", integrity: "sha512-x" },
  };
  expect(checkLockFile(JSON.stringify({ packages })).faults).toEqual([
    expect.stringContaining("node_modules/bad: has no checksum"),
    expect.stringContaining("node_modules/far: holds the address"),
  ]);
});

it.each([
  '<svg className="group-has-focus-visible:scale-y-150" />',
  ".card:has(:focus) * {",
  "html:has(dialog) * {",
  ".card:has(:focus)>* {",
])("a :has() that matches all descendants is found: %s", (line) => {
  expect(checkWideHas([{ path: "web/src/ui/card.tsx", text: `first\n${line}\n` }]).faults).toEqual([
    expect.stringMatching(/^web\/src\/ui\/card\.tsx:2: /),
  ]);
});

it("O30: code that asks the media store for a path is found, except in the file store and its few callers that need none", () => {
  const at = (path: string, text: string) => checkMediaPaths([{ path, text }]).faults;
  for (const text of ["x\nstore.pathOf(key)", "x\nawait read(store.localPath(key))"])
    expect(at("server/src/site/logo.ts", text)).toEqual([
      expect.stringMatching(/^server\/src\/site\/logo\.ts:2: /),
    ]);
  expect(at("server/src/site/logo.ts", "pathOf(request)")).toEqual([]);
  expect(at("server/src/platform/store/file-store.ts", "localPath(key)")).toEqual([]);
  expect(at("server/src/site/logo.test.ts", "store.localPath(key)")).toEqual([]);
});

it("H30: a module variable in a helper of the server's tests is found, but not in a test file or a function", () => {
  const text = "const a = 1;\nlet count = 0;\nfunction next() {\n  let own = 0;\n}\nexport let other;\n";
  const at = (path: string) => checkTestState([{ path, text }]).faults;
  expect(at("server/test/people.ts")).toEqual([
    expect.stringMatching(/^server\/test\/people\.ts:2: /),
    expect.stringMatching(/^server\/test\/people\.ts:6: /),
  ]);
  expect(at("server/test/stop.program.test.ts")).toEqual([]);
  expect(at("server/test/durability/program.ts")).toEqual([]);
  expect(at("server/src/main.ts")).toEqual([]);
});

it.each([
  '<label className="has-focus-visible:outline-2" />',
  '<svg className="peer-focus-visible:scale-y-150 group-hover:scale-y-150" />',
  ":root:has(textarea:focus) .tabs {",
])("a :has() with a named target is allowed: %s", (line) => {
  expect(checkWideHas([{ path: "web/src/styles/utilities.css", text: line }]).faults).toEqual([]);
});

describe("H6: a name that two domains export", () => {
  const faultsOf = (site: string, library: string) =>
    checkDomainExports([
      { path: "server/src/site/index.ts", text: site },
      { path: "server/src/library/index.ts", text: library },
    ]).faults;
  const own = 'export { openReports, type Report } from "./reports.ts";\n';

  it.each([
    own,
    'export type { Report } from "./other.ts";',
    'export {\n  readAll as openReports,\n} from "./progress/repository.ts";',
  ])("is found: %s", (other) => {
    expect(faultsOf(own, other)[0]).toMatch(/site and library both export (?:openReports|Report);/);
  });

  it.each([
    'export { openReports as openProgressReports } from "./reports.ts";',
    'export { openReports } from "#site";',
  ])("is not found if it differs or is a re-export of the other domain: %s", (other) => {
    expect(faultsOf(own, other)).toEqual([]);
  });
});

it("a literal time limit of a test is found, unless TEST_PATIENCE multiplies it or the test proves it", () => {
  const faultsOf = (path: string, text: string) => checkTimeLimits([{ path, text }]).faults;
  for (const text of [
    "}, 60_000);",
    "  timeout: 120000,",
    "vi.setConfig({ testTimeout: 60_000 });",
    "  test.setTimeout(240_000);",
  ]) {
    expect(faultsOf("server/src/a.test.ts", text), text).toHaveLength(1);
    expect(faultsOf("e2e/a.spec.ts", text), text).toHaveLength(1);
    expect(faultsOf("server/src/a.ts", text), text).toEqual([]);
  }
  for (const text of ["}, timeLimit(60));", "timeout: timeLimit(120)", "{ timeout: 1000 }", "  60_000,"])
    expect(faultsOf("server/src/a.test.ts", text), text).toEqual([]);
});

it("O30: state of a database session is found outside the files of the direct address", () => {
  const at = (path: string, text: string) => checkSessionState([{ path, text }]).faults.length;
  for (const text of [
    "sql`select pg_try_advisory_lock(1)`",
    "client.query(`listen changes`)",
    "sql`create temp table chosen (id uuid)`",
    'client.query("set statement_timeout = 0")',
  ])
    expect(at("server/src/billing/charge.ts", text), text).toBe(1);
  for (const text of ["select pg_advisory_xact_lock(1)", 'trx.query("set local lock_timeout = 500")'])
    expect(at("server/src/billing/charge.ts", text), text).toBe(0);
  expect(at("server/src/platform/db/listen.ts", "client.query(`listen changes`)")).toBe(0);
});
