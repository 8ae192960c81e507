import type { Art } from "../../engine/story.ts";
import { chair, pattern, window } from "./house-scenes.ts";
import { cover, poster } from "./key-art.ts";
import { pair, village, wire } from "./snow-scenes.ts";
import { series } from "./story.ts";

/** Everything the browser needs to draw this series. */
export const art: Art = { series, scenes: { village, wire, pair, window, pattern, chair }, poster, cover };
