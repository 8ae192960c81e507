// biome-ignore-all format: one shot is one row.
import type { Shot } from "../../engine/story.ts";

/** The cutting list: which scene, how long, how the camera moves. Camera: x, y, zoom, roll. */
export const shots = {
  draft: [
    { scene: "packs", seconds: 3.9, camera: { from: [0, -30, 1.02], to: [0, 10, 1.14] } },
    { scene: "muzzle", mood: "man", seconds: 3.7, camera: { from: [-20, 0, 1.02], to: [10, 10, 1.1] } },
    { scene: "contract", mood: "sign", seconds: 3.4, camera: { from: [-20, 20, 1.04, 0.03], to: [10, 60, 1.18, -0.02] } },
    { scene: "contract", mood: "heart", seconds: 3.3, camera: { from: [40, 140, 1.16], to: [70, 190, 1.42] } },
  ],
  clause: [
    { scene: "across", seconds: 3.9, camera: { from: [0, 0, 1.02], to: [0, 20, 1.1] } },
    { scene: "across", mood: "shadow", seconds: 3.5, camera: { from: [20, 0, 1.06], to: [0, -10, 1.02] } },
    { scene: "across", mood: "close", seconds: 3.4, camera: { from: [0, 0, 1.04], to: [0, 10, 1.14] } },
    { scene: "crest", mood: "torches", seconds: 3.5, camera: { from: [0, 40, 1.14], to: [0, -20, 1.02], shake: 3 } },
  ],
  signature: [
    { scene: "crest", mood: "torches", seconds: 3.2, skip: 2, camera: { from: [-20, 0, 1.04], to: [20, -20, 1.14], shake: 3 } },
    { scene: "contract", mood: "sign", seconds: 3.5, camera: { from: [-40, 60, 1.2, -0.03], to: [-20, 90, 1.34, 0.02] } },
    { scene: "packs", mood: "bow", seconds: 3.3, camera: { from: [0, 10, 1.12], to: [0, -10, 1.02] } },
    { scene: "crest", mood: "dawn", seconds: 4.2, camera: { from: [0, 20, 1.12], to: [0, -20, 1.02] } },
  ],
} satisfies Record<string, Shot[]>;
