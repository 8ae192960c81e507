import type { Art } from "../../engine/story.ts";
import { cover, poster } from "./key-art.ts";
import { office, suitcase } from "./rooms.ts";
import { doors, faces, sun, thrown } from "./scenes.ts";
import { series } from "./story.ts";

/** Everything the browser needs to draw this series. */
export const art: Art = { series, scenes: { thrown, sun, doors, faces, office, suitcase }, poster, cover };
