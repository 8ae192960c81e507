import { expect, test } from "vitest";
import { FakeVideo, flushPromises, listOf, source } from "../../../test/fake-video.ts";
import { createVisitStore } from "../../lib/visit-storage.ts";
import type { ListedEpisode } from "./player-state.ts";
import { createPlayer } from "./player-store.ts";
import { followProgress } from "./progress-events.ts";

/** Creates a player that plays the first of its episodes, and records its navigations. */
async function setUp(episodes: ListedEpisode[] = listOf("e1", "e2", "e3")) {
  const videos = [new FakeVideo(), new FakeVideo(), new FakeVideo()];
  const player = createPlayer(
    async (_video, events) => ({
      open: () => events.paced(),
      resume: () => undefined,
      rest: () => undefined,
      deepen: () => undefined,
      limit: () => undefined,
      close: () => undefined,
    }),
    createVisitStore(() => null),
    { episodes, episodeId: "e1" },
  );
  const navigated: number[] = [];
  const known = new Set<string>();
  player.connect({
    find: (episodeId) => (known.has(episodeId) ? source({ episodeId }) : null),
    navigate: (number) => navigated.push(number),
  });
  for (const [slot, video] of videos.entries()) player.attach(video.asVideo(), slot);
  await flushPromises();
  player.open(source());
  await flushPromises();
  videos[0]?.measure(24, 540, 960);
  return { player, video: videos[0] as FakeVideo, videos, navigated, known };
}

test("R31: an episode's end continues once, however often it is reported", async () => {
  const { player, video, navigated } = await setUp();
  video.say("ended");
  expect(player.get(), "listeners see the end itself").toMatchObject({ episodeId: "e1", status: "ended" });
  player.setMuted(true);
  video.say("ended");
  await flushPromises();
  video.say("timeupdate");
  video.say("ended");
  await flushPromises();
  expect(navigated).toEqual([2]);
  expect(player.get()).toMatchObject({ episodeId: "e2", status: "idle" });
});

test("R31: an end after another episode was chosen does nothing", async () => {
  const { player, video, navigated } = await setUp();
  player.select(3);
  video.say("ended");
  await flushPromises();
  expect(navigated).toEqual([3]);
  expect(player.get().episodeId).toBe("e3");
});

test("R14: when episodes change places, the one on the screen plays on where it is, and the address takes its new number", async () => {
  const { player, video, videos, navigated, known } = await setUp();
  video.at(12);
  const slot = player.get().slot;
  const changed = [
    { id: "e2", number: 1, locked: false },
    { id: "e1", number: 2, locked: false },
    { id: "e3", number: 3, locked: false },
  ];
  player.list(changed);
  expect(navigated).toEqual([2]);
  // The screen tells it the address next.
  player.address(navigated[0] as number);
  expect(player.get()).toMatchObject({ episodeId: "e1", status: "playing", slot, time: 12 });
  player.prepare(source({ episodeId: "e3" }));
  known.add("e3");
  video.say("ended");
  await flushPromises();
  const state = player.get();
  expect(state).toMatchObject({ episodeId: "e3", status: "playing" });
  expect(state.slot, "the neighbour has an element of its own").not.toBe(slot);
  expect(videos[state.slot]?.plays).toBe(1);
  player.reach("e3", 1);
  expect(player.get()).toMatchObject({ episodeId: "e1", slot });
});

test("H36: a swipe, an end and a step back in the same moment cause one navigation", async () => {
  for (const first of ["swipe", "end", "back"] as const) {
    const { player, video, navigated } = await setUp();
    player.reach("e1", 1);
    player.open(source({ episodeId: "e2" }));
    await flushPromises();
    navigated.length = 0;
    const acts = {
      swipe: () => player.reach("e2", 2),
      end: () => video.say("ended"),
      back: () => player.reach("e2", 0),
    };
    acts[first]();
    for (const act of Object.values(acts)) act();
    await flushPromises();
    expect(navigated, first).toHaveLength(1);
    const { episodes, episodeId } = player.get();
    expect(episodes.find(({ id }) => id === episodeId)?.number).toBe(navigated[0]);
  }
});

test("R31: without autoplay the end asks first, and the answer continues", async () => {
  const { player, video, navigated } = await setUp();
  player.prefer({ autoplay: false, saver: false });
  video.say("ended");
  await flushPromises();
  expect(player.get()).toMatchObject({ episodeId: "e1", question: "next" });
  expect(navigated).toEqual([]);
  player.replay();
  await flushPromises();
  expect(player.get()).toMatchObject({ status: "playing", question: null });
  video.say("ended");
  await flushPromises();
  player.reach("e1", 1);
  expect(navigated).toEqual([2]);
});

test("R14: a known next episode plays within the same action", async () => {
  const { player, videos, known, navigated } = await setUp();
  known.add("e2");
  const seen: [string | null, string][] = [];
  player.subscribe(() => seen.push([player.get().episodeId, player.get().status]));
  player.reach("e1", 1);
  expect(seen[0], "no state in between is shown").toEqual(["e2", "loading"]);
  await flushPromises();
  expect(player.get()).toMatchObject({ episodeId: "e2", slot: 1, status: "playing" });
  expect(videos[1]?.plays).toBe(1);
  expect(navigated).toEqual([2]);
});

test("R31: past the last episode the video is paused, and the way back needs no new start", async () => {
  const { player, video, navigated } = await setUp(listOf("e1"));
  player.reach("e1", 1);
  expect(player.get()).toMatchObject({ episodeId: "e1", finished: true, status: "paused" });
  expect(navigated).toEqual([]);
  player.reach("e1", 0);
  expect(player.get()).toMatchObject({ finished: false, status: "paused" });
  expect(navigated).toEqual([1]);
  player.reach("e1", 1);
  video.currentTime = 24;
  player.replay();
  await flushPromises();
  expect(player.get()).toMatchObject({ finished: false, status: "playing", time: 0 });
});

test("R22: an episode that ends is finished, also where the next one opens at once", async () => {
  const { player, video, known } = await setUp();
  known.add("e2");
  const reported: [string, boolean][] = [];
  followProgress(player, ({ episodeId, done }) => reported.push([episodeId, done]));
  video.at(23);
  video.say("ended");
  await flushPromises();
  expect(player.get().episodeId).toBe("e2");
  expect(reported).toEqual([["e1", true]]);
});
