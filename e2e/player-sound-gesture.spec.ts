import { testWithAutoplay } from "./autoplay.ts";
import { expectSoundToStay } from "./sound.ts";

// The strictest policy, used on phones: each media element needs its own user activation for sound.
const test = testWithAutoplay("user-gesture-required");

test("R14: sound stays on from episode to episode even if every media element needs its own tap", async ({
  page,
  origin,
}) => {
  await expectSoundToStay(page, origin);
});
