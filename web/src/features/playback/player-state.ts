/** A caption track that an episode offers. */
export interface Caption {
  language: string;
  label: string;
  url: string;
}

/** Why playing stopped for good. */
export type Failure = "network" | "media" | "unsupported";

/** All that the interface may know of the player. Times in seconds. */
export interface PlayerState {
  /** What is open; null while nothing is. */
  episodeId: string | null;
  status: "loading" | "playing" | "paused" | "blocked" | "ended" | "failed";
  /** Playing is wanted, yet no picture comes. */
  waiting: boolean;
  /** A frame of this episode has been shown: the still may go. */
  started: boolean;
  time: number;
  duration: number;
  /** How far ahead of `time` data lies ready. */
  ahead: number;
  muted: boolean;
  /** Muted by the browser's rule for autoplay, not by the viewer. */
  silenced: boolean;
  rate: number;
  /** Width by height of the picture; null until it is known. */
  ratio: number | null;
  captions: readonly Caption[];
  captionLanguage: string | null;
  /** The caption lines to be read now. */
  lines: readonly string[];
  failure: Failure | null;
}

/** What happens to a player: from the viewer, from the media element, from the engine. */
export type PlayerEvent =
  | { type: "opened"; episodeId: string | null; at: number; duration: number }
  | { type: "described"; captions: readonly Caption[] }
  | { type: "wanted" }
  | { type: "playing" }
  | { type: "paused" }
  | { type: "waiting" }
  | { type: "progressed"; time: number; ahead: number }
  | { type: "sought"; time: number }
  | { type: "measured"; duration: number; ratio: number | null }
  | { type: "ended" }
  | { type: "blocked" }
  | { type: "silenced" }
  | { type: "muted"; muted: boolean }
  | { type: "rated"; rate: number }
  | { type: "captioned"; language: string | null }
  | { type: "lines"; lines: readonly string[] }
  | { type: "failed"; failure: Failure };

/** The state before anything is opened; the server renders it too. */
export const initialState: PlayerState = {
  episodeId: null,
  status: "loading",
  waiting: false,
  started: false,
  time: 0,
  duration: 0,
  ahead: 0,
  muted: false,
  silenced: false,
  rate: 1,
  ratio: null,
  captions: [],
  captionLanguage: null,
  lines: [],
  failure: null,
};

/** The state after an event. Pure: what the media element does about it is the store's business. */
export function nextState(state: PlayerState, event: PlayerEvent): PlayerState {
  switch (event.type) {
    case "opened":
      return {
        ...initialState,
        episodeId: event.episodeId,
        time: event.at,
        duration: event.duration,
        waiting: true,
        muted: state.muted,
        silenced: state.silenced,
        rate: state.rate,
        captionLanguage: state.captionLanguage,
      };
    case "described":
      return { ...state, captions: event.captions };
    case "wanted":
      return state.status === "failed" ? state : { ...state, status: "playing", waiting: true };
    case "playing":
      return { ...state, status: "playing", waiting: false, started: true };
    case "paused":
      // The browser also pauses at the end and when it refuses to begin: those have names of their own.
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
      return { ...state, status: "ended", waiting: false, time: state.duration, lines: [] };
    case "blocked":
      return { ...state, status: "blocked", waiting: false };
    case "silenced":
      return { ...state, muted: true, silenced: true };
    case "muted":
      return { ...state, muted: event.muted, silenced: event.muted && state.silenced };
    case "rated":
      return { ...state, rate: event.rate };
    case "captioned":
      return { ...state, captionLanguage: event.language, lines: [] };
    case "lines":
      return { ...state, lines: event.lines };
    case "failed":
      return { ...state, status: "failed", waiting: false, failure: event.failure };
  }
}
