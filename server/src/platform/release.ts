import { readFileSync } from "node:fs";
import { join } from "node:path";

const manifest = JSON.parse(readFileSync(join(import.meta.dirname, "../../../package.json"), "utf8")) as {
  version: string;
};

/** What a release says about itself to a database. */
export interface Release {
  /** Its semantic version. */
  version: string;
  /** The oldest version that may open a schema which this release has migrated: the release before this one. */
  oldestForSchema: string;
}

/** The release that runs. `npm run release` raises both, and a test holds them to the record of the last release. */
export const currentRelease: Release = { version: manifest.version, oldestForSchema: "0.1.0" };

/** Compares two semantic versions without pre-release parts: negative when `one` is the older. */
export function compareVersions(one: string, other: string): number {
  const numbers = (version: string) => version.split(".").map(Number);
  const others = numbers(other);
  for (const [at, number] of numbers(one).entries()) {
    const difference = number - (others[at] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}
