// biome-ignore-all format: one shot is one row.
import type { Shot } from "../../engine/story.ts";

/** The cutting list: which scene, how long, how the camera moves. Camera: x, y, zoom, roll. */
export const shots = {
  weight: [
    { scene: "crownSun", seconds: 4.2, camera: { from: [0, 60, 1.24], to: [0, -10, 1.03] } },
    { scene: "terraces", mood: "day", seconds: 4.3, camera: { from: [-30, 10, 1.04], to: [30, -20, 1.12] } },
    { scene: "sack", mood: "find", seconds: 4.4, camera: { from: [-20, -20, 1.03], to: [30, 60, 1.16] } },
    { scene: "sack", mood: "name", seconds: 2.7, camera: { from: [-40, 0, 1.12, -0.03], to: [40, 20, 1.2, 0.02] } },
    { scene: "her", mood: "salt", seconds: 3, camera: { from: [-10, 20, 1.1], to: [10, -10, 1.02] } },
  ],
  glass: [
    { scene: "palace", seconds: 4, camera: { from: [-20, 30, 1.03], to: [20, -30, 1.14] } },
    { scene: "hall", mood: "court", seconds: 5, camera: { from: [0, 30, 1.03], to: [0, -30, 1.2] } },
    { scene: "him", mood: "throne", seconds: 4.2, camera: { from: [20, 0, 1.02], to: [-14, 10, 1.1] } },
    { scene: "both", mood: "bargain", seconds: 5, camera: { from: [0, 0, 1.02], to: [0, 20, 1.14] } },
  ],
  silent: [
    { scene: "hall", mood: "private", seconds: 5, camera: { from: [20, -20, 1.04], to: [-10, 20, 1.14] } },
    { scene: "her", mood: "lamp", seconds: 4.2, camera: { from: [-20, 10, 1.02], to: [14, -10, 1.12] } },
    { scene: "vizier", seconds: 4.2, camera: { from: [20, 0, 1.02], to: [-20, 10, 1.12] } },
    { scene: "ring", seconds: 4.8, camera: { from: [0, -10, 1.02, -0.02], to: [0, -30, 1.34, 0.03] } },
  ],
  cup: [
    { scene: "hall", mood: "wedding", seconds: 5, camera: { from: [0, -40, 1.16], to: [0, 20, 1.03] } },
    { scene: "both", mood: "veil", seconds: 4.4, camera: { from: [0, 10, 1.12], to: [0, 0, 1.02] } },
    { scene: "cups", seconds: 5, camera: { from: [-20, 20, 1.03, -0.02], to: [20, 50, 1.16, 0.02] } },
    { scene: "vizier", mood: "cup", seconds: 4.2, camera: { from: [0, 20, 1.02], to: [10, 0, 1.14] } },
  ],
  cloak: [
    { scene: "storm", mood: "wall", seconds: 4.6, camera: { from: [-20, 30, 1.03], to: [40, -20, 1.14], shake: 4 } },
    { scene: "storm", mood: "inside", seconds: 4.4, camera: { from: [-20, 0, 1.04, -0.02], to: [20, 10, 1.14, 0.02], shake: 6 } },
    { scene: "both", mood: "cloak", seconds: 5.2, camera: { from: [0, 10, 1.03], to: [0, 20, 1.13], shake: 3 } },
    { scene: "her", mood: "storm", seconds: 4.2, camera: { from: [-10, 10, 1.02], to: [20, -10, 1.14], shake: 4 } },
  ],
  keeps: [
    { scene: "mine", mood: "shaft", seconds: 4.6, camera: { from: [0, -60, 1.16], to: [0, 30, 1.02] } },
    { scene: "mine", mood: "queen", seconds: 5.2, camera: { from: [-30, 30, 1.03], to: [40, -20, 1.2] } },
    { scene: "her", mood: "mine", seconds: 4, camera: { from: [0, 20, 1.02], to: [10, -10, 1.1] } },
    { scene: "mine", mood: "sealed", seconds: 4.8, camera: { from: [0, 30, 1.12], to: [0, -30, 1.03], shake: 3 } },
  ],
  brine: [
    { scene: "terraces", mood: "dusk", seconds: 4.4, camera: { from: [-20, 30, 1.1], to: [20, -10, 1.03] } },
    { scene: "hall", mood: "trial", seconds: 4.6, camera: { from: [0, 40, 1.04], to: [0, -10, 1.2] } },
    { scene: "brine", seconds: 4.8, camera: { from: [0, -20, 1.04, 0.02], to: [0, 50, 1.2, -0.02] } },
    { scene: "him", mood: "blade", seconds: 4.8, camera: { from: [0, 0, 1.02], to: [-10, 30, 1.14], shake: 2 } },
  ],
  queen: [
    { scene: "pit", mood: "throw", seconds: 4.8, camera: { from: [0, -40, 1.03], to: [0, 50, 1.14] } },
    { scene: "pit", mood: "falls", seconds: 4.6, camera: { from: [0, 20, 1.04], to: [0, 60, 1.22] } },
    { scene: "both", mood: "dawn", seconds: 5, camera: { from: [0, 0, 1.02], to: [0, 20, 1.12] } },
    { scene: "crownSun", mood: "end", seconds: 5.6, camera: { from: [20, 50, 1.2], to: [0, -10, 1.02] } },
  ],
} satisfies Record<string, Shot[]>;
