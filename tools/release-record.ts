import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { migrations } from "../server/migrations/index.ts";
import { settings } from "../server/src/platform/config.ts";
import { root } from "./bootstrap/paths.mjs";
import { projectFiles } from "./project-files.ts";

/** The file with the record of the last release, relative to the project's folder. */
export const recordFile = "tools/released.json";

/** What a release promises to operators and callers; the changelog must name every change of it. */
export interface ReleaseRecord {
  /** The version of the release; null before the first one. */
  version: string | null;
  migrations: string[];
  settings: string[];
  /** The SHA-256 of each file of the contract, without comments and spaces. */
  contract: Record<string, string>;
}

/** Returns the record of the project as it is. */
export function currentRecord(version: string | null): ReleaseRecord {
  const contract = projectFiles("contract/src").filter((path) => !path.endsWith(".test.ts"));
  return {
    version,
    migrations: Object.keys(migrations),
    settings: settings.map(({ name }) => name),
    contract: Object.fromEntries(
      contract.map((path) => [path, fingerprint(readFileSync(join(root, path), "utf8"))]),
    ),
  };
}

/** Returns the record of the last release. */
export function lastRecord(): ReleaseRecord {
  return JSON.parse(readFileSync(join(root, recordFile), "utf8")) as ReleaseRecord;
}

function fingerprint(source: string): string {
  const code = source.replace(/\/\*.*?\*\/|^\s*\/\/.*$/gms, "").replace(/\s+/g, "");
  return createHash("sha256").update(code).digest("hex");
}

/**
 * Returns what changed since the last release without a line under *Unreleased*: a migration is named by its number
 * (`0038`, or within `0031 to 0038`), a setting by its name, a file of the contract by its name without `.ts`.
 */
export function unreported(last: ReleaseRecord, now: ReleaseRecord, changelog: string): string[] {
  const text = unreleased(changelog);
  const has = (word: string) => new RegExp(`(?<![\\w-])${word}(?![\\w-])`).test(text);
  const ranges = [...text.matchAll(/(?<!\d)(\d{4}) to (\d{4})(?!\d)/g)].map(
    ([, from, to]) => [from, to] as const,
  );
  const isNamed = (number: string) =>
    has(number) || ranges.some(([from = "", to = ""]) => from <= number && number <= to);
  const numbers = now.migrations
    .filter((name) => !last.migrations.includes(name))
    .map((name) => name.slice(0, 4));
  const names = [
    ...now.settings.filter((name) => !last.settings.includes(name)),
    ...last.settings.filter((name) => !now.settings.includes(name)),
  ];
  const paths = Object.keys({ ...last.contract, ...now.contract }).filter(
    (path) => last.contract[path] !== now.contract[path],
  );
  return [
    ...numbers.filter((number) => !isNamed(number)).map((number) => `migration ${number}`),
    ...names.filter((name) => !has(name)).map((name) => `setting ${name}`),
    ...paths.filter((path) => !has(nameOf(path))).map((path) => `${path} (as ${nameOf(path)})`),
  ];
}

function nameOf(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1).replace(/\.ts$/, "");
}

/** Returns the section *Unreleased* of a changelog. */
export function unreleased(changelog: string): string {
  return /^## \[?Unreleased\]?\n(.*?)(?=^## |(?![\s\S]))/ms.exec(changelog)?.[1] ?? "";
}

/** Returns the changelog with the section *Unreleased* as that of a version, and a new, empty one above. */
export function closeUnreleased(changelog: string, version: string, day: string): string {
  return changelog.replace(/^## \[?Unreleased\]?$/m, `## [Unreleased]\n\n## [${version}] - ${day}`);
}
