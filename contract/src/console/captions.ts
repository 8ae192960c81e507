import * as z from "zod";
import { Id } from "../common.ts";
import { languages } from "../languages.ts";

/** The captions of one episode in one language. */
export const CaptionsKey = z.object({ id: Id, language: z.enum(languages) });

/** The name of a caption file, which follows from its text: another text has another name. */
const CaptionFile = z.string().max(200);

const MAX_SHIFT_MS = 3_600_000;

/** One caption with its times in seconds. The text has no marks. */
export const ConsoleCue = z.object({ start: z.number(), end: z.number(), text: z.string() });
export type ConsoleCue = z.infer<typeof ConsoleCue>;

/** Captions as their dialog shows them. */
export const ConsoleCaptions = CaptionsKey.extend({
  file: CaptionFile,
  /** Of the film, in seconds; 0 before it is encoded. */
  duration: z.number(),
  cues: z.array(ConsoleCue),
});
export type ConsoleCaptions = z.infer<typeof ConsoleCaptions>;

/** An episode's film in its smallest rendition, for the console to play: `init` comes before each of the parts. */
export const PlayedFilm = z.object({
  asset: Id,
  codecs: z.array(z.string()),
  width: z.int(),
  height: z.int(),
  /** In seconds, as are the starts of the parts. */
  duration: z.number(),
  init: z.string(),
  parts: z.array(z.object({ file: z.string(), start: z.number() })),
});
export type PlayedFilm = z.infer<typeof PlayedFilm>;

/** A part of the film that an episode had when it was described. */
export const FilmPart = z.object({
  id: Id,
  asset: z.string().regex(/^[a-z0-9]{1,32}$/),
  file: z.string().regex(/^v\d{1,4}-(?:init\.mp4|\d{1,6}\.m4s)$/),
});

/** Shows captions earlier or later. `from` is the file that the screen showed: another one since refuses it. */
export const CaptionsShift = CaptionsKey.extend({
  from: CaptionFile,
  ms: z.int().min(-MAX_SHIFT_MS).max(MAX_SHIFT_MS),
});

/** Deletes captions, unless they are others than the screen showed. */
export const CaptionsRemoval = CaptionsKey.extend({ from: CaptionFile });

/** Brings back captions of an episode of the series `id` that were deleted within a day. */
export const CaptionsUndo = z.object({
  id: Id,
  captions: z.object({ episode: Id, language: z.enum(languages), file: CaptionFile }),
});
