import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { SourceFile } from "./boundaries-imports.ts";

const project = join(import.meta.dirname, "../..");
const folders = ["contract", "server", "web", "console", "sandbox", "e2e"];
const generated = new Set(["node_modules", "dist", "data", "coverage", "test-results"]);

/** Reads every TypeScript file whose imports are checked. */
export function projectSources(): SourceFile[] {
  return folders.flatMap(readFolder);
}

function readFolder(folder: string): SourceFile[] {
  if (!existsSync(join(project, folder))) return [];
  return readdirSync(join(project, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = `${folder}/${entry.name}`;
    if (generated.has(entry.name)) return [];
    if (entry.isDirectory()) return readFolder(path);
    return /\.tsx?$/.test(entry.name) ? [{ path, text: readFileSync(join(project, path), "utf8") }] : [];
  });
}
