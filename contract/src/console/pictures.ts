import * as z from "zod";
import { Counted, Id } from "../common.ts";
import { pictureKinds } from "./picture-kinds.ts";

const Kind = z.enum(pictureKinds);

/** How far a picture can be enlarged within its frame. */
export const MAX_ZOOM = 8;

/**
 * Which part of a picture is shown. The frame is as large as the picture allows, divided by `zoom`, and its middle is as near
 * to the focal point as it can be. The focal point is given in parts of the width and height.
 */
export const Crop = z.object({
  x: z.number().min(0).max(1),
  y: z.number().min(0).max(1),
  zoom: z.number().min(1).max(MAX_ZOOM),
});
export type Crop = z.infer<typeof Crop>;

/** Where a picture comes from: a file that was uploaded for it, or the film of an episode at a second. */
export const PictureSource = z.union([
  z.object({ upload: Id }),
  z.object({ episode: Id, at: z.number().min(0).max(86_400) }),
]);
export type PictureSource = z.infer<typeof PictureSource>;

const PictureUrl = z.string().max(200).nullable();

/** Sets a picture of a series. `from` is the one that the screen showed: another one since refuses it. */
export const PictureChange = z.object({
  id: Id,
  kind: Kind,
  from: PictureUrl,
  source: PictureSource,
  crop: Crop,
});

/** Removes a picture of a series. */
export const PictureRemoval = z.object({ id: Id, kind: Kind, from: PictureUrl });

/** Undoes the removal that made this version of a series. */
export const PictureUndo = z.object({ id: Id, kind: Kind, version: Counted.positive() });
