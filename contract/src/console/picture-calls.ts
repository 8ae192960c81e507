import * as z from "zod";
import type { Call } from "../call.ts";
import { Id } from "../common.ts";
import { CaptionsUndo } from "./captions.ts";
import { PictureChange, PictureRemoval, PictureUndo } from "./pictures.ts";
import { ConsoleSeries } from "./series.ts";

/** The calls of a series' pictures. */
export const consolePictureCalls = {
  "GET /api/console/episode/frame": {
    summary: "One frame of an episode's film, as a JPEG picture",
    cache: "private",
    query: z.object({ id: Id, at: z.coerce.number().min(0).max(86_400) }),
    file: "image/jpeg",
    console: { permission: "series.write" },
  },
  "POST /api/console/picture": {
    summary: "Makes a poster or cover from a part of a file or frame: of a live series, in its draft",
    cache: "private",
    body: PictureChange,
    info: ConsoleSeries,
    console: { permission: "series.write", writes: "picture.change" },
  },
  "DELETE /api/console/picture": {
    summary: "Removes a poster or cover; a day long this can be undone",
    cache: "private",
    body: PictureRemoval,
    info: ConsoleSeries,
    console: { permission: "series.write", writes: "picture.delete" },
  },
  "POST /api/console/series/undo": {
    summary: "Undoes the removal of a picture or of captions, unless there are others",
    cache: "private",
    body: z.union([PictureUndo, CaptionsUndo]),
    info: ConsoleSeries,
    console: { permission: "series.write", writes: "series.undo" },
  },
} as const satisfies Record<string, Call>;
