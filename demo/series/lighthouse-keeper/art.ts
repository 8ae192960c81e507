import type { Art } from "../../engine/story.ts";
import { alone, faces, villain } from "./face-scenes.ts";
import { dawn, gallery, snow } from "./open-scenes.ts";
import { bellRoom, contract, dinner, doorway, lensRoom, redDoor, stairs } from "./rooms.ts";
import { blackship, crossing, headland, storm, under } from "./sea-scenes.ts";
import { series } from "./story.ts";

export const art: Art = {
  series,
  scenes: { storm, crossing, under, headland, blackship, faces, alone, villain, contract, stairs, redDoor, bellRoom, doorway, dinner, lensRoom, snow, gallery, dawn },
  poster: storm,
  cover: storm,
};
