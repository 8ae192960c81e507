import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { compareVersions, currentRelease } from "../server/src/platform/release.ts";
import { commands } from "./bootstrap/commands.mjs";
import { root } from "./bootstrap/paths.mjs";
import {
  closeUnreleased,
  currentRecord,
  lastRecord,
  type ReleaseRecord,
  unreported,
} from "./release-record.ts";
import { releasedFiles } from "./release-tree.ts";

const last: ReleaseRecord = {
  version: "0.3.0",
  migrations: ["0001-first"],
  settings: ["PORT", "OLD_NAME"],
  contract: { "contract/src/sales-calls.ts": "a", "contract/src/reasons.ts": "a" },
};
const now: ReleaseRecord = {
  version: null,
  migrations: ["0001-first", "0002-second", "0003-third"],
  settings: ["PORT", "NEW_NAME"],
  contract: { "contract/src/sales-calls.ts": "b", "contract/src/reasons.ts": "a" },
};
const changelog = (text: string) =>
  `# Changelog\n\n## [Unreleased]\n\n${text}\n\n## [0.3.0] - 2026-01-01\n\n- NEW_NAME, 0003\n`;

test("O29: the changelog must name new migrations, new and removed settings, and changed files of the contract", () => {
  expect(unreported(last, now, changelog("- Nothing."))).toEqual([
    "migration 0002",
    "migration 0003",
    "setting NEW_NAME",
    "setting OLD_NAME",
    "contract/src/sales-calls.ts (as sales-calls)",
  ]);
  const told = "- Migrations 0002 to 0003.\n- `NEW_NAME` replaces `OLD_NAME`.\n- API (sales-calls): a field.";
  expect(unreported(last, now, changelog(told))).toEqual([]);
  expect(unreported(last, now, changelog(told.replace("to 0003", "to 0002")))).toEqual(["migration 0003"]);
});

test("O29: Unreleased names every migration, setting and contract file that changed since the last release", () => {
  const text = readFileSync(join(root, "CHANGELOG.md"), "utf8");
  expect(unreported(lastRecord(), currentRecord(null), text)).toEqual([]);
});

test("O29: a release opens the schema of the one before, and its own", () => {
  const { version } = lastRecord();
  expect(currentRelease.oldestForSchema).toBe(version ?? currentRelease.version);
  expect(compareVersions(currentRelease.oldestForSchema, currentRelease.version)).toBeLessThanOrEqual(0);
  expect(compareVersions("0.10.0", "0.9.9")).toBeGreaterThan(0);
});

test("O29: a release closes Unreleased and begins a new one", () => {
  const closed = closeUnreleased(changelog("- A line."), "0.4.0", "2026-02-03");
  expect(closed).toContain("## [Unreleased]\n\n## [0.4.0] - 2026-02-03\n\n- A line.");
});

test("O28: a release holds what it runs and its pages, and no tests or sources of the web", () => {
  const files = releasedFiles();
  for (const path of [
    "package-lock.json",
    "server/src/main.ts",
    "tools/bootstrap.mjs",
    "deploy/compose.yaml",
  ])
    expect(files).toContain(path);
  expect(files.filter((path) => /\.test\.|^web\/src|^server\/test\/|^demo\/(?!package)/.test(path))).toEqual(
    [],
  );
});

test("O28: a release holds the program of every command for operators, and what prints its help", () => {
  const files = new Set(releasedFiles());
  const bootstrap = readFileSync(join(root, "tools/bootstrap.mjs"), "utf8");
  const named = [...bootstrap.matchAll(/"(tools\/[\w-]+\.ts)"/g)].map(([, path = ""]) => path);
  expect(named).toContain("tools/print-usage.ts");
  const sources = Object.values(commands).flatMap(({ file = "", usage = "" }) => [file, usage]);
  const operators = sources.filter((path) => path.startsWith("server/src/"));
  expect([...named, ...operators].filter((path) => !files.has(path))).toEqual([]);
});
