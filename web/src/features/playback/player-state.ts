/** A caption track that an episode offers. */
export interface Caption {
  language: string;
  label: string;
  url: string;
}

/** Why playing stopped for good. */
export type Failure = "network" | "media" | "unsupported";

/** How many media elements there are: the episode that plays, the one before it and the one after it. */
export const slots = 3;

/** All that the interface may know of the player. Times in seconds. */
export interface PlayerState {
  /** What is open; null while nothing is. */
  episodeId: string | null;
  /** The media element that it is open in. */
  slot: number;
  status: "loading" | "playing" | "paused" | "blocked" | "ended" | "failed";
  /** Playing is wanted, yet no picture comes. */
  waiting: boolean;
  /** A frame of this episode has been shown: the still may go. */
  started: boolean;
  /** The episode that each media element shows a frame of; null while it shows none. */
  painted: readonly (string | null)[];
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
  /** The qualities there are, as the short edge of the picture, best first. */
  qualities: readonly number[];
  /** The quality that was asked for; null leaves it to the line. */
  quality: number | null;
  /** The quality that plays; null until it is known. */
  rendition: number | null;
  /** It plays in a small window over other programs. */
  floating: boolean;
  failure: Failure | null;
}

/** What happens to a player: from the viewer, from the media element, from the engine. */
export type PlayerEvent =
  | { type: "opened"; episodeId: string | null; slot: number; at: number; duration: number }
  | { type: "painted"; slot: number; episodeId: string | null }
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
  | { type: "offered"; qualities: readonly number[] }
  | { type: "chosen"; quality: number | null }
  | { type: "switched"; rendition: number | null }
  | { type: "floated"; floating: boolean }
  | { type: "failed"; failure: Failure };

/** The state before anything is opened; the server renders it too. */
export const initialState: PlayerState = {
  episodeId: null,
  slot: 0,
  status: "loading",
  waiting: false,
  started: false,
  painted: Array.from({ length: slots }, () => null),
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
  qualities: [],
  quality: null,
  rendition: null,
  floating: false,
  failure: null,
};

/** The state after an event. Pure: what the media elements do about it is the store's business. */
export function nextState(state: PlayerState, event: PlayerEvent): PlayerState {
  switch (event.type) {
    case "opened":
      return opened(state, event);
    case "painted":
      return painted(state, event.slot, event.episodeId);
    case "described":
      return { ...state, captions: event.captions };
    case "wanted":
      return state.status === "failed" ? state : { ...state, status: "playing", waiting: true };
    case "playing":
      return state.status === "failed" ? state : { ...state, status: "playing", waiting: false };
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
      return state.lines.length === 0 && event.lines.length === 0 ? state : { ...state, lines: event.lines };
    case "offered":
      return { ...state, qualities: event.qualities };
    case "chosen":
      return { ...state, quality: event.quality };
    case "switched":
      return { ...state, rendition: event.rendition };
    case "floated":
      return { ...state, floating: event.floating };
    case "failed":
      return { ...state, status: "failed", waiting: false, failure: event.failure };
  }
}

/**
 * Returns the state as far as it is about this episode. Between a change of the address and the player's own change, the
 * player is still about another episode: its status, position or failure must not be taken for this one's.
 */
export function stateAbout(state: PlayerState, episodeId: string): PlayerState {
  if (state.episodeId === episodeId) return state;
  return opened(state, { type: "opened", episodeId: null, slot: state.slot, at: 0, duration: 0 });
}

// What the viewer chose goes along from episode to episode; everything else begins anew.
function opened(state: PlayerState, event: PlayerEvent & { type: "opened" }): PlayerState {
  const { episodeId, slot, at, duration } = event;
  const { painted: shown, muted, silenced, rate, captionLanguage, quality, floating } = state;
  return {
    ...initialState,
    episodeId,
    slot,
    time: at,
    duration,
    waiting: episodeId !== null,
    started: episodeId !== null && shown[slot] === episodeId,
    painted: shown,
    muted,
    silenced,
    rate,
    captionLanguage,
    quality,
    floating,
  };
}

function painted(state: PlayerState, slot: number, episodeId: string | null): PlayerState {
  if (state.painted[slot] === episodeId) return state;
  const shown = state.painted.with(slot, episodeId);
  const own = slot === state.slot && state.episodeId !== null;
  return { ...state, painted: shown, started: own ? episodeId === state.episodeId : state.started };
}
