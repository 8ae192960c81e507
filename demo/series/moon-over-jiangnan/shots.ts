// biome-ignore-all format: one shot is one row.
import type { Shot } from "../../engine/story.ts";

/** The cutting list: which scene, how long, how the camera moves. Camera: x, y, zoom, roll. */
export const shots = {
  theFare: [
    { scene: "canal", mood: "arrive", seconds: 4, camera: { from: [0, 30, 1.16], to: [0, 0, 1.02] } },
    { scene: "boat", mood: "fare", seconds: 3.6, camera: { from: [-30, 0, 1.04], to: [30, 10, 1.14] } },
    { scene: "letter", mood: "read", seconds: 3.1, camera: { from: [-14, 30, 1.04, -0.03], to: [14, -20, 1.2, 0.02] } },
    { scene: "man", seconds: 3.7, camera: { from: [0, 20, 1.02], to: [0, -10, 1.14] } },
  ],
  countUs: [
    { scene: "pair", mood: "ask", seconds: 4.2, camera: { from: [-12, 0, 1.02], to: [12, 0, 1.1] } },
    { scene: "woman", seconds: 4, camera: { from: [20, 10, 1.02], to: [-14, -10, 1.14] } },
    { scene: "count", seconds: 6.2, camera: { from: [0, -70, 1.06], to: [0, 66, 1.2] } },
  ],
  theLastLetter: [
    { scene: "letter", mood: "last", seconds: 3.8, camera: { from: [0, 30, 1.2, 0.03], to: [0, -10, 1.04, -0.02] } },
    { scene: "pair", mood: "near", seconds: 4.2, camera: { from: [0, 0, 1.02], to: [0, 16, 1.16] } },
    { scene: "canal", mood: "far", seconds: 3.5, camera: { from: [30, 0, 1.12], to: [-20, 0, 1.02] } },
    { scene: "boat", mood: "dawn", seconds: 4.3, camera: { from: [-20, 20, 1.04], to: [100, 90, 1.34] } },
  ],
} satisfies Record<string, Shot[]>;
