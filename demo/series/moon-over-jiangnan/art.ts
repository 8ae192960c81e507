import type { Art } from "../../engine/story.ts";
import { cover, poster } from "./key-art.ts";
import { boatScene, canal, count, letter, man, pair, woman } from "./scenes.ts";
import { series } from "./story.ts";

/** Everything the browser needs to draw this series. */
export const art: Art = {
  series,
  scenes: { canal, boat: boatScene, letter, man, woman, pair, count },
  poster,
  cover,
};
