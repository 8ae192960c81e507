import * as z from "zod";
import { Id, Moment } from "./common.ts";

export { consentVersion } from "./consent-version.ts";

/**
 * What a person allows beyond what the product itself needs: `ads` the pixels of advertisers, `analytics` that of
 * Google Analytics. `version` names the text that they read, or would read now; null `at`: never asked.
 */
export const Consent = z.object({
  ads: z.boolean(),
  analytics: z.boolean(),
  version: z.string(),
  at: Moment.nullable(),
});
export type Consent = z.infer<typeof Consent>;

/** The body of POST /api/user/consent. */
export const ConsentChoice = z.object({
  ads: z.boolean(),
  analytics: z.boolean(),
  version: z.string().regex(/^[A-Za-z0-9._-]{1,40}$/),
});

/**
 * The names of browser events; any other name is counted as `other`.
 *
 * Playback events have `seriesId` and `episodeId`. `first_frame`: the first frame of an episode after it was requested
 * (`props`: ttff, rendition, network). `play_end`: playback ended, was left or was hidden, with the measurements since
 * the last such event (`props`: playedMs, rebufferMs, rendition, network). `exit_before_start`: it was left before the
 * first frame (`props`: network). `play_error`: it cannot continue (`props`: error, rendition, network).
 *
 * Purchase events have `seriesId` where there is one. `paywall_view`: an offer was shown. `checkout_start`: a payment
 * method was shown. The others are events of pixels, under any of their names.
 */
export const reportNames = [
  ...["first_frame", "play_end", "exit_before_start", "play_error", "paywall_view", "checkout_start"],
  ...["PageView", "ViewContent", "Search", "AddToWishlist", "CompleteRegistration", "InitiateCheckout"],
  ...["AddPaymentInfo", "Purchase", "Subscribe", "CompletePayment", "user_login", "unlock_episode"],
  ...[
    "share_video",
    "video_progress",
    "page_view",
    "view_item",
    "search",
    "add_to_wishlist",
    "sign_up",
    "login",
  ],
  ...["begin_checkout", "add_payment_info", "purchase", "subscription_start", "share"],
  ...["video_start", "video_complete", "express_ready"],
] as const;
export type ReportName = (typeof reportNames)[number];

/** Why an episode cannot continue; any other value is counted as `other`. */
export const playErrors = ["network", "media", "unsupported", "grant", "timeout", "other"] as const;
export type PlayError = (typeof playErrors)[number];

/** The connection as the browser reports it; any other value is counted as unknown. */
export const networks = ["slow-2g", "2g", "3g", "4g"] as const;

/** A browser's measurements of one episode's playback; times in milliseconds. */
export const PlayQuality = z.object({
  /** From the play request to the first frame; absent when there was none. */
  ttff: z.number().min(0).max(600_000).optional(),
  rebufferMs: z.number().min(0).max(86_400_000).optional(),
  playedMs: z.number().min(0).max(86_400_000).optional(),
  /** The shorter edge, in pixels, of the rendition that played longest, such as 720 for 720×1280. */
  rendition: z.int().min(0).max(10_000).optional(),
  /** As the browser reports it: slow-2g, 2g, 3g, 4g. */
  network: z.string().max(20).optional(),
  error: z.string().max(100).optional(),
});
export type PlayQuality = z.infer<typeof PlayQuality>;

/** An event in a browser. `eventId` is created once and used by the pixels too (R98). */
export const ReportEvent = z.object({
  event: z.string().regex(/^[A-Za-z][A-Za-z0-9_]{0,39}$/),
  eventId: z.string().max(100),
  at: Moment,
  seriesId: Id.optional(),
  episodeId: Id.optional(),
  orderId: Id.optional(),
  value: z.number().min(0).max(1e9).optional(),
  currency: z.string().length(3).optional(),
  props: PlayQuality.optional(),
});
export type ReportEvent = z.infer<typeof ReportEvent>;

/** POST /api/reports: a batch; an invalid event is skipped, not refused. */
export const ReportBatch = z.object({ list: z.array(z.unknown()).max(50) });

/** GET /api/reports (R83): one event in the query. */
export const ReportQuery = z.object({
  event: z.string().max(100).optional(),
  eventId: z.string().max(200).optional(),
  /** When it happened, ISO 8601 UTC; the time of the request by default. */
  at: z.string().max(40).optional(),
  value: z.string().max(40).optional(),
  currency: z.string().max(10).optional(),
  seriesId: z.string().max(100).optional(),
  episodeId: z.string().max(100).optional(),
  orderId: z.string().max(100).optional(),
});

/** How many of the events were accepted. */
export const Accepted = z.object({ accepted: z.int().nonnegative() });
