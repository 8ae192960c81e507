import { expect, test, vi } from "vitest";
import type { Engine, EngineSource } from "./engine.ts";
import type { Failure } from "./player-state.ts";
import { createPlayer, type Source } from "./player-store.ts";

// A media element as far as the store touches one; `allow` says what autoplay permits.
class FakeVideo extends EventTarget {
  muted = false;
  playbackRate = 1;
  currentTime = 0;
  duration = Number.NaN;
  videoWidth = 0;
  videoHeight = 0;
  allow: "sound" | "silence" | "nothing" = "sound";
  buffered = { length: 0, start: () => 0, end: () => 0 };
  plays = 0;

  play(): Promise<void> {
    this.plays += 1;
    if (this.allow === "nothing" || (this.allow === "silence" && !this.muted)) {
      return Promise.reject(new DOMException("no gesture", "NotAllowedError"));
    }
    queueMicrotask(() => this.say("playing"));
    return Promise.resolve();
  }

  pause(): void {
    this.say("pause");
  }

  say(name: string): void {
    this.dispatchEvent(new Event(name));
  }

  measure(duration: number, width: number, height: number): void {
    this.duration = duration;
    this.videoWidth = width;
    this.videoHeight = height;
    this.say("durationchange");
  }
}

async function set(allow: FakeVideo["allow"] = "sound") {
  const video = new FakeVideo();
  video.allow = allow;
  const opened: EngineSource[] = [];
  let fail: (failure: Failure) => void = () => undefined;
  const engine: Engine = {
    open: (source) => opened.push(source),
    height: () => 960,
    close: vi.fn<() => void>(),
  };
  const player = createPlayer(async (_video, failed) => {
    fail = failed;
    return engine;
  });
  const detach = player.attach(video as unknown as HTMLVideoElement);
  await Promise.resolve();
  return { player, video, opened, engine, detach, fail: (failure: Failure) => fail(failure) };
}

function source(changes: Partial<Source> = {}): Source {
  return {
    episodeId: "e1",
    hls: "/media/v/g/a1/index.m3u8",
    expiresAt: "2099-01-01T00:00:00Z",
    at: 0,
    duration: 24,
    renew: () => Promise.reject(new Error("not needed")),
    ...changes,
  };
}

async function settled() {
  for (let index = 0; index < 6; index += 1) await Promise.resolve();
}

test("an episode that is opened loads, begins by itself and shows its first frame", async () => {
  const { player, opened } = await set();
  player.open(source({ at: 7 }));
  expect(player.get()).toMatchObject({
    status: "loading",
    waiting: true,
    started: false,
    time: 7,
    duration: 24,
  });
  await settled();
  expect(opened.map(({ hls, at }) => [hls, at])).toEqual([["/media/v/g/a1/index.m3u8", 7]]);
  expect(player.get()).toMatchObject({ status: "playing", waiting: false, started: true });
});

test("where the browser forbids sound the episode begins silently and offers to unmute", async () => {
  const { player, video } = await set("silence");
  player.open(source());
  await settled();
  expect(player.get()).toMatchObject({ status: "playing", muted: true, silenced: true });
  expect(video.muted).toBe(true);
  player.setMuted(false);
  expect(player.get()).toMatchObject({ muted: false, silenced: false });
  expect(video.muted).toBe(false);
});

test("where the browser forbids even silence a tap begins the episode", async () => {
  const { player, video } = await set("nothing");
  player.open(source());
  await settled();
  expect(player.get().status).toBe("blocked");
  video.allow = "sound";
  player.toggle();
  await settled();
  expect(player.get().status).toBe("playing");
});

test("pause and play follow the media element, and a stall while playing is waiting, not a pause", async () => {
  const { player, video } = await set();
  player.open(source());
  await settled();
  player.toggle();
  expect(player.get().status).toBe("paused");
  video.say("waiting");
  expect(player.get().waiting).toBe(false);
  player.toggle();
  await settled();
  video.say("waiting");
  expect(player.get()).toMatchObject({ status: "playing", waiting: true });
  video.say("playing");
  expect(player.get().waiting).toBe(false);
});

test("seeking stays within the episode", async () => {
  const { player, video } = await set();
  player.open(source());
  await settled();
  video.measure(24, 540, 960);
  player.seek(30);
  expect(player.get().time).toBeCloseTo(23.9);
  player.seek(10);
  player.skip(-15);
  expect(video.currentTime).toBe(0);
  expect(player.get().ratio).toBeCloseTo(0.5625);
});

test("the end of an episode is not a pause, and play begins it again", async () => {
  const { player, video } = await set();
  player.open(source());
  await settled();
  video.currentTime = 24;
  video.say("pause");
  video.say("ended");
  expect(player.get()).toMatchObject({ status: "ended", time: 24 });
  player.play();
  await settled();
  expect(video.currentTime).toBe(0);
  expect(player.get().status).toBe("playing");
});

test("the same episode opened again goes on; another one begins anew and keeps sound and speed", async () => {
  const { player, opened } = await set("silence");
  player.open(source());
  await settled();
  player.setRate(1.5);
  player.open(source({ hls: "/media/v/other/a1/index.m3u8" }));
  expect(opened).toHaveLength(1);
  player.open(source({ episodeId: "e2", hls: "/media/v/g/a2/index.m3u8", duration: 30 }));
  expect(opened).toHaveLength(2);
  expect(player.get()).toMatchObject({
    status: "loading",
    started: false,
    duration: 30,
    muted: true,
    rate: 1.5,
  });
});

test("a failure is said, and another try begins where the picture stopped", async () => {
  const { player, video, opened, fail } = await set();
  player.open(source());
  await settled();
  video.currentTime = 11;
  video.say("timeupdate");
  fail("network");
  expect(player.get()).toMatchObject({ status: "failed", failure: "network" });
  player.play();
  expect(player.get().status).toBe("failed");
  player.retry();
  await settled();
  expect(opened.at(-1)?.at).toBe(11);
  expect(player.get()).toMatchObject({ status: "playing", failure: null });
});

test("an episode that has no successor to open is taken off", async () => {
  const { player, engine } = await set();
  player.open(source());
  await settled();
  player.clear();
  expect(engine.close).toHaveBeenCalledOnce();
  expect(player.get()).toMatchObject({ started: false, duration: 0 });
});

test("a player whose code could not be fetched says so", async () => {
  const player = createPlayer(() => Promise.reject(new Error("offline")));
  player.attach(new FakeVideo() as unknown as HTMLVideoElement);
  await settled();
  expect(player.get()).toMatchObject({ status: "failed", failure: "network" });
});
