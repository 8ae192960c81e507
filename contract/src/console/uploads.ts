import * as z from "zod";
import { Id } from "../common.ts";
import { languages } from "../languages.ts";
import { RequestKey } from "./operator.ts";

/**
 * A file that an operator wants to upload. `number` is the episode chosen in the preview instead of the name's. `as`: a picture
 * that waits until its part is chosen.
 */
export const UploadFile = z.object({
  name: z.string().min(1).max(255),
  size: z.int().nonnegative(),
  lastModified: z.int().nonnegative(),
  number: z.int().min(1).max(99_999).optional(),
  as: z.enum(["poster", "cover"]).optional(),
});
export type UploadFile = z.infer<typeof UploadFile>;

/**
 * Begins an upload into a series, or into a new draft with this title. `dryRun` answers where each file would go, and
 * changes nothing. The same files again continue an upload that was broken off.
 */
export const UploadBegin = z.object({
  requestKey: RequestKey,
  seriesId: Id.optional(),
  title: z.string().trim().min(1).max(200).optional(),
  language: z.enum(languages).optional(),
  files: z.array(UploadFile).min(1).max(200),
  dryRun: z.boolean().optional(),
});

export const uploadKinds = ["film", "captions", "poster", "cover"] as const;
export const UploadKind = z.enum(uploadKinds);

/** Where a file goes. `leftOut` says why it is not taken. */
export const UploadPlace = z.object({
  name: z.string(),
  kind: UploadKind.nullable(),
  number: z.int().nullable(),
  language: z.string().nullable(),
  leftOut: z
    .enum(["not_media", "empty", "too_big", "bad_name", "no_episode", "double", "too_many", "here"])
    .nullable(),
  /** Whether an episode has a film or captions already, which this replaces. */
  replaces: z.boolean(),
  /** Its upload; null in a preview. */
  id: Id.nullable(),
});
export type UploadPlace = z.infer<typeof UploadPlace>;

/** What an upload does: where each file goes, and the episodes that are missing between them. */
export const UploadPlan = z.object({
  seriesId: Id.nullable(),
  files: z.array(UploadPlace),
  missing: z.array(z.int()),
});
export type UploadPlan = z.infer<typeof UploadPlan>;

/** `checking`: all bytes are here. A refused file has a sentence that says why. */
export const uploadStates = ["receiving", "checking", "done", "refused", "cancelled"] as const;

/** An upload of a series that is under way, or was refused. */
export const UploadRow = z.object({
  id: Id,
  name: z.string(),
  size: z.int(),
  received: z.int(),
  kind: UploadKind,
  number: z.int().nullable(),
  language: z.string().nullable(),
  state: z.enum(uploadStates),
  sentence: z.string().nullable(),
});
export type UploadRow = z.infer<typeof UploadRow>;
