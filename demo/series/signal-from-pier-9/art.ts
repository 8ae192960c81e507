import type { Art } from "../../engine/story.ts";
import { antenna, pier, ship } from "./harbour-scenes.ts";
import { cover, poster } from "./key-art.ts";
import { faces, tube } from "./radio-scenes.ts";
import { series } from "./story.ts";

/** Everything the browser needs to draw this series. */
export const art: Art = { series, scenes: { pier, antenna, ship, tube, faces }, poster, cover };
