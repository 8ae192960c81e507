// biome-ignore-all format: one shot is one row.
import type { Shot } from "../../engine/story.ts";

/** The cutting list: which scene, how long, how the camera moves. Camera: x, y, zoom, roll. */
export const shots = {
  sameSeat: [
    { scene: "crossing", seconds: 3.9, camera: { from: [-30, -20, 1.02], to: [30, 30, 1.14] } },
    { scene: "seats", seconds: 4.1, camera: { from: [-20, 10, 1.02], to: [20, -10, 1.1], shake: 3 } },
    { scene: "rings", seconds: 3.4, camera: { from: [-30, 40, 1.04, -0.05], to: [20, 0, 1.24, 0.03] } },
    { scene: "glass", seconds: 2.9, camera: { from: [0, 0, 1.16], to: [0, 10, 1.02], shake: 2 } },
  ],
  noStop: [
    { scene: "platform", mood: "pass", seconds: 3.7, camera: { from: [0, 0, 1.04], to: [0, -10, 1.1], shake: 5 } },
    { scene: "seats", mood: "night", seconds: 3.2, camera: { from: [20, 0, 1.06], to: [-14, 0, 1.14], shake: 3 } },
    { scene: "corridor", seconds: 3.5, camera: { from: [0, 0, 1.02, -0.02], to: [0, 14, 1.18, 0.02], shake: 3 } },
    { scene: "glass", mood: "waits", seconds: 3.8, camera: { from: [0, 30, 1.22], to: [0, 0, 1.04], shake: 2 } },
  ],
  clock: [
    { scene: "platform", mood: "wait", seconds: 3.6, camera: { from: [0, -60, 1.12], to: [0, 30, 1.04] } },
    { scene: "platform", mood: "near", seconds: 2.8, camera: { from: [0, 30, 1.04], to: [0, -20, 1.16] } },
    { scene: "rings", mood: "off", seconds: 2.5, camera: { from: [0, 0, 1.18, 0.04], to: [0, 20, 1.04, -0.03] } },
    { scene: "seats", mood: "close", seconds: 2.8, camera: { from: [0, 0, 1.02], to: [0, 20, 1.12] } },
    { scene: "crossing", mood: "dawn", seconds: 3.2, camera: { from: [20, 40, 1.14], to: [-10, -20, 1.02] } },
  ],
} satisfies Record<string, Shot[]>;
