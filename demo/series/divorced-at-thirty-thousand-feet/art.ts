import type { Art } from "../../engine/story.ts";
import { aisle, paperwork } from "./cabin.ts";
import { cover, poster } from "./key-art.ts";
import { armrest, clouds, seats } from "./scenes.ts";
import { series } from "./story.ts";

/** Everything the browser needs to draw this series. */
export const art: Art = { series, scenes: { clouds, seats, armrest, aisle, paperwork }, poster, cover };
