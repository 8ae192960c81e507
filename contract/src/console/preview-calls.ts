import * as z from "zod";
import { type Call, Nothing } from "../call.ts";
import { Id } from "../common.ts";
import { SeriesPreview } from "./previews.ts";

/** The calls of private previews. */
export const consolePreviewCalls = {
  "GET /api/console/preview": {
    summary: "The private preview of a series and who opened it",
    cache: "private",
    query: z.object({ id: Id }),
    info: z.object({ preview: SeriesPreview.nullable() }),
    console: { permission: "series.read", polls: true },
  },
  "POST /api/console/preview": {
    summary: "Makes the link of a private preview, which is shown once; an earlier one ends",
    cache: "private",
    body: z.object({ id: Id }),
    info: z.object({ preview: SeriesPreview, link: z.string() }),
    console: { permission: "series.write", writes: "preview.make" },
  },
  "DELETE /api/console/preview": {
    summary: "Ends the private preview of a series",
    cache: "private",
    body: z.object({ id: Id }),
    info: Nothing,
    console: { permission: "series.write", writes: "preview.end" },
  },
} as const satisfies Record<string, Call>;
