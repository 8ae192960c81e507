import * as z from "zod";
import type { Call } from "../call.ts";
import { EpisodeOrder, EpisodeRemoval, EpisodeRemovalEffect, EpisodeReplacement } from "./episodes.ts";
import { ConsoleSeries } from "./series.ts";
import { UploadPlan } from "./uploads.ts";

/** The ids of two thousand episodes, as they were and as they are. */
const ORDER_BYTES = 128 * 1024;

/** The calls of single episodes. */
export const consoleEpisodeCalls = {
  "POST /api/console/episode/reorder": {
    summary: "Puts the episodes of a series in another order: of a live one, in its draft",
    cache: "private",
    body: EpisodeOrder,
    maxBytes: ORDER_BYTES,
    info: ConsoleSeries,
    console: { permission: "series.write", writes: "episode.reorder" },
  },
  "POST /api/console/episode/replace": {
    summary: "Begins the upload of another film for an episode; the present one plays until it is ready",
    cache: "private",
    body: EpisodeReplacement,
    info: UploadPlan,
    console: { permission: "series.write", writes: "episode.replace" },
  },
  "POST /api/console/episode/remove": {
    summary: "Removes an episode that nobody has seen, or answers what that would do",
    cache: "private",
    body: EpisodeRemoval,
    info: z.object({ series: ConsoleSeries.nullable(), effect: EpisodeRemovalEffect.nullable() }),
    console: { permission: "series.write", writes: "episode.remove" },
  },
} as const satisfies Record<string, Call>;
