import { type Call, Nothing } from "../call.ts";
import { CaptionsKey, CaptionsRemoval, CaptionsShift, ConsoleCaptions } from "./captions.ts";

/** The calls of captions. Their files come by upload; a deletion is undone by `POST /api/console/series/undo`. */
export const consoleCaptionCalls = {
  "GET /api/console/captions": {
    summary: "The captions of an episode in one language, with their times",
    cache: "private",
    query: CaptionsKey,
    info: ConsoleCaptions,
    console: { permission: "series.read" },
  },
  "POST /api/console/captions": {
    summary: "Shows the captions of an episode in one language earlier or later",
    cache: "private",
    body: CaptionsShift,
    info: ConsoleCaptions,
    console: { permission: "series.write", writes: "captions.change" },
  },
  "DELETE /api/console/captions": {
    summary: "Deletes the captions of an episode in one language; a day long this can be undone",
    cache: "private",
    body: CaptionsRemoval,
    info: Nothing,
    console: { permission: "series.write", writes: "captions.delete" },
  },
} as const satisfies Record<string, Call>;
