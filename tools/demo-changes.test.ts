import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { hasDemoChanges } from "./demo-changes.ts";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "cliffhanger-demo-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function git(...args: string[]) {
  const author = ["-c", "user.name=Test", "-c", "user.email=test@example.com"];
  execFileSync("git", [...author, ...args], { cwd: folder, stdio: "ignore" });
}
function write(path: string) {
  mkdirSync(join(folder, path, ".."), { recursive: true });
  writeFileSync(join(folder, path), path);
}
function commit(path: string) {
  write(path);
  git("add", ".");
  git("commit", "-m", path);
}
function startBranch() {
  git("init", "-b", "main");
  commit("demo/a.ts");
  git("checkout", "-b", "work");
}

test("the demo is left out while nothing under demo/ changed since the merge base", () => {
  startBranch();
  commit("server/a.ts");
  git("checkout", "main");
  commit("demo/on-main.ts");
  git("checkout", "work");
  expect(hasDemoChanges(folder)).toBe(false);
});

test.each([
  ["committed", () => commit("demo/b.ts")],
  ["changed", () => writeFileSync(join(folder, "demo/a.ts"), "changed")],
  ["removed", () => rmSync(join(folder, "demo/a.ts"))],
  ["not added", () => write("demo/b.ts")],
])("the demo is checked when a file of it was %s", (_how, change) => {
  startBranch();
  change();
  expect(hasDemoChanges(folder)).toBe(true);
});

test("the demo is checked if git cannot tell whether it changed", () => {
  expect(hasDemoChanges(folder)).toBe(true);
  git("init", "-b", "trunk");
  commit("server/a.ts");
  expect(hasDemoChanges(folder)).toBe(true);
});
