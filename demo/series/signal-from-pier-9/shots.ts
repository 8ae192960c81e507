// biome-ignore-all format: one shot is one row.
import type { Shot } from "../../engine/story.ts";

/** The cutting list: which scene, how long, how the camera moves. Camera: x, y, zoom, roll. */
export const shots = {
  elevenYearsLate: [
    { scene: "tube", mood: "call", seconds: 3.4, skip: 0.5, camera: { from: [0, -30, 1.3], to: [0, 10, 1.04] } },
    { scene: "pier", seconds: 3.2, camera: { from: [-30, 20, 1.04], to: [30, -20, 1.14] } },
    { scene: "faces", mood: "listen", seconds: 3.6, camera: { from: [-14, 0, 1.02], to: [14, 0, 1.1] } },
    { scene: "faces", mood: "answer", seconds: 4.2, camera: { from: [0, 0, 1.04], to: [24, -10, 1.22] } },
  ],
  dontAnswer: [
    { scene: "faces", mood: "pilot", seconds: 3.4, camera: { from: [14, 0, 1.02], to: [-10, 0, 1.1] } },
    { scene: "antenna", seconds: 3.4, camera: { from: [0, 50, 1.04, 0.03], to: [0, -40, 1.16, -0.02] } },
    { scene: "faces", mood: "two", seconds: 4, camera: { from: [0, 0, 1.02], to: [0, 10, 1.12] } },
    { scene: "ship", mood: "dark", seconds: 3.6, camera: { from: [0, 20, 1.02], to: [0, -20, 1.16], shake: 3 } },
  ],
  portOrStarboard: [
    { scene: "faces", mood: "choose", seconds: 3.2, camera: { from: [-10, 0, 1.02], to: [14, 0, 1.1] } },
    { scene: "ship", mood: "turn", seconds: 2.8, camera: { from: [-20, 0, 1.04, -0.03], to: [20, 10, 1.14, 0.03], shake: 6 } },
    { scene: "tube", mood: "flat", seconds: 2.6, camera: { from: [0, 0, 1.02], to: [30, 30, 1.12] } },
    { scene: "ship", mood: "home", seconds: 2.8, camera: { from: [0, 30, 1.12], to: [0, 0, 1.02] } },
    { scene: "faces", mood: "meet", seconds: 4.4, camera: { from: [0, 0, 1.02], to: [0, 10, 1.12] } },
  ],
} satisfies Record<string, Shot[]>;
