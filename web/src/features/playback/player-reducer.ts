import { questionAtEnd } from "./end-question.ts";
import { nextMediaState } from "./media-reducer.ts";
import {
  initialState,
  type ListedEpisode,
  type PlayerAction,
  type PlayerState,
  slotFrom,
  slotOf,
} from "./player-state.ts";

/** How many episodes in a row may start on their own before the player asks whether anyone is watching. */
const CONTINUATION_LIMIT = 4;

/** Returns the state after an action. It is pure: the store applies the effects on media elements and the address. */
export function nextState(state: PlayerState, action: PlayerAction): PlayerState {
  switch (action.type) {
    case "listed":
      return listed(state, action.episodes);
    case "addressed":
      // The address also follows the state: naming the current episode is not a move.
      return episodeOf(state)?.number === action.number
        ? state
        : goTo(state, indexOfNumber(state, action.number));
    case "selected":
      return { ...goTo(state, indexOfNumber(state, action.number)), paywallClosed: false };
    case "reached":
      return action.from === state.episodeId ? { ...goTo(state, action.index), continued: 0 } : state;
    case "continued":
      return continued(state, action.from);
    case "replayed":
      return { ...state, finished: false, question: null };
    case "dismissed":
      return state.question ? { ...state, question: null } : state;
    case "paywall":
      return { ...state, paywallClosed: action.closed };
    case "attended":
      return state.continued === 0 ? state : { ...state, continued: 0 };
    case "preferred":
      return state.autoplay === action.autoplay ? state : { ...state, autoplay: action.autoplay };
    case "opened":
      return opened(state, action);
    case "retried":
      return retried(state);
    case "described":
      return action.episodeId === state.episodeId ? { ...state, captions: action.captions } : state;
    case "painted":
      return painted(state, action.slot, action.episodeId);
    case "muted":
      return { ...state, muted: action.muted, silenced: action.muted && state.silenced };
    case "rated":
      return { ...state, rate: action.rate };
    case "captioned":
      return { ...state, captionLanguage: action.language, lines: [] };
    case "chosen":
      return { ...state, quality: action.quality };
    case "media":
      return media(state, action);
  }
}

/** Returns the slot of a place of the list, seen from the episode on the screen. */
export function slotAt(state: PlayerState, place: number): number {
  const index = indexOf(state);
  return index < 0 ? slotOf(place) : slotFrom(state.slot, place - index);
}

/**
 * Returns the number of the episode that the address must name because of an action; null where the address stays. An
 * action that came from the address never changes it, and one from the list only where the episode has another number
 * now: the old one would lead to another episode.
 */
export function navigationAfter(
  before: PlayerState,
  action: PlayerAction,
  after: PlayerState,
): number | null {
  if (action.type === "addressed" || action.type === "replayed") return null;
  if (action.type === "listed") return renumbered(before, after);
  const hasReturned = before.finished && !after.finished;
  if (after.episodeId === before.episodeId && !hasReturned && action.type !== "selected") return null;
  return episodeOf(after)?.number ?? null;
}

function renumbered(before: PlayerState, after: PlayerState): number | null {
  const [was, is] = [episodeOf(before), episodeOf(after)];
  return was && is && was.id === is.id && was.number !== is.number ? is.number : null;
}

/** Returns the index of the episode on the screen; -1 while there is none. */
export function indexOf({ episodes, episodeId }: PlayerState): number {
  return episodes.findIndex(({ id }) => id === episodeId);
}

function episodeOf({ episodes, episodeId }: PlayerState): ListedEpisode | undefined {
  return episodes.find(({ id }) => id === episodeId);
}

function indexOfNumber({ episodes }: PlayerState, number: number): number {
  return episodes.findIndex((episode) => episode.number === number);
}

// The viewer stays at the current episode. When it is gone, the one of the same number replaces it, or else the
// first. An empty list changes nothing, because another screen handles it.
function listed(state: PlayerState, episodes: readonly ListedEpisode[]): PlayerState {
  if (episodes.length === 0) return state;
  const next = { ...state, episodes };
  const index = indexOf(next);
  if (index < 0) return goTo(next, Math.max(0, indexOfNumber(next, episodeOf(state)?.number ?? 0)));
  const finished = state.finished && index === episodes.length - 1;
  return { ...next, finished, question: episodes[index + 1]?.locked === false ? state.question : null };
}

function goTo(state: PlayerState, index: number): PlayerState {
  const { episodes } = state;
  const finished = index === episodes.length;
  const place = finished ? index - 1 : index;
  const target = episodes[place];
  if (!target) return state;
  if (target.id !== state.episodeId) return { ...arrived(state, target.id, slotAt(state, place)), finished };
  return finished === state.finished ? state : { ...state, finished, question: null };
}

function continued(state: PlayerState, from: string): PlayerState {
  if (!leadsOn(state) || from !== state.episodeId) return state;
  const index = indexOf(state) + 1;
  const next = goTo(state, index);
  const plays = state.episodes[index]?.locked === false;
  return plays ? { ...next, continued: state.continued + 1 } : next;
}

/** Returns whether the episode ended and the next one follows without a question. */
export function leadsOn({ status, question, finished }: PlayerState): boolean {
  return status === "ended" && question === null && !finished;
}

// The viewer's choices apply to every episode; everything else is reset.
function arrived(state: PlayerState, episodeId: string, slot: number): PlayerState {
  const { episodes, autoplay, continued: followed, painted: shown } = state;
  const { muted, silenced, rate, captionLanguage, quality, floating } = state;
  return {
    ...initialState,
    episodes,
    autoplay,
    continued: followed,
    episodeId,
    slot,
    painted: shown,
    muted,
    silenced,
    rate,
    captionLanguage,
    quality,
    floating,
  };
}

function opened(state: PlayerState, action: PlayerAction & { type: "opened" }): PlayerState {
  if (state.status !== "idle" || action.episodeId !== state.episodeId) return state;
  const { at, duration, resumedAt } = action;
  const started = state.painted[state.slot] === state.episodeId;
  return { ...state, status: "loading", waiting: true, started, time: at, duration, resumedAt };
}

// Playback restarts where it stopped.
function retried(state: PlayerState): PlayerState {
  if (state.status === "idle" || state.episodeId === null) return state;
  const { time, duration, resumedAt, finished, paywallClosed, captions } = state;
  const started = state.painted[state.slot] === state.episodeId;
  return {
    ...arrived(state, state.episodeId, state.slot),
    ...{
      status: "loading",
      waiting: true,
      started,
      time,
      duration,
      resumedAt,
      finished,
      paywallClosed,
      captions,
    },
  };
}

function painted(state: PlayerState, slot: number, episodeId: string | null): PlayerState {
  if (state.painted[slot] === episodeId) return state;
  const shown = state.painted.with(slot, episodeId);
  const own = slot === state.slot && state.status !== "idle";
  return { ...state, painted: shown, started: own ? episodeId === state.episodeId : state.started };
}

// Media events of another episode are ignored.
function media(state: PlayerState, { episodeId, event }: PlayerAction & { type: "media" }): PlayerState {
  if (state.status === "idle" || episodeId !== state.episodeId) return state;
  const next = nextMediaState(state, event);
  if (next.status !== "ended") return next.question ? { ...next, question: null } : next;
  if (state.status === "ended" || next.finished) return next;
  const question = questionAtEnd({
    next: state.episodes[indexOf(state) + 1] ?? null,
    autoplay: state.autoplay,
    mayContinue: state.continued < CONTINUATION_LIMIT,
  });
  return { ...next, question };
}
