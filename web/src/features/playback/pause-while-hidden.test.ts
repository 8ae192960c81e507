import { expect, test, vi } from "vitest";
import { FakeVideo, flushPromises, listOf, source } from "../../../test/fake-video.ts";
import { createVisitStore } from "../../lib/visit-storage.ts";
import type { Engine } from "./engine.ts";
import { pauseWhileHidden } from "./pause-while-hidden.ts";
import { createPlayer } from "./player-store.ts";

class FakePage extends EventTarget {
  visibilityState: DocumentVisibilityState = "visible";

  turn(state: DocumentVisibilityState): void {
    this.visibilityState = state;
    this.dispatchEvent(new Event("visibilitychange"));
  }
}

async function setUp() {
  const video = new FakeVideo();
  const page = new FakePage();
  const nothing = () => vi.fn<() => void>();
  const player = createPlayer(
    async (_video, { paced }): Promise<Engine> => ({
      open: () => paced(),
      resume: nothing(),
      rest: nothing(),
      deepen: nothing(),
      limit: nothing(),
      close: nothing(),
    }),
    createVisitStore(() => null),
    { episodes: listOf("e1", "e2"), episodeId: "e1" },
  );
  player.attach(video.asVideo());
  await Promise.resolve();
  const stop = pauseWhileHidden(player, page);
  player.open(source());
  return { page, player, video, stop, status: () => player.get().status };
}

async function setUpPlaying() {
  const all = await setUp();
  await flushPromises();
  expect(all.status()).toBe("playing");
  return all;
}

test("R14: a hidden page pauses the episode, and a visible one resumes it", async () => {
  const { page, status, stop } = await setUpPlaying();
  page.turn("hidden");
  expect(status()).toBe("paused");
  page.turn("visible");
  await flushPromises();
  expect(status()).toBe("playing");
  stop();
  page.turn("hidden");
  expect(status()).toBe("playing");
});

test("R14: what the viewer had paused stays paused when the page is visible again", async () => {
  const { page, player, status } = await setUpPlaying();
  player.pause();
  page.turn("hidden");
  page.turn("visible");
  await flushPromises();
  expect(status()).toBe("paused");
});

test("R14: an episode that is loading when the page is hidden starts only when the page is visible", async () => {
  const { page, status } = await setUp();
  expect(status()).toBe("loading");
  page.turn("hidden");
  await flushPromises();
  expect(status()).toBe("paused");
  page.turn("visible");
  await flushPromises();
  expect(status()).toBe("playing");
});

test("R14: the system's media buttons play on a hidden page", async () => {
  const { page, player, status } = await setUpPlaying();
  page.turn("hidden");
  player.play();
  await flushPromises();
  expect(status()).toBe("playing");
  page.turn("visible");
  expect(status()).toBe("playing");
});

test("R14: picture-in-picture plays on while its page is hidden", async () => {
  const { page, player, video, status } = await setUpPlaying();
  video.say("enterpictureinpicture");
  expect(player.get().floating).toBe(true);
  page.turn("hidden");
  expect(status()).toBe("playing");
});
