// biome-ignore-all format: one shot is one row.
import type { Shot } from "../../engine/story.ts";

/** The cutting list: which scene, how long, how the camera moves. Camera: x, y, zoom, roll. */
export const shots = {
  signHere: [
    { scene: "storm", mood: "dies", seconds: 4.7, camera: { from: [0, 0, 1.03], to: [14, -24, 1.16], shake: 5 } },
    { scene: "contract", mood: "sign", seconds: 4.3, camera: { from: [-20, 60, 1.06, -0.02], to: [40, 110, 1.28, 0.02] } },
    { scene: "faces", mood: "candle", seconds: 5.5, camera: { from: [0, 0, 1.02], to: [0, 20, 1.12] } },
    { scene: "alone", mood: "secret", seconds: 3.8, camera: { from: [-30, 10, 1.02], to: [10, -20, 1.14] } },
  ],
  threeRules: [
    { scene: "crossing", seconds: 5.2, camera: { from: [-30, 20, 1.04], to: [30, -10, 1.12] } },
    { scene: "stairs", seconds: 5.3, camera: { from: [0, -40, 1.05, -0.06], to: [0, 20, 1.22, 0.08] } },
    { scene: "keeper", seconds: 4.2, camera: { from: [-10, 10, 1.02], to: [14, -10, 1.1] } },
    { scene: "redDoor", seconds: 3.7, skip: 1, camera: { from: [0, 0, 1.02], to: [0, 30, 1.36] } },
  ],
  redDoor: [
    { scene: "alone", mood: "flame", seconds: 4.7, camera: { from: [-20, 20, 1.12], to: [24, 0, 1.02] } },
    { scene: "bellRoom", seconds: 6.4, camera: { from: [0, 90, 1.18], to: [0, -20, 1.02] } },
    { scene: "doorway", seconds: 7, camera: { from: [0, 0, 1.02], to: [0, -30, 1.34] } },
  ],
  girlInTheWater: [
    { scene: "under", seconds: 6.2, camera: { from: [0, -70, 1.06, 0.03], to: [0, 50, 1.12, -0.03] } },
    { scene: "headland", seconds: 6, camera: { from: [0, 40, 1.02], to: [20, -40, 1.2] } },
    { scene: "blackship", seconds: 5.8, camera: { from: [0, 0, 1.02], to: [0, -20, 1.12] } },
  ],
  dinnerForThree: [
    { scene: "dinner", seconds: 6, camera: { from: [0, 0, 1.02], to: [0, -20, 1.16] } },
    { scene: "villain", seconds: 5, camera: { from: [20, 0, 1.02], to: [-20, 10, 1.12] } },
    { scene: "faces", mood: "kiss", seconds: 7.1, camera: { from: [0, 0, 1.02], to: [0, 30, 1.16] } },
  ],
  secondPage: [
    { scene: "snow", seconds: 5, camera: { from: [-30, -30, 1.04], to: [30, 40, 1.1] } },
    { scene: "contract", mood: "second", seconds: 5.8, camera: { from: [-20, 0, 1.04, 0.03], to: [20, 60, 1.24, -0.02] } },
    { scene: "alone", mood: "doubt", seconds: 7.2, camera: { from: [20, 0, 1.02], to: [-20, 0, 1.14] } },
  ],
  thirtyMetresUp: [
    { scene: "gallery", seconds: 6, camera: { from: [-30, 30, 1.04, -0.03], to: [30, -10, 1.14, 0.01], shake: 5 } },
    { scene: "faces", mood: "rain", seconds: 6.4, camera: { from: [0, 0, 1.02], to: [0, -10, 1.14], shake: 3 } },
    { scene: "storm", mood: "again", seconds: 5.7, camera: { from: [-20, 0, 1.03], to: [30, 10, 1.14], shake: 6 } },
  ],
  allTheQuestions: [
    { scene: "lensRoom", seconds: 6.5, camera: { from: [0, 40, 1.02], to: [0, -20, 1.14] } },
    { scene: "storm", mood: "returns", seconds: 4.9, camera: { from: [0, -20, 1.12], to: [0, 10, 1.02], shake: 4 } },
    { scene: "dawn", seconds: 8.2, camera: { from: [0, -40, 1.1], to: [-6, 20, 1.04] } },
  ],
} satisfies Record<string, Shot[]>;
