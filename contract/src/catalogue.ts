import * as z from "zod";
import { Id, Image, Moment, Money, Seconds } from "./common.ts";

/** A category or tag: one table with a kind (R12). */
export const TagName = z.object({ id: Id, name: z.string() });

/** A series as lists show it. `progress` is null on public answers, which are never personal. */
export const SeriesCard = z.object({
  id: Id,
  title: z.string(),
  poster: Image,
  tags: z.array(TagName),
  episodeCount: z.int().nonnegative(),
  freeEpisodeCount: z.int().nonnegative(),
  playCount: z.int().nonnegative(),
  badge: z.enum(["new", "hot", "vip"]).nullable(),
  progress: z
    .object({ episodeId: Id, number: z.int().positive(), position: Seconds, duration: Seconds })
    .nullable(),
});
export type SeriesCard = z.infer<typeof SeriesCard>;

/** A series whole. `entitledBy` says why locked episodes open for this viewer, null where they do not. */
export const Series = SeriesCard.extend({
  synopsis: z.string(),
  cover: Image,
  language: z.string(),
  favorite: z.boolean(),
  unlocked: z.boolean(),
  entitledBy: z.enum(["subscription", "purchase"]).nullable(),
  unlockPrice: Money.nullable(),
  completed: z.boolean(),
  updatedAt: Moment,
});
export type Series = z.infer<typeof Series>;

/** An episode as the episode list shows it; `locked` is this viewer's, `free` the episode's own. */
export const Episode = z.object({
  id: Id,
  seriesId: Id,
  number: z.int().positive(),
  title: z.string(),
  duration: Seconds,
  free: z.boolean(),
  locked: z.boolean(),
  thumbnail: Image.nullable(),
  progress: z.object({ position: Seconds, done: z.boolean() }).nullable(),
});
export type Episode = z.infer<typeof Episode>;

/** The home screen: the carousel and the operator's sections (R10, R11). */
export const Homepage = z.object({
  featured: z.object({ id: Id, title: z.string(), list: z.array(SeriesCard) }),
  sections: z.array(
    z.object({
      id: Id,
      title: z.string(),
      kind: z.enum(["row", "grid", "ranking", "switcher"]),
      tabs: z.array(TagName).optional(),
      list: z.array(SeriesCard),
    }),
  ),
});
export type Homepage = z.infer<typeof Homepage>;
