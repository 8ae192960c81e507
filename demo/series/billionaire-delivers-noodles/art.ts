import type { Art } from "../../engine/story.ts";
import { cover, poster } from "./key-art.ts";
import { bowl, faces, roof, street } from "./scenes.ts";
import { series } from "./story.ts";

/** Everything the browser needs to draw this series. */
export const art: Art = { series, scenes: { street, faces, bowl, roof }, poster, cover };
