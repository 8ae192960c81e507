import { testWithAutoplay } from "./autoplay.ts";
import { expectSoundToStay } from "./sound.ts";

// The strictest policy, that of phones: each media element sounds only after an input that asked it to play.
const test = testWithAutoplay("user-gesture-required");

test("R14: sound stays on from episode to episode where every media element needs a tap of its own", async ({
  page,
  origin,
}) => {
  await expectSoundToStay(page, origin);
});
