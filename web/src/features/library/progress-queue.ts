import type { HistoryReport } from "@cliffhanger/contract";

/** A waiting report, with the time of its position. */
export type QueuedReport = HistoryReport & { at: string };

/** The most reports saved; the oldest are dropped first. The server accepts as many in one batch. */
const CAPACITY = 100;

/** Who uses this browser, as far as known. */
export interface Viewer {
  /** Null while unknown. */
  id: string | null;
  isMember: boolean;
}

/** The waiting reports, the newest of each episode, and the user they belong to. */
export interface QueuedReports {
  owner: string | null;
  /** Whether the owner was a guest: whoever signs in at this browser gets what its guest watched. */
  isGuest?: boolean;
  list: QueuedReport[];
  /** Those of a member whose session ended before they were sent: they wait until that member signs in again. */
  kept?: { owner: string; list: QueuedReport[] } | undefined;
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
 * Reads the stored queue of a viewer; invalid content or another user's queue counts as empty, also while nobody is known: the
 * user may just have signed out. What a guest left is that of the member who signs in.
 */
export function readQueue(text: string | null, viewer: Viewer): QueuedReport[] {
  const { kept, ...stored } = parseQueue(text);
  const own = isOwn(stored, viewer) ? stored.list : [];
  return kept && kept.owner === viewer.id ? own.reduce(addToQueue, kept.list) : own;
}

/** Returns the text to store for a viewer's queue; null for nothing. What waits for another member stays. */
export function writeQueue(
  text: string | null,
  viewer: Viewer,
  list: readonly QueuedReport[],
): string | null {
  const kept = keptFor(parseQueue(text), viewer);
  if (list.length === 0 && !kept) return null;
  const isGuest = viewer.id !== null && !viewer.isMember;
  return JSON.stringify({ owner: viewer.id, ...(isGuest && { isGuest }), list, ...(kept && { kept }) });
}

function keptFor(stored: QueuedReports, viewer: Viewer): QueuedReports["kept"] {
  const { owner, isGuest, list, kept } = stored;
  if (owner && !isGuest && list.length > 0 && !isOwn(stored, viewer)) return { owner, list };
  return kept && kept.owner !== viewer.id ? kept : undefined;
}

function isOwn({ owner, isGuest }: QueuedReports, viewer: Viewer): boolean {
  return !owner || owner === viewer.id || (isGuest === true && viewer.isMember);
}

function parseQueue(text: string | null): QueuedReports {
  try {
    const { owner, isGuest, list, kept } = (JSON.parse(text ?? "{}") ?? {}) as Partial<QueuedReports>;
    const keptOwner = typeof kept?.owner === "string" ? kept.owner : null;
    return {
      owner: typeof owner === "string" ? owner : null,
      isGuest: isGuest === true,
      list: reportsOf(list),
      ...(keptOwner !== null && { kept: { owner: keptOwner, list: reportsOf(kept?.list) } }),
    };
  } catch {
    return { owner: null, list: [] };
  }
}

function reportsOf(list: unknown): QueuedReport[] {
  return Array.isArray(list) ? list.filter(isReport) : [];
}

function isReport(value: unknown): value is QueuedReport {
  if (typeof value !== "object" || value === null) return false;
  const { episodeId, position, at } = value as Partial<QueuedReport>;
  return typeof episodeId === "string" && typeof position === "number" && typeof at === "string";
}
