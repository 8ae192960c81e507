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
