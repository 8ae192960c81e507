import type { Episode } from "@cliffhanger/contract";
import type { Question } from "./end-question.ts";
import { type Player, usePlayer } from "./player-store.ts";

/** The navigation from the episode on the screen. */
export interface Steps {
  /** The episode after this one; null at the last. */
  upcoming: Episode | null;
  /** The question that the player asks before it starts that one. */
  question: Question | null;
  /** Whether the viewer is past the last episode. */
  finished: boolean;
  /** Goes to a position of the list; its length is the part after the last episode. */
  reach: (index: number) => void;
  /** Goes to what comes next: an episode, its paywall, or the end of the series. Null past the end. */
  next: (() => void) | null;
  /** Goes back; null at the first episode. */
  previous: (() => void) | null;
  /** Plays, or answers the question at the end of an episode. */
  play: () => void;
  /** Plays or pauses, or answers that question. */
  toggle: () => void;
}

interface Place {
  list: readonly Episode[];
  episode: Episode;
  wake: () => void;
}

/** Returns the navigation from an episode. Every action names it, so that only the first of several at once counts. */
export function useSteps(player: Player, { list, episode, wake }: Place): Steps {
  const finished = usePlayer(player, (state) => state.finished);
  const question = usePlayer(player, (state) => state.question);
  const index = list.indexOf(episode);
  function reach(target: number): void {
    wake();
    player.reach(episode.id, target);
  }
  const next = finished ? null : () => reach(index + 1);
  const back = finished ? index : index - 1;
  return {
    upcoming: list[index + 1] ?? null,
    question,
    finished,
    reach,
    next,
    previous: back < 0 ? null : () => reach(back),
    play: () => (question ? next?.() : player.play()),
    toggle: () => (question ? next?.() : player.toggle()),
  };
}
