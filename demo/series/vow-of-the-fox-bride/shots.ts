// biome-ignore-all format: one shot is one row.
import type { Shot } from "../../engine/story.ts";

/** The cutting list: which scene, how long, how the camera moves. Camera: x, y, zoom, roll. */
export const shots = {
  aBrideForTheMountain: [
    { scene: "gate", mood: "arrive", seconds: 5, camera: { from: [0, 40, 1.02], to: [0, -40, 1.2] } },
    { scene: "bride", mood: "rain", seconds: 4.4, camera: { from: [-20, 20, 1.04], to: [16, -10, 1.12] } },
    { scene: "ren", mood: "gate", seconds: 4, camera: { from: [14, 0, 1.1], to: [-10, 0, 1.02] } },
    { scene: "pond", mood: "fox", seconds: 4.9, camera: { from: [0, -90, 1.12], to: [0, 50, 1.1] } },
  ],
  whoSpeaksFirst: [
    { scene: "steps", mood: "rule", seconds: 6.2, camera: { from: [0, 30, 1.02], to: [0, -40, 1.22] } },
    { scene: "shadow", mood: "two", seconds: 4.4, camera: { from: [-16, -30, 1.1], to: [16, 30, 1.02] } },
    { scene: "bride", mood: "fire", seconds: 3.4, camera: { from: [0, 0, 1.02], to: [10, 0, 1.14] } },
    { scene: "pair", mood: "vow", seconds: 4.3, camera: { from: [0, 10, 1.02], to: [0, 0, 1.12] } },
  ],
  theWhiteFox: [
    { scene: "snow", mood: "snare", seconds: 6.4, camera: { from: [-24, -20, 1.04], to: [20, 30, 1.18] } },
    { scene: "pearl", mood: "snow", seconds: 4.2, camera: { from: [0, 20, 1.02], to: [0, -10, 1.16] } },
    { scene: "bride", mood: "rain", seconds: 3.2, skip: 3, camera: { from: [10, 0, 1.14], to: [24, -10, 1.24] } },
    { scene: "pearl", mood: "show", seconds: 4.5, camera: { from: [0, 0, 1.2], to: [0, 0, 1.02] } },
  ],
  heKnew: [
    { scene: "pair", mood: "night", seconds: 6, camera: { from: [-14, 10, 1.08], to: [14, -10, 1.02] } },
    { scene: "ren", mood: "lantern", seconds: 4.9, camera: { from: [0, 10, 1.02], to: [10, -10, 1.12] } },
    { scene: "pair", mood: "hush", seconds: 7.3, camera: { from: [0, 0, 1.02], to: [0, 10, 1.18] } },
  ],
  theGroom: [
    { scene: "mountain", mood: "rises", seconds: 6.6, camera: { from: [0, 60, 1.1], to: [0, -40, 1.02], shake: 4 } },
    { scene: "shadow", mood: "brides", seconds: 5.4, camera: { from: [0, -40, 1.14], to: [0, 30, 1.02] } },
    { scene: "mountain", mood: "ears", seconds: 6.2, camera: { from: [0, 0, 1.02], to: [0, 60, 1.32] } },
  ],
  theFirstVow: [
    { scene: "pond", mood: "mother", seconds: 6.3, camera: { from: [0, 40, 1.16], to: [0, 10, 1.04] } },
    { scene: "snow", mood: "giant", seconds: 5.5, camera: { from: [0, 40, 1.16], to: [0, -40, 1.03] } },
    { scene: "steps", mood: "torches", seconds: 6.4, camera: { from: [0, -30, 1.02], to: [0, 30, 1.2] } },
  ],
  moonset: [
    { scene: "gate", mood: "sunk", seconds: 5.4, camera: { from: [-20, 20, 1.04], to: [20, -10, 1.14] } },
    { scene: "pair", mood: "close", seconds: 6, camera: { from: [0, 0, 1.02], to: [0, 20, 1.14] } },
    { scene: "shadow", mood: "torn", seconds: 3.8, camera: { from: [0, 20, 1.02], to: [0, -30, 1.18], shake: 5 } },
    { scene: "mountain", mood: "take", seconds: 3.5, camera: { from: [0, 0, 1.04], to: [0, -20, 1.2] } },
  ],
  aSkyFullOfFoxfire: [
    { scene: "bride", mood: "fade", seconds: 3.9, camera: { from: [0, 0, 1.1], to: [0, -10, 1.02] } },
    { scene: "pearl", mood: "break", seconds: 5.2, camera: { from: [0, 0, 1.02], to: [0, 0, 1.2] } },
    { scene: "mountain", mood: "burst", seconds: 4.3, camera: { from: [0, 20, 1.14], to: [0, -10, 1.02], shake: 4 } },
    { scene: "gate", mood: "dawn", seconds: 6.6, camera: { from: [0, -40, 1.16], to: [0, 20, 1.02] } },
  ],
} satisfies Record<string, Shot[]>;
