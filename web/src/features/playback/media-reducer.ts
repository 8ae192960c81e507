import type { MediaEvent, PlayerState } from "./player-state.ts";

/** Returns the state after an event of the media of the episode on the screen. */
export function nextMediaState(state: PlayerState, event: MediaEvent): PlayerState {
  switch (event.type) {
    case "wanted":
      return state.status === "failed" ? state : { ...state, status: "playing", waiting: true };
    case "playing":
      return state.status === "failed" ? state : { ...state, status: "playing", waiting: false };
    case "paused":
      // The browser also pauses at the end and when it refuses to start; those have their own statuses.
      return state.status === "playing" ? { ...state, status: "paused", waiting: false } : state;
    case "waiting":
      return state.status === "playing" ? { ...state, waiting: true } : state;
    case "progressed":
      return { ...state, time: event.time, ahead: event.ahead };
    case "sought": {
      const status = state.status === "ended" ? "paused" : state.status;
      return { ...state, status, time: event.time, lines: [] };
    }
    case "measured":
      return { ...state, duration: event.duration > 0 ? event.duration : state.duration, ratio: event.ratio };
    case "ended":
      return { ...state, status: "ended", waiting: false, time: state.duration, lines: [], failure: null };
    case "blocked":
      return { ...state, status: "blocked", waiting: false, failure: null };
    case "silenced":
      return { ...state, muted: true, silenced: true };
    case "lines":
      return state.lines.length === 0 && event.lines.length === 0 ? state : { ...state, lines: event.lines };
    case "offered":
      return { ...state, qualities: event.qualities };
    case "switched":
      return { ...state, rendition: event.rendition };
    case "floated":
      return { ...state, floating: event.floating };
    case "failed":
      return { ...state, status: "failed", waiting: false, failure: event.failure };
  }
}
