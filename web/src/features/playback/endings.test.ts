import { expect, test } from "vitest";
import { FakeVideo, settled, source } from "../../../test/fake-video.ts";
import { createVisitStore } from "../../lib/visit-storage.ts";
import { followEndings } from "./endings.ts";
import { createPlayer, playerAbout } from "./player-store.ts";
import { followMoments } from "./progress-events.ts";

async function set() {
  const video = new FakeVideo();
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
  );
  player.attach(video.asVideo());
  await Promise.resolve();
  player.open(source());
  await settled();
  video.measure(24, 540, 960);
  const ended: string[] = [];
  followEndings(player, (episodeId) => ended.push(episodeId));
  return { player, video, ended };
}

test("R31: an episode's end is reported once, however long the player is about it", async () => {
  const { player, video, ended } = await set();
  video.say("ended");
  player.setMuted(true);
  video.say("timeupdate");
  video.say("ended");
  await settled();
  expect(ended).toEqual(["e1"]);
  player.play();
  await settled();
  video.say("ended");
  await settled();
  expect(ended, "played again, it ends again").toEqual(["e1", "e1"]);
});

test("R31: an end that comes after another episode was opened is nobody's", async () => {
  const { player, video, ended } = await set();
  player.clear();
  video.say("ended");
  player.open(source({ episodeId: "e2" }));
  await settled();
  expect(ended).toEqual([]);
});

test("R31: what the player says about one episode is not said of another", async () => {
  const { player, video } = await set();
  player.setRate(1.5);
  video.at(20);
  video.say("ended");
  const [own, next] = ["e1", "e2"].map((episodeId) => playerAbout(player, episodeId));
  expect(own?.get()).toBe(player.get());
  expect(own?.get()).toMatchObject({ status: "ended", started: true, ratio: 540 / 960, time: 24 });
  expect(next?.get()).toMatchObject({
    episodeId: null,
    status: "loading",
    waiting: false,
    started: false,
    ratio: null,
    time: 0,
    duration: 0,
    failure: null,
  });
  expect(next?.get().rate, "what the viewer chose is about every episode").toBe(1.5);
});

test("R22: an episode that ends is watched to its end, also where the next one opens at once", async () => {
  const { player, video } = await set();
  followEndings(player, () => player.open(source({ episodeId: "e2" })));
  const told: [string, boolean][] = [];
  // Whoever subscribes later must hear of the end, too.
  followMoments(player, ({ episodeId, done }) => told.push([episodeId, done]));
  video.at(23);
  video.say("ended");
  await settled();
  expect(player.get().episodeId).toBe("e2");
  expect(told).toEqual([["e1", true]]);
});
