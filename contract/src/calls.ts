import * as z from "zod";
import { accountCalls } from "./accounts-calls.ts";
import { attributionCalls } from "./attribution-calls.ts";
import { type Call, Nothing } from "./call.ts";
import {
  Episode,
  Homepage,
  Series,
  SeriesPage,
  SeriesQuery,
  Tag,
  Trending,
  tagKinds,
  UnlockedQuery,
} from "./catalogue.ts";
import { choiceParameter, Id, page } from "./common.ts";
import { consoleCalls } from "./console/calls.ts";
import {
  EndedSeries,
  FavoriteChange,
  FavoritePage,
  HistoryPage,
  HistoryRemoval,
  HistoryReports,
  PageQuery,
} from "./library.ts";
import { Offer } from "./money.ts";
import { moneyCalls } from "./money-calls.ts";
import { PlayableEpisode } from "./playback.ts";
import { ContactMessage, InformationPage, PageName, PublicConfig } from "./site.ts";

/** Every JSON call of the product: the server registers them, the browser infers types from them. */
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
    summary: "A page of series: a section, a tag, the results of a keyword, or all",
    cache: "public",
    query: SeriesQuery,
    data: SeriesPage,
  },
  "GET /api/tag": {
    summary: "Categories and tags with at least one series, in one page",
    cache: "public",
    query: z.object({ kind: choiceParameter(tagKinds, undefined) }),
    data: page(Tag),
  },
  "GET /api/video": {
    summary:
      "One series (id), or the series that this member, or this guest who bought, unlocked (scope=unlocked) (R72)",
    cache: "private",
    query: z.union([z.object({ id: Id }), UnlockedQuery]),
    info: Series,
    data: SeriesPage,
  },
  "GET /api/video/episode": {
    summary: "All episodes of a series (seriesId), or one episode to play (id)",
    cache: "private",
    query: z.union([
      z.object({ id: Id }),
      // With `play` the list includes what plays this episode, or the one at which the viewer continues.
      z.object({
        seriesId: Id,
        play: z.union([z.literal("resume"), z.string().regex(/^[1-9]\d{0,4}$/)]).optional(),
      }),
    ]),
    info: PlayableEpisode,
    data: page(Episode).extend({ playing: PlayableEpisode.nullable().optional() }),
    offer: Offer,
  },
  "GET /api/search/trending": {
    summary: "Trending search terms, the most frequent first",
    cache: "public",
    data: Trending,
  },
  "GET /api/page": {
    summary: "An information page, such as the terms",
    cache: "public",
    query: z.object({ name: PageName }),
    info: InformationPage,
  },
  "POST /api/contact": {
    summary: "Sends a message to the operator and returns the number of its ticket",
    cache: "private",
    body: ContactMessage,
    // 5,000 characters of four bytes.
    maxBytes: 32 * 1024,
    info: z.object({ ticket: z.string() }),
  },
  "GET /api/user/history": {
    summary: "The history of this visitor: one row per series, newest first (R66)",
    cache: "private",
    query: PageQuery,
    data: HistoryPage,
  },
  "POST /api/user/history": {
    summary: "Saves one progress report of this visitor, or a batch (R67)",
    cache: "private",
    body: HistoryReports,
    info: Nothing,
  },
  "DELETE /api/user/history": {
    summary: "Removes one series from the history, or all",
    cache: "private",
    body: HistoryRemoval,
    info: Nothing,
  },
  "GET /api/user/ended": {
    summary: "Series that this visitor unlocked and that ended for everybody, the last one first",
    cache: "private",
    info: z.object({ list: z.array(EndedSeries) }),
  },
  "GET /api/user/favorite": {
    summary: "My List, newest first (R68)",
    cache: "private",
    query: PageQuery,
    data: FavoritePage,
  },
  "POST /api/user/favorite": {
    summary: "Adds a series to My List (R69)",
    cache: "private",
    body: FavoriteChange,
    info: z.object({ favorite: z.boolean() }),
  },
  "DELETE /api/user/favorite": {
    summary: "Removes a series from My List; the body or the query names it (R70)",
    cache: "private",
    body: FavoriteChange,
    info: z.object({ favorite: z.boolean() }),
  },
  ...accountCalls,
  ...moneyCalls,
  ...attributionCalls,
  ...consoleCalls,
} as const satisfies Record<string, Call>;

/** The type of the table, which the browser imports. */
export type Calls = typeof calls;

/** A call's name: method and path. */
export type CallName = keyof Calls;
