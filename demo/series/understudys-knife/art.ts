import type { Art } from "../../engine/story.ts";
import { duet, her, mirror, star } from "./back-scenes.ts";
import { flies } from "./flies-scenes.ts";
import { cover, poster } from "./key-art.ts";
import { drop, house } from "./stage-scenes.ts";
import { series } from "./story.ts";

/** Everything the browser needs to draw this series. */
export const art: Art = {
  series,
  scenes: { drop, house, mirror, flies, her, duet, star },
  poster,
  cover,
};
