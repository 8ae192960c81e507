import { readdirSync } from "node:fs";
import { join } from "node:path";
import { root } from "./bootstrap/paths.mjs";

// Folders that git ignores, too. They are listed here because a copy without git is checked as well.
const ignoredFolders = new Set([
  "node_modules",
  "dist",
  "data",
  ".git",
  ".cache",
  "coverage",
  "test-results",
  "playwright-report",
]);

/** Returns the path of every file in the project or one of its folders, relative to the project's folder. */
export function projectFiles(folder = ""): string[] {
  return readdirSync(join(root, folder), { withFileTypes: true })
    .toSorted((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => {
      if (ignoredFolders.has(entry.name)) return [];
      const path = folder === "" ? entry.name : `${folder}/${entry.name}`;
      if (path === "demo/work") return [];
      if (entry.isDirectory()) return projectFiles(path);
      return entry.isFile() ? [path] : [];
    });
}
