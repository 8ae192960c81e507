import type { ReleaseDrop, Releases } from "@cliffhanger/contract/console/releases";
import { keepPreviousData, type QueryClient, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { CallError, call } from "../../lib/call.ts";
import { t } from "../../lib/messages.ts";
import { sentenceOf } from "../../lib/sentence.ts";
import { showToast } from "../../lib/toasts.ts";
import { addDays, dayWords } from "./days.ts";

/** A drop happens by itself, so what is shown is read again. */
const REFRESH_MS = 15_000;

/** Reads the drops of a range of days. */
export function useReleasesQuery(range: { from: string; to: string }) {
  return useQuery({
    queryKey: ["releases", range.from, range.to],
    queryFn: () => call("GET /api/console/releases", range),
    placeholderData: keepPreviousData,
    refetchInterval: REFRESH_MS,
  });
}

/** Returns the key of what is read about the releases of a series. */
export function seriesReleasesKey(seriesId: string): string[] {
  return ["releases", "series", seriesId];
}

/** Reads the plan and the drops of a series. */
export function useSeriesReleasesQuery(seriesId: string) {
  return useQuery({
    queryKey: seriesReleasesKey(seriesId),
    queryFn: () => call("GET /api/console/releases/series", { seriesId }),
    refetchInterval: REFRESH_MS,
  });
}

/** Reads the drops again, and the series whose pages show them. */
export function useRefreshReleases(): () => Promise<void> {
  const client = useQueryClient();
  return async () => {
    await Promise.all([
      client.invalidateQueries({ queryKey: ["releases"] }),
      client.invalidateQueries({ queryKey: ["series"] }),
    ]);
  };
}

/** How drops are moved in the calendar. */
export interface Mover {
  /** Why the last move failed; null when it did not. */
  failure: string | null;
  /** What a screen reader says after a move. */
  said: string;
  /** Moves a drop by so many days, at the same hour. */
  shift(drop: ReleaseDrop, days: number): void;
  /** Moves a drop to a day, at the same hour. */
  place(id: string, day: string): void;
}

/** Moves drops to other days. The card moves at once, and back when the server refuses. */
export function useMover(releases: Pick<Releases, "drops"> | undefined): Mover {
  const client = useQueryClient();
  const refresh = useRefreshReleases();
  const [failure, setFailure] = useState<string | null>(null);
  const [said, setSaid] = useState("");
  const focused = useRef<string | null>(null);
  // A card that moved by keys is another element on its new day; it keeps the focus.
  useEffect(() => {
    if (releases && focused.current !== null) document.getElementById(idOfCard(focused.current))?.focus();
    focused.current = null;
  }, [releases]);
  const send = async ({ id, title, version }: ReleaseDrop, localAt: string) => {
    // The move before this one has made a version of its own, and what was read since shows the drop where that put it.
    const present = shownDrop(client, id);
    await showAt(client, id, localAt);
    let isDone = true;
    try {
      await call("POST /api/console/releases/move", { id, version: present?.version ?? version, localAt });
      setFailure(null);
      const words = t("calendar.movedTo", { title, day: dayWords(localAt.slice(0, 10)) });
      setSaid(words);
      showToast(words);
    } catch (error) {
      setFailure(wordsOf(error));
      isDone = false;
    }
    await refresh();
    return isDone;
  };
  // One move after the other, so that no quick key is lost; those that wait behind a refused one are left out.
  const last = useRef(Promise.resolve(true));
  const waiting = useRef(0);
  const move = (drop: ReleaseDrop, day: string) => {
    const localAt = `${day}${drop.localAt.slice(10)}`;
    if (localAt === drop.localAt || !isMovable(drop)) return;
    void showAt(client, drop.id, localAt);
    waiting.current += 1;
    last.current = last.current.then(async (isGoing) => {
      const isDone = isGoing && (await send(drop, localAt));
      waiting.current -= 1;
      return isDone || waiting.current === 0;
    });
  };
  return {
    failure,
    said,
    shift(drop, days) {
      focused.current = drop.id;
      move(drop, addDays(drop.localAt.slice(0, 10), days));
    },
    place(id, day) {
      const drop = releases?.drops.find((one) => one.id === id);
      if (drop) move(drop, day);
    },
  };
}

type Shown = Pick<Releases, "drops">;

/** Shows a drop at another time before the server has answered. */
async function showAt(client: QueryClient, id: string, localAt: string): Promise<void> {
  // What is being read is older than this move, and would put the card back for a moment.
  const cancelled = client.cancelQueries({ queryKey: ["releases"] });
  client.setQueriesData<Shown>(
    { queryKey: ["releases"] },
    (shown) =>
      shown && { ...shown, drops: shown.drops.map((one) => (one.id === id ? { ...one, localAt } : one)) },
  );
  await cancelled;
}

/** Returns a drop as it was read last. */
function shownDrop(client: QueryClient, id: string): ReleaseDrop | undefined {
  const shown = client.getQueriesData<Shown>({ queryKey: ["releases"] });
  const drops = shown.flatMap(([, data]) => data?.drops.filter((one) => one.id === id) ?? []);
  return drops.toSorted((one, other) => other.version - one.version)[0];
}

/** Returns the id of a drop's card on the page. */
export function idOfCard(id: string): string {
  return `drop-${id}`;
}

/** Returns whether a drop can still be moved. */
export function isMovable({ state }: ReleaseDrop): boolean {
  return state !== "done";
}

/** Returns what went wrong, with the messages about single fields. */
export function wordsOf(error: unknown): string {
  const fields = error instanceof CallError ? error.fields : [];
  return fields.length > 0 ? fields.map(({ message }) => message).join(" ") : sentenceOf(error);
}
