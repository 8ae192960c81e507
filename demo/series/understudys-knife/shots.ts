// biome-ignore-all format: one shot is one row.
import type { Shot } from "../../engine/story.ts";

/** The cutting list: which scene, how long, how the camera moves. Camera: x, y, zoom, roll. */
export const shots = {
  sticks: [
    { scene: "drop", seconds: 2.9, camera: { from: [0, 30, 1.02], to: [0, 110, 1.24, 0.02] } },
    { scene: "mirror", mood: "call", seconds: 3.5, camera: { from: [-20, 20, 1.02], to: [20, -10, 1.12] } },
    { scene: "house", mood: "open", seconds: 3.7, camera: { from: [0, -20, 1.02], to: [0, 60, 1.3] } },
    { scene: "her", mood: "wings", seconds: 4.3, camera: { from: [-20, 10, 1.02], to: [16, -10, 1.12] } },
  ],
  duet: [
    { scene: "house", mood: "duet", seconds: 3.4, camera: { from: [0, 60, 1.24], to: [0, 0, 1.03] } },
    { scene: "duet", seconds: 4.2, camera: { from: [0, 0, 1.02], to: [0, 20, 1.12] } },
    { scene: "her", mood: "spot", seconds: 3.2, camera: { from: [0, 20, 1.02], to: [10, -10, 1.12] } },
    { scene: "flies", mood: "watch", seconds: 3.9, camera: { from: [-20, 60, 1.14], to: [20, -30, 1.03] } },
  ],
  curtain: [
    { scene: "flies", mood: "cut", seconds: 2.3, camera: { from: [-10, -40, 1.1], to: [30, -70, 1.24], shake: 3 } },
    { scene: "house", mood: "weight", seconds: 2.9, camera: { from: [0, 40, 1.16], to: [0, 60, 1.24], shake: 6 } },
    { scene: "star", seconds: 3.5, camera: { from: [20, 0, 1.02], to: [-14, 10, 1.12] } },
    { scene: "house", mood: "reveal", seconds: 3.3, camera: { from: [0, 60, 1.22], to: [10, -60, 1.3] } },
    { scene: "mirror", mood: "after", seconds: 3.4, camera: { from: [20, -10, 1.02], to: [-10, 40, 1.14] } },
  ],
} satisfies Record<string, Shot[]>;
