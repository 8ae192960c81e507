import type { Art } from "../../engine/story.ts";
import { cover, poster } from "./key-art.ts";
import { series } from "./story.ts";
import { across, contract, crest, muzzle, packs } from "./wolf-scenes.ts";

/** Everything the browser needs to draw this series. */
export const art: Art = { series, scenes: { crest, packs, across, contract, muzzle }, poster, cover };
