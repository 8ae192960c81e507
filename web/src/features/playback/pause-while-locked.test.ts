import { expect, test } from "vitest";
import { FakeVideo, flushPromises, listOf, source } from "../../../test/fake-video.ts";
import { createVisitStore } from "../../lib/visit-storage.ts";
import { createLock } from "./pause-while-locked.ts";
import type { Failure } from "./player-state.ts";
import { createPlayer } from "./player-store.ts";

async function playing() {
  const video = new FakeVideo();
  let fail: (failure: Failure) => void = () => undefined;
  const player = createPlayer(
    async (_video, events) => {
      fail = events.failed;
      const nothing = () => undefined;
      return {
        open: events.paced,
        resume: nothing,
        rest: nothing,
        deepen: nothing,
        limit: nothing,
        close: nothing,
      };
    },
    createVisitStore(() => null),
    { episodes: listOf("e1", "e2"), episodeId: "e1" },
  );
  player.attach(video.asVideo());
  await Promise.resolve();
  player.open(source());
  await flushPromises();
  expect(player.get().status).toBe("playing");
  return { player, video, lock: createLock(player), fail: (failure: Failure) => fail(failure) };
}

test("R47: an episode whose right ends while it plays is silent behind the paywall, and goes on when it is there again", async () => {
  const { player, lock } = await playing();
  const stop = lock.set("e1", true);
  expect(player.get().status).toBe("paused");
  player.play();
  await flushPromises();
  expect(player.get().status, "keys and the system's controls start it no more").toBe("paused");
  stop();
  lock.set("e1", false);
  await flushPromises();
  expect(player.get().status).toBe("playing");
});

test("R47: an episode that could load no more while it was locked is loaded again when it is open", async () => {
  const { player, lock, fail } = await playing();
  const stop = lock.set("e1", true);
  fail("network");
  stop();
  lock.set("e1", false);
  await flushPromises();
  expect(player.get()).toMatchObject({ status: "playing", failure: null });
});

test("R47: an episode that its viewer had paused stays paused, and another one is left alone", async () => {
  const { player, lock } = await playing();
  player.pause();
  lock.set("e1", true)();
  lock.set("e1", false);
  await flushPromises();
  expect(player.get().status).toBe("paused");
  player.play();
  await flushPromises();
  lock.set("e2", true)();
  expect(player.get()).toMatchObject({ episodeId: "e1", status: "playing" });
});
