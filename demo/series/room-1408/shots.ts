// biome-ignore-all format: one shot is one row.
import type { Shot } from "../../engine/story.ts";

/** The cutting list: which scene, how long, how the camera moves. Camera: x, y, zoom, roll. */
export const shots = {
  lightAbove: [
    { scene: "front", seconds: 4.5, camera: { from: [0, 30, 1.04], to: [0, -50, 1.14] } },
    { scene: "stairwell", mood: "climb", seconds: 4.3, camera: { from: [0, 0, 1.3, -0.08], to: [0, 0, 1.08, 0.08] } },
    { scene: "door", mood: "porter", seconds: 4.4, camera: { from: [0, 40, 1.18], to: [0, 0, 1.02] } },
    { scene: "envelope", mood: "own", seconds: 4.8, camera: { from: [0, 20, 1.02], to: [0, -10, 1.16] } },
  ],
  noSuchRoom: [
    { scene: "keys", mood: "madame", seconds: 5.2, camera: { from: [-20, 40, 1.02], to: [20, -20, 1.12] } },
    { scene: "revolve", mood: "rain", seconds: 4.2, camera: { from: [0, 0, 1.02], to: [0, 20, 1.14] } },
    { scene: "faces", mood: "meet", seconds: 4.2, camera: { from: [0, 0, 1.02], to: [0, 20, 1.1] } },
    { scene: "faces", mood: "nora", seconds: 4.8, camera: { from: [-16, 0, 1.02], to: [16, 0, 1.12] } },
  ],
  deadMansCall: [
    { scene: "phone", mood: "ring", seconds: 4.6, camera: { from: [0, -20, 1.02], to: [20, 30, 1.2] } },
    { scene: "faces", mood: "tobias", seconds: 4.4, camera: { from: [10, 0, 1.02], to: [-14, 0, 1.1] } },
    { scene: "opened", mood: "paper", seconds: 4.6, camera: { from: [0, 0, 1.02], to: [0, 30, 1.14] } },
    { scene: "certificate", seconds: 4.6, camera: { from: [0, -60, 1.04, 0.03], to: [0, 40, 1.22, -0.03] } },
  ],
  betweenFloors: [
    { scene: "lift", seconds: 5.8, camera: { from: [0, 20, 1.02], to: [0, -30, 1.08] } },
    { scene: "stairwell", mood: "watch", seconds: 3.6, camera: { from: [0, 0, 1.02, 0.05], to: [-14, -10, 1.12, -0.04] } },
    { scene: "hall", mood: "two", seconds: 4.6, camera: { from: [0, 0, 1.02], to: [0, 0, 1.1] } },
    { scene: "door", mood: "guest", seconds: 4.4, camera: { from: [0, 0, 1.02], to: [0, -20, 1.2] } },
  ],
  nobodyDies: [
    { scene: "inside", seconds: 5.4, camera: { from: [0, 30, 1.02], to: [0, -20, 1.14] } },
    { scene: "faces", mood: "viktor", seconds: 4.4, camera: { from: [16, 0, 1.02], to: [-10, 0, 1.1] } },
    { scene: "opened", mood: "cash", seconds: 3.8, camera: { from: [10, 20, 1.06], to: [20, 40, 1.16] } },
    { scene: "faces", mood: "both", seconds: 4.6, camera: { from: [0, 0, 1.02], to: [0, 10, 1.14] } },
  ],
  elevenPorters: [
    { scene: "keys", mood: "gap", seconds: 5, camera: { from: [0, 40, 1.02], to: [0, -30, 1.16] } },
    { scene: "door", mood: "madame", seconds: 4.6, camera: { from: [0, 0, 1.02], to: [0, -10, 1.18] } },
    { scene: "faces", mood: "answer", seconds: 3.4, camera: { from: [-10, 0, 1.04], to: [14, 0, 1.12] } },
    { scene: "revolve", mood: "locked", seconds: 5, camera: { from: [0, 0, 1.02], to: [0, -20, 1.14] } },
  ],
  lightsOut: [
    { scene: "hall", mood: "out", seconds: 4.8, camera: { from: [0, 0, 1.04], to: [0, 10, 1.16], shake: 4 } },
    { scene: "stairwell", mood: "out", seconds: 4.2, camera: { from: [0, 0, 1.06, 0.1], to: [0, 0, 1.3, -0.12] } },
    { scene: "faces", mood: "both", seconds: 4.4, camera: { from: [14, 0, 1.1], to: [-14, 0, 1.02] } },
    { scene: "envelope", mood: "ink", seconds: 4.8, camera: { from: [0, 0, 1.04], to: [20, 10, 1.18] } },
  ],
  checkOut: [
    { scene: "faces", mood: "oriel", seconds: 4.2, camera: { from: [-12, 0, 1.02], to: [12, 0, 1.1] } },
    { scene: "door", mood: "takes", seconds: 5, camera: { from: [0, 0, 1.02], to: [0, -20, 1.2] } },
    { scene: "revolve", mood: "dawn", seconds: 5, camera: { from: [0, 20, 1.1], to: [0, 0, 1.02] } },
    { scene: "phone", mood: "dawn", seconds: 4.6, camera: { from: [0, 0, 1.02], to: [20, 30, 1.16] } },
  ],
} satisfies Record<string, Shot[]>;
