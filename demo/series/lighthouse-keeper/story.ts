import type { Series } from "../../engine/story.ts";
export const series = { folder: "x", episodes: [
 { shots: "storm:dies,crossing,under,headland,blackship,snow,gallery,dawn,redDoor,doorway,bellRoom,lensRoom".split(",").map((s) => ({ scene: s.split(":")[0], mood: s.split(":")[1], seconds: 4 })), lines: [] },
] } as unknown as Series;
