import type { Question } from "./end-question.ts";

/** A caption track that an episode offers. */
export interface Caption {
  language: string;
  label: string;
  url: string;
}

/** Why playback stopped. Only a retry by the viewer restarts it. */
export type Failure = "network" | "media" | "unsupported";

/** The number of media elements: for the current episode, the one before it and the one after it. */
export const slots = 3;

/** An episode of the series, as navigation needs it. */
export interface ListedEpisode {
  id: string;
  number: number;
  locked: boolean;
}

/** The episodes, and the viewer's position among them. */
export interface Place {
  episodes: readonly ListedEpisode[];
  /** The episode on the screen. The rest of the state is about it. Null before the list is known. */
  episodeId: string | null;
  /** Whether the viewer is past the last episode, at the recommendations. */
  finished: boolean;
  /** The question at the end of the episode, before the next one starts. */
  question: Question | null;
  /** Whether the viewer closed the paywall of this episode. */
  paywallClosed: boolean;
  /** Whether episodes start automatically, by the viewer's preference. */
  autoplay: boolean;
  /** How many episodes started automatically since the last input. */
  continued: number;
}

/** All that the interface knows of the player. Times in seconds. */
export interface PlayerState extends Place {
  /** The media element of the episode on the screen. */
  slot: number;
  /** `idle`: no media of this episode is open yet, because its address is unknown or it is locked. */
  status: "idle" | "loading" | "playing" | "paused" | "blocked" | "ended" | "failed";
  /** Whether playback is requested, but no picture arrives. */
  waiting: boolean;
  /** Whether a frame of this episode has been shown, so that the still may be removed. */
  started: boolean;
  /** The episode of the frame that each media element shows; null without a frame. */
  painted: readonly (string | null)[];
  time: number;
  duration: number;
  /** How many seconds are buffered from `time` on. */
  ahead: number;
  /** Where this episode was resumed; null when it started elsewhere. */
  resumedAt: number | null;
  muted: boolean;
  /** Muted by the browser's autoplay policy, not by the viewer. */
  silenced: boolean;
  rate: number;
  /** The aspect ratio of the picture; null while unknown. */
  ratio: number | null;
  captions: readonly Caption[];
  captionLanguage: string | null;
  /** The active caption lines. */
  lines: readonly string[];
  /** The available qualities, as the short edge of the picture, best first. */
  qualities: readonly number[];
  /** The quality that the viewer chose; null means automatic. */
  quality: number | null;
  /** The quality that plays; null while unknown. */
  rendition: number | null;
  /** Whether it plays in the picture-in-picture window. */
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
 * Actions that take the viewer to another place. An action on what is on the screen names that episode in `from`: a
 * second action about the same moment then finds another episode and does nothing.
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
  /** The episode ended without a question: the next one follows. */
  | { type: "continued"; from: string }
  /** The viewer restarts the same episode. */
  | { type: "replayed" };

/** All actions of a player. */
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
  /** An event of one episode's media. */
  | { type: "media"; episodeId: string; event: MediaEvent };

/** The initial state. */
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

/** Returns the slot of an episode: neighbours never share one. */
export function slotOf(index: number): number {
  return index % slots;
}

/**
 * Returns the slot of an episode by its distance from the one that has a slot already. A list that changes around an episode
 * leaves it there: its media plays on.
 */
export function slotFrom(slot: number, distance: number): number {
  return slotOf(slots + ((slot + distance) % slots));
}

/** Returns the episode whose media is open; null while there is none. */
export function openEpisode({ status, episodeId }: PlayerState): string | null {
  return status === "idle" ? null : episodeId;
}
