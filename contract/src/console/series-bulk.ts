import * as z from "zod";
import { Id, Moment, textParameter } from "../common.ts";
import { RequestKey } from "./operator.ts";
import { seriesFilters } from "./series.ts";
import { SeriesChoice } from "./series-choice.ts";

const MAX_TAGS = 20;

/** What is done to many series. Tags and free episodes of live series change in their drafts; `publish` publishes those. */
export const BulkAct = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("tag"), add: z.array(Id).max(MAX_TAGS), remove: z.array(Id).max(MAX_TAGS) }),
  z.object({ kind: z.literal("free"), free: z.int().min(0).max(10_000) }),
  z.object({ kind: z.literal("withdraw") }),
  z.object({ kind: z.literal("publish") }),
]);
export type BulkAct = z.infer<typeof BulkAct>;

/** Begins an act on many series, or answers what it would do: the act carries the hash of that answer. */
export const BulkBegin = z.object({
  requestKey: RequestKey,
  which: SeriesChoice,
  act: BulkAct,
  dryRun: z.boolean().optional(),
  effect: z
    .string()
    .regex(/^[0-9a-f]{64}$/)
    .optional(),
});

/** What an act on many series would do. */
export const BulkEffect = z.object({ hash: z.string(), sentences: z.array(z.string()) });
export type BulkEffect = z.infer<typeof BulkEffect>;

/** How it ended for one series: `draft` changed what viewers do not see yet. */
export const bulkOutcomes = ["done", "draft", "unchanged", "failed"] as const;

/** An act on many series, with its progress. */
export const Bulk = z.object({
  id: Id,
  kind: z.enum(["tag", "free", "withdraw", "publish"]),
  createdAt: Moment,
  endedAt: Moment.nullable(),
  total: z.int(),
  counts: z.object({
    waiting: z.int(),
    done: z.int(),
    draft: z.int(),
    unchanged: z.int(),
    failed: z.int(),
  }),
  /** The results, failed ones first, at most 200. */
  rows: z.array(
    z.object({
      seriesId: Id,
      title: z.string(),
      outcome: z.enum(bulkOutcomes),
      sentence: z.string().nullable(),
    }),
  ),
  /** The series whose drafts it changed, to publish them: at most 200. */
  drafts: z.array(Id),
});
export type Bulk = z.infer<typeof Bulk>;

/** Which series to write into a file: those that match, or some of them. */
export const SeriesExport = z.object({
  ...seriesFilters,
  /** Ids with commas between them. */
  ids: textParameter(8000),
});
