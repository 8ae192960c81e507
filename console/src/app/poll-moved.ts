import type { Activity as Moved } from "@cliffhanger/contract/console/activity";
import type { Query, QueryClient } from "@tanstack/react-query";
import { callUnlessSame } from "../lib/call.ts";
import { readMoved } from "../lib/read-moved.ts";

/** The server knows what moved for an hour; a page that slept for longer than this begins again. */
const MAX_GAP_MS = 30 * 60_000;

/** What the last poll answered. */
interface Last {
  at: number;
  etag: string | null;
  moved: Moved;
}

/**
 * Returns what asks for what moved since the last time, and lets those queries read again that show it. The first time asks from where
 * the sign-in was read: a change between what a screen read at first and this answer would otherwise show once its row moves again.
 */
export function pollMoved(client: QueryClient, since: string): () => Promise<string> {
  const begun = Date.now();
  let last: Last | null = null;
  return async () => {
    const isKnown = Date.now() - (last?.at ?? begun) < MAX_GAP_MS;
    const before = last;
    const { answer, etag } = await callUnlessSame(
      "GET /api/console/activity",
      { since: isKnown ? (before?.moved.since ?? since) : undefined },
      isKnown ? (before?.etag ?? null) : null,
    );
    if (answer) void readMoved(client, showing(before?.moved ?? null, answer));
    const moved = answer ?? before?.moved;
    if (moved) last = { at: Date.now(), etag, moved };
    return moved?.since ?? since;
  };
}

/** The first parts of the keys of what may move. */
const MOVING = new Set(["jobs", "bulk", "series", "today", "tickets", "review", "orders"]);

const failedOf = ({ queues }: Moved) => queues.reduce((sum, { failed }) => sum + failed, 0);

/**
 * Returns which queries show what moved between two answers. Before the first answer the numbers of the queues are unknown: what
 * shows them may show earlier ones.
 */
function showing(before: Moved | null, now: Moved): (query: Query) => boolean {
  const known = new Set(before?.changed.map(({ id, mark }) => `${id} ${mark}`));
  const fresh = now.changed.filter(({ id, mark }) => !known.has(`${id} ${mark}`));
  const ids = new Set(fresh.map(({ id }) => id));
  const has = (...kinds: Moved["changed"][number]["kind"][]) =>
    fresh.some(({ kind }) => kinds.includes(kind));
  const hasFilms = has("series");
  const isCounted = JSON.stringify(before?.queues) !== JSON.stringify(now.queues);
  const hasFailed = before ? failedOf(before) !== failedOf(now) : hasFilms;
  return ({ queryKey: [first, second, third], state }) => {
    if (now.whole) return MOVING.has(String(first));
    // What it will show is still being read, perhaps from before the move.
    const isUnread = state.data === undefined;
    if (first === "jobs") return hasFilms || isCounted;
    if (first === "bulk") return ids.has(String(second));
    if (first === "today") return has("order", "ticket") || hasFailed;
    if (first === "tickets") return second === "list" ? has("ticket") : ids.has(String(third));
    if (first === "review") return has("order");
    if (first === "orders" && second === "list") return has("order");
    // Its address has the number, and what moved its id.
    if (first === "orders" && second === "one")
      return isUnread ? has("order") : ids.has((state.data as { id?: string }).id ?? "");
    if (first !== "series") return false;
    if (second === "episodes") return ids.has(String(third));
    if (second !== "list" || isUnread) return second === "list" && hasFilms;
    const shown = (state.data as { list?: { id?: string }[] }).list ?? [];
    return shown.some(({ id }) => id !== undefined && ids.has(id));
  };
}
