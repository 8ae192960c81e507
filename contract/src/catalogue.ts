import * as z from "zod";
import {
  choiceParameter,
  Id,
  Image,
  idParameter,
  Moment,
  Money,
  numberParameter,
  page,
  Seconds,
  textParameter,
} from "./common.ts";

/** A category or tag: one table with a kind (R12). */
export const TagName = z.object({ id: Id, name: z.string() });

/** A series in lists. `progress` is null in public answers, which are never personal. */
export const SeriesCard = z.object({
  id: Id,
  title: z.string(),
  poster: Image,
  tags: z.array(TagName),
  episodeCount: z.int().nonnegative(),
  freeEpisodeCount: z.int().nonnegative(),
  playCount: z.int().nonnegative(),
  badge: z.enum(["new", "hot", "vip"]).nullable(),
  /** When its next episodes come; null when nothing is planned. */
  nextReleaseAt: Moment.nullable(),
  progress: z
    .object({ episodeId: Id, number: z.int().positive(), position: Seconds, duration: Seconds })
    .nullable(),
});
export type SeriesCard = z.infer<typeof SeriesCard>;

/** A series with all details. `entitledBy` says why locked episodes are open to this viewer, null when they are not. */
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
  /** The next episodes with their times, at most 10. They are not playable. */
  upcoming: z.array(z.object({ number: z.int().positive(), at: Moment })).max(10),
});
export type Series = z.infer<typeof Series>;

/** An episode in the episode list; `locked` depends on the viewer, `free` on the episode. */
export const Episode = z.object({
  id: Id,
  seriesId: Id,
  number: z.int().positive(),
  title: z.string(),
  duration: Seconds,
  free: z.boolean(),
  locked: z.boolean(),
  thumbnail: Image.nullable(),
  publishedAt: Moment.optional(),
  progress: z.object({ position: Seconds, done: z.boolean() }).nullable(),
});
export type Episode = z.infer<typeof Episode>;

/** A series in the carousel: large, with its synopsis. */
export const FeaturedCard = SeriesCard.extend({ synopsis: z.string(), cover: Image });
export type FeaturedCard = z.infer<typeof FeaturedCard>;

/** The home screen: the carousel and the operator's sections (R10, R11). */
export const Homepage = z.object({
  featured: z.object({ id: Id, title: z.string(), list: z.array(FeaturedCard) }),
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

/** The orders of a list. `recommended` is the section's own order, elsewhere the most played first. */
export const sorts = ["recommended", "newest", "popular"] as const;
export type Sort = (typeof sorts)[number];

/**
 * The query of GET /api/homepage/query: the first of `keyword`, `tag` and `section`; without any, every series.
 * Reserved ids: the tag `all` is every series, the section `recommended` the recommendations (R12, R13, R24).
 */
export const SeriesQuery = z.object({
  section: idParameter(),
  tag: idParameter(),
  keyword: textParameter(200),
  /** `results`: the viewer searched for the keyword, and did not only pause typing. Trending terms count these. */
  intent: choiceParameter(["results"], undefined),
  sort: choiceParameter(sorts, "recommended"),
  page: numberParameter(1, 10_000, 1),
  pageSize: numberParameter(1, 100, 20),
});
export type SeriesQuery = z.infer<typeof SeriesQuery>;

/**
 * A page of series. With a keyword at most its 1000 best hits are listed and counted. `suggestions` names titles and
 * tags near it, even without hits; `meant` is the keyword with its typos corrected, when only the correction had hits.
 */
export const SeriesPage = page(SeriesCard).extend({
  suggestions: z.array(z.string()).optional(),
  meant: z.string().optional(),
});
export type SeriesPage = z.infer<typeof SeriesPage>;

/** Trending search terms. `popular`: there are too few searches, so these are names of the most played series. */
export const Trending = page(z.string()).extend({ source: z.enum(["searches", "popular"]) });
export type Trending = z.infer<typeof Trending>;

/** The series that a member, or a guest who bought, unlocked, the newest unlock first (R22). */
export const UnlockedQuery = z.object({
  scope: z.literal("unlocked"),
  page: numberParameter(1, 10_000, 1),
  pageSize: numberParameter(1, 100, 20),
});

/** The two kinds of one table (R12). */
export const tagKinds = ["category", "tag"] as const;

/** A category or tag with its number of series. */
export const Tag = TagName.extend({ kind: z.enum(tagKinds), seriesCount: z.int().nonnegative() });
export type Tag = z.infer<typeof Tag>;
