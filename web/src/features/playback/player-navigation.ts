import { leadsOn, navigationAfter, nextState } from "./player-reducer.ts";
import type { Source } from "./player-slot.ts";
import { openedBy, type PlayerSource } from "./player-source.ts";
import type { MediaEvent, Move } from "./player-state.ts";
import type { StateHolder } from "./state-holder.ts";
import type { Transport } from "./transport.ts";

/** What the screen around the player provides. */
export interface Surroundings {
  /** Returns the source of an episode, if that is known and still valid; null otherwise. */
  find(episodeId: string): Source | null;
  /** Sets the episode that the address names. */
  navigate(number: number): void;
}

/** The viewer's navigation between episodes. */
export interface PlayerNavigation {
  connect(surroundings: Surroundings): () => void;
  move(action: Move): void;
  /** Continues after the end of an episode, unless a question is asked first. */
  followEnd(episodeId: string, event: MediaEvent): void;
}

/** Creates the navigation of a player: the only place where it starts. */
export function createPlayerNavigation(
  { get, dispatch }: StateHolder,
  opened: PlayerSource,
  { pause }: Transport,
): PlayerNavigation {
  let screen: Surroundings | null = null;

  function move(action: Move): void {
    const before = get();
    const target = nextState(before, action);
    const hasMoved = target.episodeId !== before.episodeId;
    // The address may also say where in the episode to start, so the screen opens that one itself.
    const isByViewer = action.type !== "addressed" && action.type !== "listed";
    const source =
      hasMoved && isByViewer && target.episodeId ? (screen?.find(target.episodeId) ?? null) : null;
    dispatch(action, ...(source ? [openedBy(source)] : []));
    if (hasMoved) opened.leave(before.slot);
    if (source) opened.start(source);
    if (target.finished && !before.finished) pause();
    const number = navigationAfter(before, action, target);
    if (number !== null) screen?.navigate(number);
  }

  return {
    connect(surroundings) {
      screen = surroundings;
      return () => {
        screen = null;
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
