import { readText, writeText } from "../../lib/storage.ts";

/** What was opened from the search, in this tab. */
export interface Recent {
  path: string;
  title: string;
  detail: string;
}

const NAME = "find:recent";
const KEPT = 6;

/** Returns what was opened last from the search, the newest first. */
export function readRecent(): Recent[] {
  try {
    return (JSON.parse(readText(NAME) ?? "[]") as Recent[]).slice(0, KEPT);
  } catch {
    return [];
  }
}

/** Remembers what was opened; removed with all texts of the tab when the operator signs out. */
export function noteRecent({ path, title, detail }: Recent): void {
  const others = readRecent().filter((one) => one.path !== path);
  writeText(NAME, JSON.stringify([{ path, title, detail }, ...others].slice(0, KEPT)));
}
