import { expect, test } from "vitest";
import { leadsOn, navigationAfter, nextState } from "./player-reducer.ts";
import {
  initialState,
  type ListedEpisode,
  type MediaEvent,
  type PlayerAction,
  type PlayerState,
  slotOf,
} from "./player-state.ts";

const episodes: ListedEpisode[] = [
  { id: "e1", number: 1, locked: false },
  { id: "e2", number: 2, locked: false },
  { id: "e3", number: 3, locked: false },
  { id: "e4", number: 4, locked: true },
  { id: "e5", number: 5, locked: true },
];

const statuses: PlayerState["status"][] = [
  "idle",
  "loading",
  "playing",
  "paused",
  "blocked",
  "ended",
  "failed",
];

const mediaEvents: MediaEvent[] = [
  { type: "wanted" },
  { type: "playing" },
  { type: "paused" },
  { type: "waiting" },
  { type: "progressed", time: 5, ahead: 3 },
  { type: "sought", time: 8 },
  { type: "measured", duration: 30, ratio: 0.5 },
  { type: "ended" },
  { type: "blocked" },
  { type: "silenced" },
  { type: "lines", lines: ["Hello"] },
  { type: "offered", qualities: [720] },
  { type: "switched", rendition: 720 },
  { type: "floated", floating: true },
  { type: "failed", failure: "media" },
];

const ids = episodes.map(({ id }) => id);

const actions: PlayerAction[] = [
  { type: "listed", episodes },
  { type: "listed", episodes: episodes.slice(0, 2) },
  { type: "listed", episodes: episodes.map((one) => ({ ...one, id: `new ${one.id}`, locked: false })) },
  { type: "listed", episodes: [] },
  { type: "listed", episodes: [...episodes, { id: "e6", number: 6, locked: false }] },
  ...[1, 2, 3, 4, 5, 9].flatMap((number): PlayerAction[] => [
    { type: "addressed", number },
    { type: "selected", number },
  ]),
  ...ids.flatMap((from) => [
    ...[-1, 0, 1, 2, 3, 4, 5, 6].map((index): PlayerAction => ({ type: "reached", from, index })),
    { type: "continued", from } as const,
  ]),
  { type: "replayed" },
  { type: "dismissed" },
  { type: "paywall", closed: true },
  { type: "paywall", closed: false },
  { type: "attended" },
  { type: "preferred", autoplay: false },
  { type: "preferred", autoplay: true },
  { type: "retried" },
  { type: "muted", muted: true },
  { type: "rated", rate: 2 },
  { type: "captioned", language: "en" },
  { type: "chosen", quality: 480 },
  ...ids.flatMap((episodeId): PlayerAction[] => [
    { type: "opened", episodeId, at: 3, duration: 20, resumedAt: 3 },
    { type: "described", episodeId, captions: [] },
    ...[0, 1, 2].map((slot): PlayerAction => ({ type: "painted", slot, episodeId })),
    ...mediaEvents.map((event): PlayerAction => ({ type: "media", episodeId, event })),
  ]),
  { type: "painted", slot: 1, episodeId: null },
];

const playing: PlayerState = {
  ...initialState,
  episodes,
  episodeId: "e2",
  slot: 1,
  status: "playing",
  started: true,
  painted: [null, "e2", null],
  time: 12,
  duration: 24,
  ratio: 0.5625,
};

/** Returns a consistent state of an episode in a status, as the reducer itself would produce it. */
function stateIn(
  status: PlayerState["status"],
  index: number,
  change: Partial<PlayerState> = {},
): PlayerState {
  const { id } = episodes[index] as ListedEpisode;
  const slot = slotOf(index);
  const place = { ...initialState, episodes, episodeId: id, slot };
  if (status === "idle") return { ...place, ...change };
  const failure = status === "failed" ? ("network" as const) : null;
  return { ...place, ...{ status, failure, time: 12, duration: 24 }, ...change };
}

const everyState: PlayerState[] = statuses.flatMap((status) =>
  episodes.flatMap((_, index) => {
    const states = [stateIn(status, index), stateIn(status, index, { paywallClosed: true, autoplay: false })];
    if (index === episodes.length - 1) states.push(stateIn(status, index, { finished: true }));
    if (status === "ended" && index < 2) states.push(stateIn(status, index, { question: "still" }));
    return states;
  }),
);

// The state of closed media.
const { time, duration, ahead, waiting, started, ratio, lines, qualities, rendition, failure, resumedAt } =
  initialState;
const nothingOpen: Partial<PlayerState> = {
  time,
  duration,
  ahead,
  waiting,
  started,
  ratio,
  lines,
  qualities,
};
const idleFacts = Object.entries({ ...nothingOpen, rendition, failure, resumedAt });

