import { expect, test } from "vitest";
import { FakeVideo, flushPromises, listOf, show, source } from "../../../test/fake-video.ts";
import { createVisitStore } from "../../lib/visit-storage.ts";
import type { Engine, EngineEvents, EngineSource } from "./engine.ts";
import { createPlayer } from "./player-store.ts";

interface Setup {
  opened: EngineSource[];
  calls: string[];
  events: EngineEvents;
}

/** Creates a player with its three media elements. */
async function setUp(visit = createVisitStore(() => null)) {
  const videos = [new FakeVideo(), new FakeVideo(), new FakeVideo()];
  const made = new Map<unknown, Setup>();
  const player = createPlayer(
    async (video, events) => {
      const own: Setup = { opened: [], calls: [], events };
      made.set(video, own);
      const note = (name: string) => () => void own.calls.push(name);
      const engine: Engine = {
        open(given) {
          own.opened.push(given);
          events.paced();
        },
        resume: note("resume"),
        rest: note("rest"),
        deepen: note("deepen"),
        limit: ({ quality, saver }) => void own.calls.push(`limit ${quality} ${saver}`),
        close: note("close"),
      };
      return engine;
    },
    visit,
    { episodes: listOf("e1", "e2", "e4", "e5", "e3"), episodeId: "e1" },
  );
  for (const [slot, video] of videos.entries()) player.attach(video.asVideo(), slot);
  await flushPromises();
  const of = (slot: number) => made.get(videos[slot]) as Setup;
  return { player, videos, of };
}

const next = (changes = {}) => source({ episodeId: "e2", hls: "/media/v/g/a2/index.m3u8", ...changes });

test("the next episode is prepared in a separate element, silently and without playing", async () => {
  const { player, videos, of } = await setUp();
  show(player, source());
  await flushPromises();
  player.prepare(next());
  expect(of(1).opened).toMatchObject([{ hls: "/media/v/g/a2/index.m3u8", ahead: true }]);
  expect(videos[1]?.plays).toBe(0);
  player.prepare(next());
  expect(of(1).opened).toHaveLength(1);
  expect(player.get()).toMatchObject({ episodeId: "e1", slot: 0, status: "playing" });
});

test("a prepared episode starts without loading again; the previous one is paused and retained", async () => {
  const { player, videos, of } = await setUp();
  show(player, source());
  await flushPromises();
  player.prepare(next());
  of(1).events.offered([720, 270]);
  of(1).events.switched(270);
  videos[1]?.measure(30, 540, 960);
  show(player, next());
  await flushPromises();
  expect(of(1).opened).toHaveLength(1);
  expect(of(1).calls).toContain("resume");
  expect(of(0).calls).toContain("rest");
  expect(player.get()).toMatchObject({
    episodeId: "e2",
    slot: 1,
    status: "playing",
    duration: 30,
    qualities: [720, 270],
    rendition: 270,
  });
  show(player, source({ at: 1 }));
  await flushPromises();
  expect(of(0).opened).toHaveLength(1);
  expect(player.get()).toMatchObject({ episodeId: "e1", slot: 0, status: "playing" });
});

test("events of the other elements do not affect playback", async () => {
  const { player, videos, of } = await setUp();
  show(player, source());
  await flushPromises();
  player.prepare(next());
  videos[1]?.say("waiting");
  videos[1]?.say("ended");
  of(1).events.failed("network");
  expect(player.get()).toMatchObject({ episodeId: "e1", status: "playing", waiting: false, failure: null });
});

test("an episode whose first frame could not be prepared is loaded again when it is needed", async () => {
  const { player, of } = await setUp();
  show(player, source());
  await flushPromises();
  player.prepare(next());
  of(1).events.failed("network");
  show(player, next());
  await flushPromises();
  expect(of(1).opened.map(({ ahead }) => ahead)).toEqual([true, false]);
  expect(player.get()).toMatchObject({ status: "playing", failure: null });
});

