import type { Art } from "../../engine/story.ts";
import { envelope, keys } from "./desk-scenes.ts";
import { door, hall, stairwell } from "./hall-scenes.ts";
import { cover, poster } from "./key-art.ts";
import { lift } from "./lift-scene.ts";
import { front, revolve } from "./lobby-scenes.ts";
import { faces, inside } from "./room-scenes.ts";
import { series } from "./story.ts";
import { certificate, opened, phone } from "./thing-scenes.ts";

/** Everything the browser needs to draw this series. */
export const art: Art = {
  series,
  scenes: {
    front,
    lift,
    revolve,
    hall,
    door,
    stairwell,
    keys,
    envelope,
    phone,
    opened,
    certificate,
    inside,
    faces,
  },
  poster,
  cover,
};
