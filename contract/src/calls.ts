import * as z from "zod";
import {
  Agreement,
  Confirmed,
  Deletion,
  FacebookAgreement,
  ForgottenPassword,
  PasswordChange,
  PasswordReset,
  Profile,
  Registration,
  Session,
  SessionEnd,
  SignIn,
  User,
  UserQuery,
} from "./accounts.ts";
import { Episode, Homepage, Series, SeriesPage, SeriesQuery, Tag, Trending, tagKinds } from "./catalogue.ts";
import { choiceParameter, Id, Moment, page } from "./common.ts";
import {
  FavoriteChange,
  FavoritePage,
  HistoryPage,
  HistoryRemoval,
  HistoryReports,
  PageQuery,
} from "./library.ts";
import { Offer, PlayableEpisode } from "./playback.ts";
import { ContactMessage, InformationPage, PageName, PublicConfig } from "./site.ts";

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
  /** The media type of an answer that is a file in place of an envelope. */
  file?: string;
}

const Nothing = z.object({});

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
  "GET /api/search/trending": {
    summary: "What others look for, the most looked for first",
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
    summary: "Writes to the operator; answers the number of the ticket",
    cache: "private",
    body: ContactMessage,
    info: z.object({ ticket: z.string() }),
  },
  "GET /api/user": {
    summary: "Whoever asks; somebody new becomes a guest (R62)",
    cache: "private",
    query: UserQuery,
    info: User,
  },
  "POST /api/user/register": {
    summary: "Makes the guest a member, signed in (R65)",
    cache: "private",
    body: Registration,
    info: User,
  },
  "POST /api/user/login": {
    summary: "Signs in; what the guest did merges into the member (R63)",
    cache: "private",
    body: SignIn,
    info: User,
  },
  "POST /api/user/logout": {
    summary: "Ends this session, if there is one (R64)",
    cache: "private",
    body: Nothing,
    info: Nothing,
  },
  "POST /api/user/facebook": {
    summary: "Makes somebody a member who came by Facebook for the first time and agrees (R5)",
    cache: "private",
    body: FacebookAgreement,
    info: User,
  },
  "POST /api/user/password/forgot": {
    summary: "Mails a link that sets a new password; the same answer whoever it is (R18)",
    cache: "private",
    body: ForgottenPassword,
    info: Nothing,
  },
  "POST /api/user/password/reset": {
    summary: "Sets a new password by the code of the mail and ends every session",
    cache: "private",
    body: PasswordReset,
    info: Nothing,
  },
  "POST /api/user/password": {
    summary: "Changes the password and ends the other sessions",
    cache: "private",
    body: PasswordChange,
    info: Nothing,
  },
  "POST /api/user/profile": {
    summary: "Changes name and language",
    cache: "private",
    body: Profile,
    info: User,
  },
  "GET /api/user/sessions": {
    summary: "The member's signed-in devices",
    cache: "private",
    data: page(Session),
  },
  "DELETE /api/user/sessions": {
    summary: "Signs out one device, or all others",
    cache: "private",
    body: SessionEnd,
    info: Nothing,
  },
  "GET /api/user/agreements": {
    summary: "What the member agreed to, and when",
    cache: "private",
    data: page(Agreement),
  },
  "POST /api/user/export": {
    summary: "Everything kept about the member, as a ZIP of JSON files",
    cache: "private",
    body: Confirmed,
    file: "application/zip",
  },
  "POST /api/user/delete": {
    summary: "Deletes the account in 14 days, or takes that back",
    cache: "private",
    body: Deletion,
    info: z.object({ deletesAt: Moment.nullable() }),
  },
  "GET /api/user/history": {
    summary: "What this viewer watched, newest first, one row a series (R66)",
    cache: "private",
    query: PageQuery,
    data: HistoryPage,
  },
  "POST /api/user/history": {
    summary: "Reports how far this viewer is, one report or a batch (R67)",
    cache: "private",
    body: HistoryReports,
    info: Nothing,
  },
  "DELETE /api/user/history": {
    summary: "Takes one series out of the history, or all",
    cache: "private",
    body: HistoryRemoval,
    info: Nothing,
  },
  "GET /api/user/favorite": {
    summary: "My List, the newest first (R68)",
    cache: "private",
    query: PageQuery,
    data: FavoritePage,
  },
  "POST /api/user/favorite": {
    summary: "Puts a series on My List (R69)",
    cache: "private",
    body: FavoriteChange,
    info: z.object({ favorite: z.boolean() }),
  },
  "DELETE /api/user/favorite": {
    summary: "Takes a series off My List; body or query names it (R70)",
    cache: "private",
    body: FavoriteChange,
    info: z.object({ favorite: z.boolean() }),
  },
} as const satisfies Record<string, Call>;

/** The table's type: what the browser imports. */
export type Calls = typeof calls;

/** A call's name, method and path. */
export type CallName = keyof Calls;
