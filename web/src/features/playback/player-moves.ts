import { leadsOn, navigationAfter, nextState } from "./player-reducer.ts";
import type { Source } from "./player-slot.ts";
import { openedBy, type PlayerSource } from "./player-source.ts";
import type { MediaEvent, Move } from "./player-state.ts";
import type { StateHolder } from "./state-holder.ts";
import type { Transport } from "./transport.ts";

/** What the screen around the player provides. */
export interface Surroundings {
  /** Returns what plays an episode, if that is known and still open; null otherwise. */
  find(episodeId: string): Source | null;
  /** Makes the address name an episode. */
  navigate(number: number): void;
}

/** Takes the viewer from one place to another. */
export interface Moves {
  connect(surroundings: Surroundings): () => void;
  move(action: Move): void;
  /** Continues after the end of an episode, unless something is asked first. */
  followEnd(episodeId: string, event: MediaEvent): void;
}

/** Builds the moves of a player: the only place where its navigation starts. */
export function createMoves(
  { get, dispatch }: StateHolder,
  opened: PlayerSource,
  { pause }: Transport,
): Moves {
  let around: Surroundings | null = null;

  function move(action: Move): void {
    const before = get();
    const target = nextState(before, action);
    const moved = target.episodeId !== before.episodeId;
    // The address may also say where in the episode to start, so the screen opens that one itself.
    const byViewer = action.type !== "addressed" && action.type !== "listed";
    const source = moved && byViewer && target.episodeId ? (around?.find(target.episodeId) ?? null) : null;
    dispatch(action, ...(source ? [openedBy(source)] : []));
    if (moved) opened.leave(before.slot);
    if (source) opened.start(source);
    if (target.finished && !before.finished) pause();
    const number = navigationAfter(before, action, target);
    if (number !== null) around?.navigate(number);
  }

  return {
    connect(surroundings) {
      around = surroundings;
      return () => {
        around = null;
      };
    },
    move,
    followEnd(episodeId, event) {
      if (event.type !== "ended" || !leadsOn(get())) return;
      // Listeners that subscribed later must see the end before another episode is on the screen.
      queueMicrotask(() => move({ type: "continued", from: episodeId }));
    },
  };
}
