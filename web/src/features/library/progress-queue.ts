import type { HistoryReport } from "@cliffhanger/contract";

/** A report as it waits: it says when it was. */
export type QueuedReport = HistoryReport & { at: string };

/** Reports kept at most; the oldest go first. The server takes as many in one batch. */
const capacity = 100;

/** Reports that wait, the newest of each episode, with whose they are. */
export interface QueuedReports {
  owner: string | null;
  list: QueuedReport[];
}

/** The queue with a report put in: it takes the place of an older one of its episode. */
export function queued(list: readonly QueuedReport[], report: QueuedReport): QueuedReport[] {
  const others = list.filter(({ episodeId }) => episodeId !== report.episodeId);
  return [...others, report].toSorted((a, b) => a.at.localeCompare(b.at)).slice(-capacity);
}

/** The queue without what was sent. A newer report of the same episode stays. */
export function unsent(list: readonly QueuedReport[], sent: readonly QueuedReport[]): QueuedReport[] {
  return list.filter((one) => !sent.some(({ episodeId, at }) => episodeId === one.episodeId && at >= one.at));
}

/** What the storage holds; what is none of it (another version, another person's) counts as nothing. */
export function readQueue(text: string | null, owner: string | null): QueuedReport[] {
  if (text === null) return [];
  try {
    const kept = JSON.parse(text) as Partial<QueuedReports> | null;
    const theirs = kept?.owner && owner && kept.owner !== owner;
    return !theirs && Array.isArray(kept?.list) ? kept.list.filter(isReport) : [];
  } catch {
    return [];
  }
}

function isReport(value: unknown): value is QueuedReport {
  if (typeof value !== "object" || value === null) return false;
  const { episodeId, position, at } = value as Partial<QueuedReport>;
  return typeof episodeId === "string" && typeof position === "number" && typeof at === "string";
}
