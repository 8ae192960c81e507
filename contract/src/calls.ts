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
import { Accepted, Consent, ConsentChoice, ReportBatch, ReportQuery } from "./attribution.ts";
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
import { choiceParameter, Id, Moment, page } from "./common.ts";
import {
  FavoriteChange,
  FavoritePage,
  HistoryPage,
  HistoryRemoval,
  HistoryReports,
  PageQuery,
} from "./library.ts";
import {
  CancelRequest,
  ClockRequest,
  ClockState,
  Offer,
  Order,
  OrderNext,
  OrderRequest,
  PaymentQuery,
  Payments,
  PayNext,
  PayRequest,
  PlanList,
  PlanQuery,
  Subscription,
  Unlocked,
  UnlockRequest,
} from "./money.ts";
import { PlayableEpisode } from "./playback.ts";
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
    summary: "One series (id), or the series that this member unlocked (scope=unlocked) (R72)",
    cache: "private",
    query: z.union([z.object({ id: Id }), UnlockedQuery]),
    info: Series,
    data: SeriesPage,
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
  "POST /api/video/unlock": {
    summary: "Whether a series is open to this viewer, and what opens it; never charges (R73)",
    cache: "private",
    body: UnlockRequest,
    info: Unlocked,
    offer: Offer,
  },
  "GET /api/plan": {
    summary: "What is sold here, how it is paid and what one agrees to (R78)",
    cache: "private",
    query: PlanQuery,
    info: PlanList,
  },
  "POST /api/payment/order": {
    summary: "Opens an order; the same clientToken is the same order (R77)",
    cache: "private",
    body: OrderRequest,
    info: z.object({ order: Order, next: OrderNext.nullable() }),
  },
  "POST /api/payment/pay": {
    summary: "Pays an order (R76)",
    cache: "private",
    body: PayRequest,
    info: z.object({ order: Order, next: PayNext.nullable() }),
  },
  "GET /api/payment": {
    summary: "One order (orderId), or the membership and all orders (R74)",
    cache: "private",
    query: PaymentQuery,
    info: z.union([Order, Payments]),
  },
  "POST /api/payment/cancel": {
    summary: "Ends renewal, takes that back (undo), or gives up a pending order (R75)",
    cache: "private",
    body: CancelRequest,
    info: z.union([z.object({ subscription: Subscription }), z.object({ order: Order })]),
  },
  "GET /api/user/consent": {
    summary: "What this person allows beyond what the product needs",
    cache: "private",
    info: Consent,
  },
  "POST /api/user/consent": {
    summary: "Allows pixels and measurement, or takes that back",
    cache: "private",
    body: ConsentChoice,
    info: Consent,
  },
  "GET /api/reports": {
    summary: "One event of the browser, for our own books (R83)",
    cache: "private",
    query: ReportQuery,
    info: Accepted,
  },
  "POST /api/reports": {
    summary: "Events of the browser, 50 at most (R83)",
    cache: "private",
    body: ReportBatch,
    info: Accepted,
  },
  "POST /api/test/clock": {
    summary: "Moves the clock of the demo and of its stand-ins; only there, only from this machine",
    cache: "private",
    body: ClockRequest,
    info: ClockState,
  },
} as const satisfies Record<string, Call>;

/** The table's type: what the browser imports. */
export type Calls = typeof calls;

/** A call's name, method and path. */
export type CallName = keyof Calls;
