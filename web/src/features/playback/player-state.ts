import type { Question } from "./end-question.ts";

/** A caption track that an episode offers. */
export interface Caption {
  language: string;
  label: string;
  url: string;
}

/** Why playback stopped. Only another attempt of the viewer starts it again. */
export type Failure = "network" | "media" | "unsupported";

/** The number of media elements: for the current episode, the one before it and the one after it. */
export const slots = 3;

/** An episode of the series, as far as navigation needs it. */
export interface ListedEpisode {
  id: string;
  number: number;
  locked: boolean;
}

/** Which episodes there are, and where the viewer is among them. */
export interface Place {
  episodes: readonly ListedEpisode[];
  /** The episode on the screen. All that follows in the state is about it. Null before the list is known. */
  episodeId: string | null;
  /** The viewer is past the last episode, at what to watch next. */
  finished: boolean;
  /** What the player asks at the end of the episode before the next one starts. */
  question: Question | null;
  /** The viewer closed the paywall of this episode. */
  paywallClosed: boolean;
  /** Episodes start on their own, by the viewer's preference. */
  autoplay: boolean;
  /** How many episodes started on their own since the last input. */
  continued: number;
}

/** All that the interface may know of the player. Times in seconds. */
export interface PlayerState extends Place {
  /** The media element of the episode on the screen. */
  slot: number;
  /** `idle`: no media of this episode is open yet, because its address is unknown or it is locked. */
  status: "idle" | "loading" | "playing" | "paused" | "blocked" | "ended" | "failed";
  /** Playback is wanted, but no picture arrives. */
  waiting: boolean;
  /** A frame of this episode has been shown: the still may go. */
  started: boolean;
  /** The episode of which each media element shows a frame; null while it shows none. */
  painted: readonly (string | null)[];
  time: number;
  duration: number;
  /** How many seconds are buffered from `time` on. */
  ahead: number;
  /** Where this episode was resumed; null when it began elsewhere. */
  resumedAt: number | null;
  muted: boolean;
  /** Muted by the browser's autoplay policy, not by the viewer. */
  silenced: boolean;
  rate: number;
  /** Width by height of the picture; null until it is known. */
  ratio: number | null;
  captions: readonly Caption[];
  captionLanguage: string | null;
  /** The caption lines of this moment. */
  lines: readonly string[];
  /** The qualities on offer, as the short edge of the picture, best first. */
  qualities: readonly number[];
  /** The quality that the viewer chose; null means automatic. */
  quality: number | null;
  /** The quality that plays; null until it is known. */
  rendition: number | null;
  /** It plays in the picture-in-picture window. */
  floating: boolean;
  failure: Failure | null;
}

/** What the media element or the engine of one episode reports. */
export type MediaEvent =
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
  | { type: "lines"; lines: readonly string[] }
  | { type: "offered"; qualities: readonly number[] }
  | { type: "switched"; rendition: number | null }
  | { type: "floated"; floating: boolean }
  | { type: "failed"; failure: Failure };

/**
 * What takes the viewer to another place. Where the viewer acts on what is on the screen, `from` names that episode: a
 * second action about the same moment then finds another episode there and does nothing.
 */
export type Move =
  /** The list arrived, or changed. */
  | { type: "listed"; episodes: readonly ListedEpisode[] }
  /** The address names an episode. */
  | { type: "addressed"; number: number }
  /** The viewer chose an episode by its number. */
  | { type: "selected"; number: number }
  /** The viewer swiped to, or asked for, a place of the list; its length is the part after the last episode. */
  | { type: "reached"; from: string; index: number }
  /** The episode ended, and nothing is asked: what comes after it follows. */
  | { type: "continued"; from: string }
  /** The viewer wants to see the same episode again. */
  | { type: "replayed" };

/** Everything that can happen to a player. */
export type PlayerAction =
  | Move
  | { type: "dismissed" }
  | { type: "paywall"; closed: boolean }
  | { type: "attended" }
  | { type: "preferred"; autoplay: boolean }
  | { type: "opened"; episodeId: string; at: number; duration: number; resumedAt: number | null }
  | { type: "retried" }
  | { type: "described"; episodeId: string; captions: readonly Caption[] }
  | { type: "painted"; slot: number; episodeId: string | null }
  | { type: "muted"; muted: boolean }
  | { type: "rated"; rate: number }
  | { type: "captioned"; language: string | null }
  | { type: "chosen"; quality: number | null }
  /** What the media of one episode does. */
  | { type: "media"; episodeId: string; event: MediaEvent };

/** The state before anything is known. */
export const initialState: PlayerState = {
  episodes: [],
  episodeId: null,
  finished: false,
  question: null,
  paywallClosed: false,
  autoplay: true,
  continued: 0,
  slot: 0,
  status: "idle",
  waiting: false,
  started: false,
  painted: Array.from({ length: slots }, () => null),
  time: 0,
  duration: 0,
  ahead: 0,
  resumedAt: null,
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

/** Returns the media element that an episode plays in: neighbours never share one. */
export function slotOf(index: number): number {
  return index % slots;
}

/** Returns the episode whose media is open; null while there is none. */
export function openEpisode({ status, episodeId }: PlayerState): string | null {
  return status === "idle" ? null : episodeId;
}
