import type { ReleaseDrop, Releases } from "@cliffhanger/contract/console/releases";
import { keepPreviousData, useQuery, useQueryClient } from "@tanstack/react-query";
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
  const move = async (drop: ReleaseDrop, day: string) => {
    const localAt = `${day}${drop.localAt.slice(10)}`;
    if (localAt === drop.localAt || !isMovable(drop)) return;
    // What is being read is older than this move, and would put the card back for a moment.
    await client.cancelQueries({ queryKey: ["releases"] });
    client.setQueriesData<Pick<Releases, "drops">>(
      { queryKey: ["releases"] },
      (shown) =>
        shown && {
          ...shown,
          drops: shown.drops.map((one) => (one.id === drop.id ? { ...one, localAt } : one)),
        },
    );
    try {
      await call("POST /api/console/releases/move", { id: drop.id, version: drop.version, localAt });
      setFailure(null);
      const words = t("calendar.movedTo", { title: drop.title, day: dayWords(day) });
      setSaid(words);
      showToast(words);
    } catch (error) {
      setFailure(wordsOf(error));
    }
    await refresh();
  };
  return {
    failure,
    said,
    shift(drop, days) {
      focused.current = drop.id;
      void move(drop, addDays(drop.localAt.slice(0, 10), days));
    },
    place(id, day) {
      const drop = releases?.drops.find((one) => one.id === id);
      if (drop) void move(drop, day);
    },
  };
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
