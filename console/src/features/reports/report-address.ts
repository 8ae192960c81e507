import { revenueGroups, touchKinds, visitorGroups } from "@cliffhanger/contract/console/report-kinds";
import { isDay } from "../../lib/time.ts";

/** What the address says of a report. What it leaves out, the server chooses. */
export interface ReportAddress {
  from: string | undefined;
  to: string | undefined;
  touch: "first" | "last";
  by: (typeof visitorGroups)[number];
  split: (typeof revenueGroups)[number];
  series: string | undefined;
  /** Ways in which visitors came, beside all. */
  compare: (typeof touchKinds)[number][];
  /** Groups whose lines are drawn. */
  groups: string[];
}

const BETWEEN = "|";

/** Reads the address; what it does not know counts as left out. */
export function readAddress(params: URLSearchParams): ReportAddress {
  const day = (name: string) => {
    const text = params.get(name);
    return isDay(text) ? text : undefined;
  };
  const asked = (params.get("compare") ?? "").split(",");
  return {
    from: day("from"),
    to: day("to"),
    touch: params.get("touch") === "first" ? "first" : "last",
    by: visitorGroups.find((one) => one === params.get("by")) ?? "kind",
    split: revenueGroups.find((one) => one === params.get("split")) ?? "day",
    series: params.get("series") ?? undefined,
    compare: touchKinds.filter((kind) => asked.includes(kind)).slice(0, 3),
    groups: (params.get("groups") ?? "").split(BETWEEN).filter(Boolean).map(decoded),
  };
}

/** Writes the groups whose lines are drawn. A campaign may have what stands between them in its name. */
export function writeGroups(groups: readonly string[]): string | null {
  return groups.length > 0 ? groups.map(encodeURIComponent).join(BETWEEN) : null;
}

function decoded(group: string): string {
  try {
    return decodeURIComponent(group);
  } catch {
    return group;
  }
}

/** Changes some parameters of the address. */
export type ChangeAddress = (next: Readonly<Record<string, string | null>>) => void;
