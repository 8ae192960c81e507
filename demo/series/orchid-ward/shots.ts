// biome-ignore-all format: one shot is one row.
import type { Shot } from "../../engine/story.ts";

/** The cutting list: which scene, how long, how the camera moves. Camera: x, y, zoom, roll. */
export const shots = {
  stranger: [
    { scene: "hall", seconds: 3.9, camera: { from: [0, -20, 1.02], to: [0, 10, 1.14] } },
    { scene: "waking", seconds: 3, camera: { from: [-10, 30, 1.04, 0.02], to: [10, -10, 1.14, -0.01] } },
    { scene: "across", mood: "lie", seconds: 4.1, camera: { from: [0, 0, 1.02], to: [0, 40, 1.12] } },
    { scene: "flower", mood: "open", seconds: 3.3, camera: { from: [20, 10, 1.03], to: [40, 40, 1.16] } },
  ],
  jars: [
    { scene: "jars", seconds: 3.7, camera: { from: [0, -20, 1.02], to: [0, 30, 1.22] } },
    { scene: "waking", mood: "lie", seconds: 3.3, camera: { from: [10, -10, 1.12], to: [-10, 10, 1.02] } },
    { scene: "across", mood: "truth", seconds: 3.8, camera: { from: [10, 0, 1.02], to: [-10, 10, 1.1] } },
    { scene: "flower", mood: "shut", seconds: 3.5, camera: { from: [0, 0, 1.02], to: [60, 60, 1.28] } },
  ],
  bloom: [
    { scene: "hall", seconds: 3.2, skip: 1, camera: { from: [0, 10, 1.14], to: [0, -10, 1.02] } },
    { scene: "across", mood: "truth", seconds: 3.4, skip: 2, camera: { from: [-10, 0, 1.04], to: [10, 0, 1.1] } },
    { scene: "hall", mood: "all", seconds: 3.7, camera: { from: [0, 0, 1.02], to: [0, -20, 1.16] } },
    { scene: "across", mood: "close", seconds: 4, camera: { from: [0, 0, 1.02], to: [0, 10, 1.12] } },
  ],
} satisfies Record<string, Shot[]>;
