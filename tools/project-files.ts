import { readdirSync } from "node:fs";
import { join } from "node:path";
import { root } from "./bootstrap/paths.mjs";

// What git does not keep either; a checkout without git must be checked just the same.
const passedOver = new Set([
  "node_modules",
  "dist",
  "data",
  ".git",
  ".cache",
  "coverage",
  "test-results",
  "playwright-report",
]);

/** Every file of the project, or of one of its folders, as a path from the project's folder. */
export function projectFiles(folder = ""): string[] {
  return readdirSync(join(root, folder), { withFileTypes: true })
    .toSorted((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => {
      if (passedOver.has(entry.name)) return [];
      const path = folder === "" ? entry.name : `${folder}/${entry.name}`;
      if (path === "demo/work") return [];
      if (entry.isDirectory()) return projectFiles(path);
      return entry.isFile() ? [path] : [];
    });
}
