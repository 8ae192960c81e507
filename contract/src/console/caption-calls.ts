import * as z from "zod";
import { type Call, Nothing } from "../call.ts";
import { Id } from "../common.ts";
import {
  CaptionsKey,
  CaptionsRemoval,
  CaptionsShift,
  ConsoleCaptions,
  FilmPart,
  PlayedFilm,
} from "./captions.ts";

/** The calls of captions. Their files come by upload; a deletion is undone by `POST /api/console/series/undo`. */
export const consoleCaptionCalls = {
  "GET /api/console/captions": {
    summary: "The captions of an episode in one language, with their times",
    cache: "private",
    query: CaptionsKey,
    info: ConsoleCaptions,
    console: { permission: "series.read" },
  },
  "GET /api/console/episode/film": {
    summary: "The film of an episode in its smallest rendition: its parts with their times",
    cache: "private",
    query: z.object({ id: Id }),
    info: PlayedFilm,
    console: { permission: "series.read" },
  },
  "GET /api/console/episode/film/part": {
    summary: "A part of the film of an episode",
    cache: "private",
    query: FilmPart,
    file: "video/mp4",
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
