import type { Art } from "../../engine/story.ts";
import { cover, poster } from "./key-art.ts";
import { series } from "./story.ts";
import { across, flower, hall, jars, waking } from "./ward-scenes.ts";

/** Everything the browser needs to draw this series. */
export const art: Art = { series, scenes: { hall, across, flower, waking, jars }, poster, cover };
