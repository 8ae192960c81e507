import type { Art } from "../../engine/story.ts";
import { dawn, pair, throneRoom, wall } from "./hall-scenes.ts";
import { cover, poster } from "./key-art.ts";
import { series } from "./story.ts";
import { bellScene, city, descent, windows } from "./water-scenes.ts";

/** Everything the browser needs to draw this series. */
export const art: Art = {
  series,
  scenes: { bell: bellScene, descent, city, windows, throneRoom, wall, pair, dawn },
  poster,
  cover,
};
