import type { Activity as Moved } from "@cliffhanger/contract/console/activity";
import { type Query, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { callUnlessSame } from "../lib/call.ts";
import { readMoved } from "../lib/read-moved.ts";
import { useIsMoving } from "../lib/use-moving.ts";

const MOVING_MS = 2_000;
const STILL_MS = 15_000;
/** The server knows what moved for an hour; a page that slept for longer than this begins again. */
const MAX_GAP_MS = 30 * 60_000;

/** What the last poll answered. */
interface Last {
  at: number;
  etag: string | null;
  moved: Moved;
}

/**
 * Polls what moves, once for all screens, and lets those queries read again that show it: every two seconds while something runs on
 * the page, and not at all while the page is hidden.
 */
export function Activity() {
  const client = useQueryClient();
  const isMoving = useIsMoving();
  const last = useRef<Last | null>(null);
  const { error } = useQuery({
    queryKey: ["activity"],
    queryFn: async () => {
      const known = last.current && Date.now() - last.current.at < MAX_GAP_MS ? last.current : null;
      const { answer, etag } = await callUnlessSame(
        "GET /api/console/activity",
        { since: known?.moved.since },
        known?.etag ?? null,
      );
      const moved = answer ?? known?.moved;
      if (!moved) return null;
      if (answer && last.current) {
        const shows = showing(last.current.moved, answer);
        void readMoved(client, shows);
      }
      last.current = { at: Date.now(), etag, moved };
      return moved.since;
    },
    refetchInterval: isMoving ? MOVING_MS : STILL_MS,
    staleTime: 0,
    gcTime: 0,
  });
  // What runs would seem to stand still; reading it again says on its screen what is wrong.
  useEffect(() => {
    if (error && isMoving) void readMoved(client, isOfMoving);
  }, [error, isMoving, client]);
  return null;
}

/** The first parts of the keys of what may move. */
const MOVING = new Set(["jobs", "bulk", "series", "today", "tickets", "review", "orders"]);

const failedOf = ({ queues }: Moved) => queues.reduce((sum, { failed }) => sum + failed, 0);

function isOfMoving({ queryKey: [first, second] }: Query): boolean {
  return first === "jobs" || first === "bulk" || (first === "series" && second === "episodes");
}

/** Returns which queries show what moved between two answers. */
function showing(before: Moved, now: Moved): (query: Query) => boolean {
  const known = new Set(before.changed.map(({ id, mark }) => `${id} ${mark}`));
  const fresh = now.changed.filter(({ id, mark }) => !known.has(`${id} ${mark}`));
  const ids = new Set(fresh.map(({ id }) => id));
  const has = (...kinds: Moved["changed"][number]["kind"][]) =>
    fresh.some(({ kind }) => kinds.includes(kind));
  const hasFilms = has("series");
  const isCounted = JSON.stringify(before.queues) !== JSON.stringify(now.queues);
  return ({ queryKey: [first, second, third], state }) => {
    if (now.whole) return MOVING.has(String(first));
    if (first === "jobs") return hasFilms || isCounted;
    if (first === "bulk") return ids.has(String(second));
    if (first === "today") return has("order", "ticket") || failedOf(before) !== failedOf(now);
    if (first === "tickets") return second === "list" ? has("ticket") : ids.has(String(third));
    if (first === "review") return has("order");
    if (first === "orders" && second === "list") return has("order");
    // Its address has the number, and what moved its id.
    if (first === "orders" && second === "one") return ids.has((state.data as { id?: string })?.id ?? "");
    if (first !== "series") return false;
    if (second === "episodes") return ids.has(String(third));
    const shown = (state.data as { list?: { id?: string }[] } | undefined)?.list ?? [];
    return second === "list" && shown.some(({ id }) => id !== undefined && ids.has(id));
  };
}
