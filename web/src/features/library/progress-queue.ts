import type { HistoryReport } from "@cliffhanger/contract";

/** A waiting report, with the time of its position. */
export type QueuedReport = HistoryReport & { at: string };

/** The most reports saved; the oldest are dropped first. The server accepts as many in one batch. */
const CAPACITY = 100;

/** The waiting reports, the newest of each episode, and the user they belong to. */
export interface QueuedReports {
  owner: string | null;
  list: QueuedReport[];
}

/** Returns the queue with a report added; it replaces an older one of its episode. */
export function addToQueue(list: readonly QueuedReport[], report: QueuedReport): QueuedReport[] {
  const others = list.filter(({ episodeId }) => episodeId !== report.episodeId);
  return [...others, report].toSorted((a, b) => a.at.localeCompare(b.at)).slice(-CAPACITY);
}

/** Returns the queue without the sent reports. A newer report of the same episode stays. */
export function withoutSent(list: readonly QueuedReport[], sent: readonly QueuedReport[]): QueuedReport[] {
  return list.filter((one) => !sent.some(({ episodeId, at }) => episodeId === one.episodeId && at >= one.at));
}

/**
 * Reads the stored queue; invalid content or another user's queue counts as empty, also while nobody is known: the user may just
 * have signed out.
 */
export function readQueue(text: string | null, owner: string | null): QueuedReport[] {
  if (text === null) return [];
  try {
    const stored = JSON.parse(text) as Partial<QueuedReports> | null;
    const belongsToOther = stored?.owner && stored.owner !== owner;
    return !belongsToOther && Array.isArray(stored?.list) ? stored.list.filter(isReport) : [];
  } catch {
    return [];
  }
}

function isReport(value: unknown): value is QueuedReport {
  if (typeof value !== "object" || value === null) return false;
  const { episodeId, position, at } = value as Partial<QueuedReport>;
  return typeof episodeId === "string" && typeof position === "number" && typeof at === "string";
}
