import { expect, test, vi } from "vitest";
import { FakeVideo, flushPromises, listOf, show, source } from "../../../test/fake-video.ts";
import { createVisitStore } from "../../lib/visit-storage.ts";
import type { Engine, EngineSource } from "./engine.ts";
import type { Failure } from "./player-state.ts";
import { createPlayer } from "./player-store.ts";

async function setUp(allow: FakeVideo["allow"] = "sound", network: "fast" | "slow" = "fast") {
  const video = new FakeVideo();
  video.allow = allow;
  const opened: EngineSource[] = [];
  let fail: (failure: Failure) => void = () => undefined;
  let paced: () => void = () => undefined;
  const engine: Engine = {
    open(source) {
      opened.push(source);
      if (network === "fast") paced();
    },
    resume: vi.fn<() => void>(),
    rest: vi.fn<() => void>(),
    deepen: vi.fn<() => void>(),
    limit: vi.fn<() => void>(),
    close: vi.fn<() => void>(),
  };
  const player = createPlayer(
    async (_video, events) => {
      ({ failed: fail, paced } = events);
      return engine;
    },
    createVisitStore(() => null),
    { episodes: listOf("e1", "x2", "x3", "e2"), episodeId: "e1" },
  );
  const detach = player.attach(video.asVideo());
  await Promise.resolve();
  return {
    player,
    video,
    opened,
    engine,
    detach,
    paced: () => paced(),
    fail: (failure: Failure) => fail(failure),
  };
}

test("an opened episode loads, starts automatically and shows its first frame", async () => {
  const { player, opened } = await setUp();
  player.open(source({ at: 7 }));
  expect(player.get()).toMatchObject({
    status: "loading",
    waiting: true,
    started: false,
    time: 7,
    duration: 24,
  });
  await flushPromises();
  expect(opened.map(({ hls, at }) => [hls, at])).toEqual([["/media/v/g/a1/index.m3u8", 7]]);
  expect(player.get()).toMatchObject({ status: "playing", waiting: false, started: true });
});

test("where the browser forbids sound the episode starts muted and offers to unmute", async () => {
  const { player, video } = await setUp("silence");
  player.open(source());
  await flushPromises();
  expect(player.get()).toMatchObject({ status: "playing", muted: true, silenced: true });
  expect(video.muted).toBe(true);
  player.setMuted(false);
  expect(player.get()).toMatchObject({ muted: false, silenced: false });
  expect(video.muted).toBe(false);
});

test("where the browser forbids even muted autoplay a tap starts the episode", async () => {
  const { player, video } = await setUp("nothing");
  player.open(source());
  await flushPromises();
  expect(player.get().status).toBe("blocked");
  expect(player.get()).toMatchObject({ muted: true, silenced: true });
  video.allow = "sound";
  player.toggle();
  await flushPromises();
  expect(player.get(), "a tap gives it its sound").toMatchObject({ status: "playing", muted: false });
  expect(video.muted).toBe(false);
});

test("pause and play follow the media element, and a stall while playing is waiting, not a pause", async () => {
  const { player, video } = await setUp();
  player.open(source());
  await flushPromises();
  player.toggle();
  expect(player.get().status).toBe("paused");
  video.say("waiting");
  expect(player.get().waiting).toBe(false);
  player.toggle();
  await flushPromises();
  video.say("waiting");
  expect(player.get()).toMatchObject({ status: "playing", waiting: true });
  video.say("playing");
  expect(player.get().waiting).toBe(false);
});

test("seeking stays within the episode", async () => {
  const { player, video } = await setUp();
  player.open(source());
  await flushPromises();
  video.measure(24, 540, 960);
  player.seek(30);
  expect(player.get().time).toBeCloseTo(23.9);
  player.seek(10);
  player.skip(-15);
  expect(video.currentTime).toBe(0);
  expect(player.get().ratio).toBeCloseTo(0.5625);
});

test("the end of an episode is not a pause, and play restarts it", async () => {
  const { player, video } = await setUp();
  player.open(source());
  await flushPromises();
  video.currentTime = 24;
  video.say("pause");
  video.say("ended");
  expect(player.get()).toMatchObject({ status: "ended", time: 24 });
  player.play();
  await flushPromises();
  expect(video.currentTime).toBe(0);
  expect(player.get().status).toBe("playing");
});

test("the same episode opened again continues; another one restarts with the same sound and speed", async () => {
  const { player, opened } = await setUp("silence");
  player.open(source());
  await flushPromises();
  player.setRate(1.5);
  player.open(source({ hls: "/media/v/other/a1/index.m3u8" }));
  expect(opened).toHaveLength(1);
  show(player, source({ episodeId: "e2", hls: "/media/v/g/a2/index.m3u8", duration: 30 }));
  expect(opened).toHaveLength(2);
  expect(player.get()).toMatchObject({
    status: "loading",
    started: false,
    duration: 30,
    muted: true,
    rate: 1.5,
  });
});

test("a failure is shown, and a retry starts at the last position", async () => {
  const { player, video, opened, fail } = await setUp();
  player.open(source());
  await flushPromises();
  video.currentTime = 11;
  video.say("timeupdate");
  fail("network");
  expect(player.get()).toMatchObject({ status: "failed", failure: "network" });
  player.play();
  expect(player.get().status).toBe("failed");
  player.retry();
  await flushPromises();
  expect(opened.at(-1)?.at).toBe(11);
  expect(player.get()).toMatchObject({ status: "playing", failure: null });
});

test("an episode fetches nothing more once another one is on the screen", async () => {
  const { player, engine } = await setUp();
  player.open(source());
  await flushPromises();
  player.select(4);
  expect(engine.rest).toHaveBeenCalledOnce();
  expect(player.get()).toMatchObject({ episodeId: "e2", status: "idle", started: false, duration: 0 });
});

test("a player whose code could not be loaded reports it", async () => {
  const player = createPlayer(
    () => Promise.reject(new Error("offline")),
    createVisitStore(() => null),
    { episodes: listOf("e1"), episodeId: "e1" },
  );
  player.attach(new FakeVideo().asVideo());
  player.open(source());
  await flushPromises();
  expect(player.get()).toMatchObject({ status: "failed", failure: "network" });
});

test("at a low bandwidth playback starts when enough is buffered, unless the viewer paused meanwhile", async () => {
  for (const pauses of [false, true]) {
    const { player, video, paced } = await setUp("sound", "slow");
    player.open(source());
    await flushPromises();
    expect(video.plays).toBe(0);
    if (pauses) player.pause();
    paced();
    await flushPromises();
    expect(video.plays).toBe(pauses ? 0 : 1);
  }
});

test("R14: an episode whose film is replaced while it plays goes on with the new one", async () => {
  const { player, opened, video, fail } = await setUp();
  const replaced = source({ hls: "/media/v/h/a2/index.m3u8" });
  player.open(source({ renew: async () => replaced }));
  await flushPromises();
  video.at(12);
  await opened[0]?.grants.refused("/media/v/g/a1/v540-00004.m4s");
  fail("network");
  await flushPromises();
  expect(opened.map(({ hls, at }) => [hls, at])).toEqual([
    ["/media/v/g/a1/index.m3u8", 0],
    ["/media/v/h/a2/index.m3u8", 12],
  ]);
  expect(player.get()).toMatchObject({ status: "playing", time: 12, failure: null });
  fail("network");
  expect(player.get(), "its own failure is one").toMatchObject({ status: "failed", failure: "network" });
});
