// biome-ignore-all format: one shot is one row.
import type { Shot } from "../../engine/story.ts";

/** The cutting list: which scene, how long, how the camera moves. Camera: x, y, zoom, roll. */
export const shots = {
  lastRow: [
    { scene: "window", seconds: 3.5, camera: { from: [0, -20, 1.14], to: [0, 20, 1.02] } },
    { scene: "village", seconds: 3.6, camera: { from: [-30, -20, 1.02], to: [20, 30, 1.12] } },
    { scene: "pattern", seconds: 4, camera: { from: [20, -60, 1.06, 0.03], to: [-10, 60, 1.22, -0.02] } },
    { scene: "pair", mood: "alone", seconds: 3.2, camera: { from: [0, 10, 1.02], to: [10, 0, 1.16] } },
  ],
  cableCar: [
    { scene: "village", mood: "cable", seconds: 3.6, camera: { from: [0, -20, 1.04], to: [10, 10, 1.14] } },
    { scene: "pair", seconds: 3.6, camera: { from: [-10, 10, 1.02], to: [10, -10, 1.1] } },
    { scene: "wire", seconds: 3.4, camera: { from: [0, 20, 1.02], to: [0, -10, 1.18] } },
    { scene: "window", mood: "empty", seconds: 3.8, camera: { from: [0, 10, 1.02], to: [0, 0, 1.2] } },
  ],
  heir: [
    { scene: "window", mood: "stands", seconds: 2.9, camera: { from: [0, 0, 1.02], to: [0, -20, 1.2] } },
    { scene: "chair", seconds: 4, camera: { from: [-20, 10, 1.03], to: [14, -10, 1.12] } },
    { scene: "pattern", mood: "hers", seconds: 3.6, camera: { from: [0, 40, 1.16, -0.02], to: [10, 90, 1.3, 0.02] } },
    { scene: "pair", mood: "close", seconds: 3.7, camera: { from: [0, 0, 1.02], to: [0, 10, 1.12] } },
  ],
} satisfies Record<string, Shot[]>;