test("the still is removed only when a moving frame of the same episode covers it", async () => {
  const { player, videos } = await setUp();
  for (const video of videos) video.reportsFrames();
  show(player, source());
  await flushPromises();
  expect(player.get()).toMatchObject({ status: "playing", started: false, painted: [null, null, null] });
  videos[0]?.frame();
  expect(player.get()).toMatchObject({ started: true, painted: ["e1", null, null] });
  player.prepare(next());
  videos[1]?.frame();
  expect(player.get().painted, "what waits shows its still").toEqual(["e1", null, null]);
  show(player, next());
  expect(player.get()).toMatchObject({ started: false, slot: 1 });
  videos[1]?.frame();
  expect(player.get()).toMatchObject({ started: true, painted: ["e1", "e2", null] });
  show(player, source());
  expect(player.get(), "what was watched shows where it was left").toMatchObject({ started: true });
  player.prepare(next({ episodeId: "e4" }));
  player.prepare(next({ episodeId: "e3" }));
  expect(player.get().painted).toEqual(["e1", null, null]);
});

test("sound and speed stay the same across episodes, and the sound for the whole visit", async () => {
  const visit = createVisitStore(() => null);
  const { player, videos } = await setUp(visit);
  show(player, source());
  await flushPromises();
  player.setMuted(true);
  player.setRate(1.5);
  player.prepare(next());
  show(player, next());
  await flushPromises();
  expect(videos[1]).toMatchObject({ muted: true, playbackRate: 1.5 });
  const later = await setUp(visit);
  show(later.player, source());
  await flushPromises();
  expect(later.videos[0]?.muted).toBe(true);
});

test("a chosen quality applies to every element", async () => {
  const { player, of } = await setUp();
  player.setQuality(720);
  player.prefer({ autoplay: true, saver: true });
  for (const slot of [0, 1, 2]) expect(of(slot).calls.at(-1)).toBe("limit 720 true");
  expect(player.get().quality).toBe(720);
});

test("a tap blesses the elements that do not play, once, so that a phone lets them play with sound", async () => {
  const { player, videos } = await setUp();
  show(player, source());
  await flushPromises();
  const before = videos.map(({ plays }) => plays);
  player.bless();
  player.bless();
  expect(videos.map(({ plays }, slot) => plays - (before[slot] ?? 0))).toEqual([0, 1, 1]);
  expect(player.get().status).toBe("playing");
});

test("when the connection is back, waiting media continues and failed media restarts", async () => {
  const { player, of } = await setUp();
  show(player, source());
  await flushPromises();
  player.resume();
  expect(of(0).calls).toContain("resume");
  of(0).events.failed("network");
  expect(player.get().status).toBe("failed");
  player.resume();
  await flushPromises();
  expect(player.get()).toMatchObject({ status: "playing", failure: null });
  expect(of(0).opened).toHaveLength(2);
});

test("past the middle of an episode more of it is buffered", async () => {
  const { player, videos, of } = await setUp();
  show(player, source());
  await flushPromises();
  videos[0]?.at(11);
  expect(of(0).calls).not.toContain("deepen");
  videos[0]?.at(13);
  expect(of(0).calls).toContain("deepen");
});

test("a prepared episode continues to load once it plays: on a paused video it would be loaded twice", async () => {
  const { player, videos, of } = await setUp();
  show(player, source());
  await flushPromises();
  player.prepare(next());
  if (videos[1]) videos[1].paused = true;
  show(player, next());
  expect(of(1).calls).not.toContain("resume");
  videos[1]?.say("play");
  expect(of(1).calls).toContain("resume");
});

test("R14: a later element, or one whose tap the browser did not count, is blessed by the next tap", async () => {
  const { player, videos } = await setUp();
  show(player, source());
  await flushPromises();
  if (videos[1]) videos[1].allow = "nothing";
  const plays = () => videos.map((video) => video.plays);
  player.bless();
  await flushPromises();
  const [first, second, third] = plays();
  player.bless();
  await flushPromises();
  expect(plays()).toEqual([first, (second ?? 0) + 1, third]);
  const detach = player.attach(new FakeVideo().asVideo(), 2);
  detach();
  const late = new FakeVideo();
  player.attach(late.asVideo(), 2);
  player.bless();
  expect(late.plays).toBe(1);
});
