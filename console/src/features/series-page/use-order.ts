import type { ConsoleEpisode, ConsoleSeries } from "@cliffhanger/contract/console/series";
import { useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { call } from "../../lib/call.ts";
import { t } from "../../lib/messages.ts";
import { putAnswer } from "../../lib/put-answer.ts";
import { showToast } from "../../lib/toasts.ts";
import { useAct } from "../../lib/use-act.ts";

/** The order of episodes, and how it is changed. */
export interface EpisodeOrder {
  /** The episodes in their order, with the one that is being saved already in it. */
  episodes: readonly ConsoleEpisode[];
  /** Why the last change was refused; null when it was not. */
  failure: string | null;
  move(id: string, before: string | null): void;
  closeGaps(): void;
}

/** Puts episodes in order. The new one is shown before the server has answered. */
export function useOrder({ id, state }: ConsoleSeries, present: readonly ConsoleEpisode[]): EpisodeOrder {
  const client = useQueryClient();
  const act = useAct();
  const [pending, setPending] = useState<readonly ConsoleEpisode[] | null>(null);
  const episodes = pending ?? present;
  const from = episodes.map((one) => one.id);
  // One change after the other, so that no quick press is lost; the newest order is shown until the last is answered.
  const last = useRef<Promise<unknown>>(Promise.resolve());
  const waiting = useRef(0);
  const save = (order: string[], closeGaps: boolean, done: string) => {
    setPending(numbered(episodes, order));
    waiting.current += 1;
    last.current = last.current.then(() => send(order, closeGaps, done));
  };
  const send = async (order: string[], closeGaps: boolean, done: string) => {
    await act.run(async () => {
      const body = { id, from, order, ...(closeGaps && { closeGaps }) };
      putAnswer(client, ["series", "one", id], await call("POST /api/console/episode/reorder", body));
      showToast(done);
    });
    waiting.current -= 1;
    if (waiting.current > 0) return;
    await client.invalidateQueries({ queryKey: ["series"] });
    if (waiting.current === 0) setPending(null);
  };
  return {
    episodes,
    failure: act.fields["order"] ?? act.failure,
    move(moved, before) {
      const others = from.filter((one) => one !== moved);
      const at = before === null ? others.length : others.indexOf(before);
      save(
        others.toSpliced(at, 0, moved),
        false,
        t(state === "live" ? "episodes.movedDraft" : "episodes.moved"),
      );
    },
    closeGaps: () => save(from, true, t("episodes.gapsClosed")),
  };
}

/** Returns the episodes in another order; the numbers stay where they are. */
function numbered(episodes: readonly ConsoleEpisode[], order: readonly string[]): ConsoleEpisode[] {
  return order.flatMap((id, at) => {
    const episode = episodes.find((one) => one.id === id);
    return episode ? [{ ...episode, number: episodes[at]?.number ?? episode.number }] : [];
  });
}
