import * as z from "zod";
import { Id } from "../common.ts";
import { EffectHash } from "./series.ts";

/** The largest table of texts. */
export const TEXTS_LIMITS = { bytes: 2 * 1024 * 1024, rows: 10_000 } as const;

/**
 * A table of texts as CSV or TSV: `series`, `field` and one column a language. `dryRun` answers what would change; the act
 * carries the hash of that answer.
 */
export const TextsImport = z.object({
  table: z.string().min(1).max(TEXTS_LIMITS.bytes),
  dryRun: z.boolean().optional(),
  effect: EffectHash.optional(),
});

/** A row that is not taken, and what to do about it. */
export const TextsFault = z.object({ line: z.int(), message: z.string() });
export type TextsFault = z.infer<typeof TextsFault>;

/** One text that would change. */
export const TextsDifference = z.object({
  series: Id,
  title: z.string(),
  /** `title`, `synopsis` or `episode N`. */
  field: z.string(),
  language: z.string(),
  from: z.string().nullable(),
  to: z.string().nullable(),
});
export type TextsDifference = z.infer<typeof TextsDifference>;

/** What importing a table would change. Without a hash it cannot be imported as it is. */
export const TextsEffect = z.object({
  hash: EffectHash.nullable(),
  rows: z.int(),
  /** How many texts change, in how many series, and how many of these are live, so that it goes into their drafts. */
  changes: z.int(),
  series: z.int(),
  live: z.int(),
  /** The first of the changes. */
  differences: z.array(TextsDifference),
  faults: z.array(TextsFault),
});
export type TextsEffect = z.infer<typeof TextsEffect>;
