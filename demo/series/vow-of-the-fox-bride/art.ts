import type { Art } from "../../engine/story.ts";
import { brideScene, pair, pearl, renScene } from "./close-scenes.ts";
import { cover, poster } from "./key-art.ts";
import { mountain, pond, shadow, snow } from "./spirit-scenes.ts";
import { gateScene, steps } from "./stair-scenes.ts";
import { series } from "./story.ts";

/** Everything the browser needs to draw this series. */
export const art: Art = {
  series,
  scenes: {
    gate: gateScene,
    steps,
    bride: brideScene,
    ren: renScene,
    pair,
    pearl,
    pond,
    snow,
    shadow,
    mountain,
  },
  poster,
  cover,
};
