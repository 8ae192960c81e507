import type { Episode } from "@cliffhanger/contract";
import type { Question } from "./end-question.ts";
import { type Player, usePlayer } from "./player-store.ts";

/** The ways from the episode on the screen to another one. */
export interface Steps {
  /** The episode after this one; null at the last. */
  upcoming: Episode | null;
  /** What the player asks before it starts that one. */
  question: Question | null;
  /** The viewer is past the last episode. */
  finished: boolean;
  /** To a place of the list; its length is the part after the last episode. */
  reach: (index: number) => void;
  /** To what comes next: an episode, its paywall, or the end of the series. Null past the end. */
  next: (() => void) | null;
  /** Back; null at the first episode. */
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

/** Returns the ways on from an episode. All of them name it, so that only the first of several at once counts. */
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
