import * as z from "zod";
import { Id } from "../common.ts";
import { RequestKey } from "./operator.ts";
import { EffectHash } from "./series.ts";
import { UploadFile } from "./uploads.ts";

const Order = z.array(Id).min(1).max(2000);

/**
 * Puts episodes in another order. `from` is the one that the screen showed: another one since refuses it. `closeGaps` numbers
 * them from 1, which a live series does not do: its viewers know the numbers.
 */
export const EpisodeOrder = z.object({
  id: Id,
  from: Order,
  order: Order,
  closeGaps: z.boolean().optional(),
});

/** Begins the upload of another film for an episode. The one that it has plays until the new one is ready. */
export const EpisodeReplacement = z.object({
  requestKey: RequestKey,
  id: Id,
  file: UploadFile.pick({ name: true, size: true, lastModified: true }),
});

/** Removes an episode that nobody has seen. `dryRun` answers what would happen; the act carries the hash of that answer. */
export const EpisodeRemoval = z.object({
  id: Id,
  dryRun: z.boolean().optional(),
  effect: EffectHash.optional(),
});

/** What removing an episode would do; without a hash, why it is not removed and what to do instead. */
export const EpisodeRemovalEffect = z.object({ hash: EffectHash.nullable(), sentences: z.array(z.string()) });
export type EpisodeRemovalEffect = z.infer<typeof EpisodeRemovalEffect>;
