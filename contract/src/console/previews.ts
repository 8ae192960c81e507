import * as z from "zod";
import { Moment } from "../common.ts";

/** Who a preview is seen as. */
export const previewRoles = ["guest", "member", "unlocked"] as const;
export const PreviewRole = z.enum(previewRoles);
export type PreviewRole = z.infer<typeof PreviewRole>;

/** The link of a series' private preview, without its code, and who opened it. */
export const SeriesPreview = z.object({
  madeAt: Moment,
  madeBy: z.string().nullable(),
  endsAt: Moment,
  openings: z.array(z.object({ at: Moment, seenAs: PreviewRole, device: z.string() })),
  opened: z.int(),
});
export type SeriesPreview = z.infer<typeof SeriesPreview>;
