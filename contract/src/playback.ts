import * as z from "zod";
import { Episode } from "./catalogue.ts";
import { Id, Moment, Money } from "./common.ts";

/** Where an episode's bytes are, for one viewer and at most ten minutes; ask again before `expiresAt`. */
export const Playback = z.object({
  hls: z.string(),
  expiresAt: Moment,
  captions: z.array(z.object({ language: z.string(), label: z.string(), url: z.string() })),
  storyboard: z.string().nullable(),
  next: z
    .object({ id: Id, number: z.int().positive(), locked: z.boolean(), hls: z.string().nullable() })
    .nullable(),
});
export type Playback = z.infer<typeof Playback>;

/** An episode with what plays it. */
export const PlayableEpisode = Episode.extend({ playback: Playback });
export type PlayableEpisode = z.infer<typeof PlayableEpisode>;

/** A membership for sale. `perDay` is the price by the day, rounded up to the cent (R31). */
export const Plan = z.object({
  id: Id,
  name: z.string(),
  description: z.string(),
  price: Money,
  perDay: Money,
  periodDays: z.int().positive(),
  trialDays: z.int().nonnegative(),
  badge: z.string().nullable(),
});
export type Plan = z.infer<typeof Plan>;

/** What opens a locked episode: the series once and for good, or a plan. Both empty: nothing is on sale here. */
export const Offer = z.object({
  seriesId: Id,
  fromEpisode: z.int().positive(),
  unlock: z.object({ price: Money, episodes: z.int().positive() }).nullable(),
  plans: z.array(Plan),
});
export type Offer = z.infer<typeof Offer>;