/** Returns where the episode and the status of a state contradict each other. */
function contradictions(state: PlayerState): string[] {
  const index = state.episodes.findIndex(({ id }) => id === state.episodeId);
  const hasQuestion = state.question !== null;
  const checks: [string, boolean][] = [
    ["the episode is not in the list", index < 0],
    ["the slot is another episode's", state.slot !== slotOf(index)],
    ["a failure is known in another status", (state.failure !== null) !== (state.status === "failed")],
    ["a question is asked where nothing ended", hasQuestion && state.status !== "ended"],
    ["a question is asked past the end", hasQuestion && state.finished],
    ["a question is about no open episode", hasQuestion && state.episodes[index + 1]?.locked !== false],
    ["another episode than the last is finished", state.finished && index !== state.episodes.length - 1],
    ...idleFacts.map(([name, value]): [string, boolean] => [
      `idle, but ${name} is known`,
      state.status === "idle" && JSON.stringify(state[name as keyof PlayerState]) !== JSON.stringify(value),
    ]),
  ];
  return checks.filter(([, isWrong]) => isWrong).map(([fault]) => fault);
}

/** Returns what is wrong with the first state of another episode. */
function arrivalFaults(before: PlayerState, after: PlayerState): string[] {
  if (after.episodeId === before.episodeId) return [];
  const { status, paywallClosed } = after;
  return [
    ...(status === "idle" ? [] : [`arrives ${status}`]),
    ...(paywallClosed ? ["its paywall is closed"] : []),
  ];
}

function named(action: PlayerAction, state: PlayerState): string {
  return `${JSON.stringify(action).slice(0, 120)} in ${state.status} of ${state.episodeId}`;
}

test("H36: every action in every status leaves the episode and the status consistent", () => {
  expect(everyState.length * actions.length).toBeGreaterThan(8000);
  expect(everyState.flatMap(contradictions), "where it starts").toEqual([]);
  const faults = everyState.flatMap((before) =>
    actions.flatMap((action) => {
      const after = nextState(before, action);
      const found = [...contradictions(after), ...arrivalFaults(before, after)];
      return found.map((fault) => `${named(action, before)}: ${fault}`);
    }),
  );
  expect(faults).toEqual([]);
});

test("H36: media events of another episode change nothing", () => {
  for (const state of everyState) {
    for (const event of mediaEvents) {
      const other = state.episodeId === "e1" ? "e2" : "e1";
      expect(nextState(state, { type: "media", episodeId: other, event }), event.type).toBe(state);
    }
  }
});

test("H36: the end of another episode does nothing, and a closed question is not asked again", () => {
  for (const state of everyState) {
    const from = state.episodeId === "e1" ? "e2" : "e1";
    expect(nextState(state, { type: "continued", from })).toBe(state);
  }
  const asked = nextState({ ...playing, autoplay: false }, ended("e2"));
  expect(asked.question).toBe("next");
  const dismissed = nextState(asked, { type: "dismissed" });
  expect(nextState(dismissed, ended("e2"))).toMatchObject({ status: "ended", question: null });
});

test("H36: an episode opens only while it is on the screen, and once", () => {
  const open = (episodeId: string): PlayerAction => ({
    type: "opened",
    episodeId,
    at: 3,
    duration: 20,
    resumedAt: null,
  });
  const idle = stateIn("idle", 1);
  expect(nextState(idle, open("e1"))).toBe(idle);
  expect(nextState(idle, open("e2"))).toMatchObject({
    status: "loading",
    waiting: true,
    time: 3,
    duration: 20,
  });
  expect(nextState(playing, open("e2"))).toBe(playing);
});

/** Returns all interleavings of these steps, each keeping its own order. */
function interleavings(steps: PlayerAction[][]): PlayerAction[][] {
  if (steps.every((own) => own.length === 0)) return [[]];
  return steps.flatMap((own, at) => {
    const [first, ...rest] = own;
    if (!first) return [];
    return interleavings(steps.with(at, rest)).map((order) => [first, ...order]);
  });
}

function navigations(start: PlayerState, order: PlayerAction[]): { state: PlayerState; numbers: number[] } {
  let state = start;
  const numbers: number[] = [];
  for (const action of order) {
    // The store continues only after an end without a question.
    if (action.type === "continued" && !leadsOn(state)) continue;
    const after = nextState(state, action);
    const number = navigationAfter(state, action, after);
    if (number !== null) numbers.push(number);
    state = after;
  }
  return { state, numbers };
}

test("H36: a swipe, an end and a step back at the same moment cause one navigation, in any order", () => {
  const end: PlayerAction[] = [
    { type: "media", episodeId: "e2", event: { type: "ended" } },
    { type: "continued", from: "e2" },
  ];
  const swipe: PlayerAction[] = [{ type: "reached", from: "e2", index: 2 }];
  const back: PlayerAction[] = [{ type: "reached", from: "e2", index: 0 }];
  const orders = interleavings([end, swipe, back]);
  expect(orders.length).toBe(12);
  for (const order of orders) {
    const { state, numbers } = navigations(playing, order);
    expect(numbers, order.map(({ type }) => type).join(", ")).toHaveLength(1);
    expect(state.episodes.find(({ id }) => id === state.episodeId)?.number, "the address agrees").toBe(
      numbers[0],
    );
  }
});

