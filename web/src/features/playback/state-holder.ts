import { nextState } from "./player-reducer.ts";
import type { PlayerAction, PlayerState } from "./player-state.ts";

/** Holds the state of a player. Only actions change it. */
export interface StateHolder {
  get(): PlayerState;
  subscribe(listener: () => void): () => void;
  /** Applies actions that belong together; listeners receive only their result. */
  dispatch(...actions: PlayerAction[]): void;
}

/** Creates the holder with an initial state. */
export function holdState(first: PlayerState): StateHolder {
  let state = first;
  const listeners = new Set<() => void>();
  return {
    get: () => state,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    dispatch(...actions) {
      const next = actions.reduce(nextState, state);
      if (next === state) return;
      state = next;
      for (const listener of listeners) listener();
    },
  };
}
