import type { Art } from "../../engine/story.ts";
import { cups, hall, palace } from "./court-scenes.ts";
import { both, her, him, vizier } from "./face-scenes.ts";
import { cover, poster } from "./key-art.ts";
import { mine } from "./mine-scene.ts";
import { crownSun, pit, storm, terraces } from "./open-scenes.ts";
import { brine, ring, sack } from "./salt-scenes.ts";
import { series } from "./story.ts";

/** Everything the browser needs to draw this series. */
export const art: Art = {
  series,
  scenes: {
    crownSun,
    pit,
    storm,
    terraces,
    cups,
    hall,
    palace,
    both,
    her,
    him,
    vizier,
    brine,
    mine,
    ring,
    sack,
  },
  poster,
  cover,
};
