import type { Probe } from "./probe.ts";
import type { EpisodeFile } from "./series-folder.ts";

/** What an operator should know about a folder before ingesting it. An error keeps part of it from being ingested. */
export interface LintFinding {
  severity: "error" | "warning" | "note";
  text: string;
}

/**
 * The result of checking a folder. `seconds` is the total of all readable episodes; `series` is null if the folder
 * cannot be read.
 */
export interface Report {
  path: string;
  series: { title: string; episodes: number; free: number; seconds: number; languages: string[] } | null;
  findings: LintFinding[];
}

/** An episode whose video can be read. */
export interface ReadableEpisode extends EpisodeFile {
  name: string;
  found: Probe;
  hash: string;
}