test("H36: the browser's own step back is not our navigation, and an earlier end moves no one", () => {
  const back: PlayerAction[] = [{ type: "addressed", number: 1 }];
  const end: PlayerAction[] = [
    { type: "media", episodeId: "e2", event: { type: "ended" } },
    { type: "continued", from: "e2" },
  ];
  for (const order of interleavings([end, back])) {
    const { state, numbers } = navigations(playing, order);
    const cameFirst = order.indexOf(back[0] as PlayerAction) < order.indexOf(end[1] as PlayerAction);
    expect(numbers).toEqual(cameFirst ? [] : [3]);
    expect(state.episodeId).toBe("e1");
  }
});

test("H36: an action navigates only where it leads, and every move of the viewer navigates", () => {
  const silent = new Set(["listed", "addressed"]);
  const loud = new Set(["selected", "reached", "continued"]);
  const faults = everyState.flatMap((before) =>
    actions.flatMap((action) => {
      const after = nextState(before, action);
      const number = navigationAfter(before, action, after);
      const arrived = after.episodes.find(({ id }) => id === after.episodeId)?.number;
      const moved = after.episodeId !== before.episodeId;
      const checks: [string, boolean][] = [
        ["the address leads to itself", silent.has(action.type) && number !== null],
        ["a move is not in the address", moved && !silent.has(action.type) && number === null],
        ["something else than a move navigates", number !== null && !loud.has(action.type)],
        ["the address names another episode", number !== null && number !== arrived],
      ];
      return checks.filter(([, isWrong]) => isWrong).map(([fault]) => `${named(action, before)}: ${fault}`);
    }),
  );
  expect(faults).toEqual([]);
});

const ended = (episodeId: string): PlayerAction => ({ type: "media", episodeId, event: { type: "ended" } });

test("R14: four episodes in a row may start automatically, and any input restarts the count", () => {
  const many = Array.from({ length: 12 }, (_, at) => ({ id: `e${at + 1}`, number: at + 1, locked: false }));
  let state: PlayerState = { ...stateIn("playing", 0), episodes: many };
  function end(): void {
    state = { ...state, status: "playing" };
    const from = state.episodeId as string;
    state = nextState(nextState(state, ended(from)), { type: "continued", from });
  }
  for (let count = 1; count <= 4; count += 1) end();
  expect(state).toMatchObject({ episodeId: "e5", question: null });
  end();
  expect(state).toMatchObject({ episodeId: "e5", status: "ended", question: "still" });
  state = nextState(state, { type: "reached", from: "e5", index: 5 });
  for (let count = 1; count <= 3; count += 1) end();
  state = nextState(state, { type: "attended" });
  for (let count = 1; count <= 3; count += 1) end();
  expect(state).toMatchObject({ episodeId: "e12", question: null });
});

test("R31: an end leads to the lock without counting as an episode, and past the last one to the end of the series", () => {
  const lock = nextState(nextState(stateIn("playing", 2), ended("e3")), { type: "continued", from: "e3" });
  expect(lock).toMatchObject({ episodeId: "e4", status: "idle", continued: 0 });
  const after = nextState(nextState(stateIn("playing", 4), ended("e5")), { type: "continued", from: "e5" });
  expect(after).toMatchObject({ episodeId: "e5", status: "ended", finished: true });
});

test("R31: a closed paywall stays closed on the way back from the end of the series, and opens at every other lock", () => {
  const closed = nextState(stateIn("idle", 4), { type: "paywall", closed: true });
  const past = nextState(closed, { type: "reached", from: "e5", index: 5 });
  expect(past).toMatchObject({ finished: true, paywallClosed: true });
  expect(nextState(past, { type: "reached", from: "e5", index: 4 })).toMatchObject({
    episodeId: "e5",
    finished: false,
    paywallClosed: true,
  });
  const before = nextState(closed, { type: "reached", from: "e5", index: 3 });
  expect(before).toMatchObject({ episodeId: "e4", paywallClosed: false });
  expect(nextState(closed, { type: "selected", number: 5 }).paywallClosed, "chosen in the list").toBe(false);
});

test("the viewer's choices apply to the next episode too, everything else does not", () => {
  const before: PlayerState = {
    ...playing,
    ...{ muted: true, rate: 1.5, captionLanguage: "fr", quality: 480, floating: true, autoplay: false },
    ...{
      rendition: 480,
      lines: ["Hello"],
      captions: [{ language: "fr", label: "Français", url: "/fr.vtt" }],
    },
  };
  expect(nextState(before, { type: "selected", number: 3 })).toEqual({
    ...initialState,
    ...{ episodes, episodeId: "e3", slot: 2, painted: before.painted, autoplay: false },
    ...{ muted: true, rate: 1.5, captionLanguage: "fr", quality: 480, floating: true },
  });
});
