import type { Art } from "../../engine/story.ts";
import { cover, poster } from "./key-art.ts";
import { glass, platform } from "./platform-scenes.ts";
import { series } from "./story.ts";
import { corridor, crossing, rings, seats } from "./train-scenes.ts";

/** Everything the browser needs to draw this series. */
export const art: Art = {
  series,
  scenes: { crossing, seats, rings, corridor, platform, glass },
  poster,
  cover,
};
