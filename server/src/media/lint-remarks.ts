import type { Probe } from "./probe.ts";
import type { EpisodeFile } from "./series-folder.ts";

/** What a person should know of a folder before it is taken in. An error keeps something from being taken in. */
export interface Remark {
  severity: "error" | "warning" | "note";
  text: string;
}

/** A folder, looked through. `seconds` of all episodes that can be read; null where the folder itself cannot. */
export interface Report {
  path: string;
  series: { title: string; episodes: number; free: number; seconds: number; languages: string[] } | null;
  remarks: Remark[];
}

/** An episode whose video can be read. */
export interface LookedAt extends EpisodeFile {
  name: string;
  found: Probe;
  hash: string;
}
