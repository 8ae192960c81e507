import { nextState } from "./player-reducer.ts";
import type { PlayerAction, PlayerState } from "./player-state.ts";

/** Holds the state of a player. Only actions change it. */
export interface StateHolder {
  get(): PlayerState;
  subscribe(listener: () => void): () => void;
  /** Applies actions that belong together; listeners see only their result. */
  dispatch(...actions: PlayerAction[]): void;
}

/** Holds a state, beginning with this one. */
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
