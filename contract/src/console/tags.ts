import * as z from "zod";
import { tagKinds } from "../catalogue.ts";
import { Id } from "../common.ts";
import { languages } from "../languages.ts";
import { EffectHash } from "./series.ts";

/** A name in each language that it has one in. */
export const TagNames = z.partialRecord(z.enum(languages), z.string().max(200));
export type TagNames = z.infer<typeof TagNames>;

/** A tag or category with all its names. */
export const ConsoleTag = z.object({
  id: Id,
  kind: z.enum(tagKinds),
  /** In English, or else in the first language. */
  name: z.string(),
  names: TagNames,
  /** How many series have it, live or not. */
  series: z.int(),
});
export type ConsoleTag = z.infer<typeof ConsoleTag>;

export const ConsoleTags = z.object({ list: z.array(ConsoleTag) });

/** Creates a tag of a kind, or gives `id` other names. `from` is what the screen showed: other names since refuse it. */
export const TagChange = z.union([
  z.object({ id: Id, from: TagNames, names: TagNames }),
  z.object({ kind: z.enum(tagKinds), names: TagNames }),
]);

/** Deletes a tag, or brings back one that was deleted within a day. */
export const TagAct = z.object({ id: Id });

/** Puts one tag in the place of another. `dryRun` answers what would happen; the act carries the hash of that answer. */
export const TagMerge = z.object({
  id: Id,
  into: Id,
  dryRun: z.boolean().optional(),
  effect: EffectHash.optional(),
});

/** What a merge would do; without a hash, why it is refused and what to do instead. */
export const TagMergeEffect = z.object({ hash: EffectHash.nullable(), sentences: z.array(z.string()) });
export type TagMergeEffect = z.infer<typeof TagMergeEffect>;

const Order = z.array(Id).min(1).max(1000);

/** Puts the categories in another order. `from` is the one that the screen showed: another one since refuses it. */
export const TagOrder = z.object({ from: Order, order: Order });
