import { test } from "./journey.ts";
import config from "./playwright.config.ts";
import { expectSoundToStay } from "./sound.ts";

// The strictest rule there is, that of phones: each media element sounds only after an input that asked it to play.
const { args = [], ...launch } = config.use?.launchOptions ?? {};
test.use({
  hasTouch: true,
  isMobile: true,
  // What is evaluated in a page for its recording counts as a touch of it.
  trace: "off",
  launchOptions: {
    ...launch,
    args: [
      ...args.filter((arg) => !arg.startsWith("--autoplay-policy")),
      "--autoplay-policy=user-gesture-required",
    ],
  },
});

test("R14: sound stays on from episode to episode where every media element needs a tap of its own", async ({
  page,
  origin,
}) => {
  await expectSoundToStay(page, origin);
});
