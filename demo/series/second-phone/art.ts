import type { Art } from "../../engine/story.ts";
import { cover, poster } from "./key-art.ts";
import { face, hand, lift, roof, wall } from "./scenes.ts";
import { series } from "./story.ts";

/** Everything the browser needs to draw this series. */
export const art: Art = { series, scenes: { wall, hand, face, lift, roof }, poster, cover };
