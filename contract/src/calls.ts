import * as z from "zod";
import { Episode, Homepage, Series, SeriesPage, SeriesQuery, Tag, tagKinds } from "./catalogue.ts";
import { choiceParameter, Id, page } from "./common.ts";
import { Offer, PlayableEpisode } from "./playback.ts";
import { PublicConfig } from "./site.ts";

/** One JSON call: what it takes and what stands in `info` or `data` when `code` is 200, and in `info` at 402. */
export interface Call {
  summary: string;
  /** Public documents are the same for everybody and carry an ETag; private ones are never stored. */
  cache: "public" | "private";
  query?: z.ZodType;
  body?: z.ZodType;
  info?: z.ZodType;
  data?: z.ZodType;
  /** `info` at code 402. */
  offer?: z.ZodType;
}

/** Every JSON call of the product: the server registers from it, the browser infers from it. */
export const calls = {
  "GET /api/config": {
    summary: "Public configuration entries and the site's name, colours and languages",
    cache: "public",
    data: PublicConfig,
  },
  "GET /api/homepage": {
    summary: "The featured carousel and the home sections",
    cache: "public",
    info: Homepage,
  },
  "GET /api/homepage/query": {
    summary: "A page of series: of a section, under a tag, for a keyword, or of all",
    cache: "public",
    query: SeriesQuery,
    data: SeriesPage,
  },
  "GET /api/tag": {
    summary: "Categories and tags that hold a series, in one page",
    cache: "public",
    query: z.object({ kind: choiceParameter(tagKinds, undefined) }),
    data: page(Tag),
  },
  "GET /api/video": {
    summary: "One series",
    cache: "private",
    query: z.object({ id: Id }),
    info: Series,
  },
  "GET /api/video/episode": {
    summary: "All episodes of a series (seriesId), or one episode to play (id)",
    cache: "private",
    query: z.union([z.object({ id: Id }), z.object({ seriesId: Id })]),
    info: PlayableEpisode,
    data: page(Episode),
    offer: Offer,
  },
} as const satisfies Record<string, Call>;

/** The table's type: what the browser imports. */
export type Calls = typeof calls;

/** A call's name, method and path. */
export type CallName = keyof Calls;
