import type { Art } from "../../engine/story.ts";
import { alone, faces, keeper, villain } from "./face-scenes.ts";
import { cover, poster } from "./key-art.ts";
import { dawn, gallery, snow } from "./open-scenes.ts";
import { bellRoom, doorway, redDoor } from "./rooms.ts";
import { blackship, crossing, headland, storm } from "./sea-scenes.ts";
import { series } from "./story.ts";
import { contract, dinner } from "./table-scenes.ts";
import { lensRoom, stairs } from "./tower-scenes.ts";
import { under } from "./under-scene.ts";

const faceScenes = { faces, alone, keeper, villain };
const openScenes = { snow, gallery, dawn };
const rooms = { stairs, redDoor, bellRoom, doorway, lensRoom, contract, dinner };
const seaScenes = { storm, crossing, under, headland, blackship };

/** Everything the browser needs to draw this series. */
export const art: Art = {
  series,
  scenes: { ...faceScenes, ...openScenes, ...rooms, ...seaScenes },
  poster,
  cover,
};
