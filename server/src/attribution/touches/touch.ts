import type { Language } from "@cliffhanger/contract";

/** Kinds of arrival, the most specific first: an ad click, a share link, a campaign, another site, or direct. */
export const touchKinds = ["tiktok", "facebook", "google", "token", "utm", "referral", "direct"] as const;
export type TouchKind = (typeof touchKinds)[number];

/** The parameters of a campaign link. */
export const utmNames = ["source", "medium", "campaign", "term", "content"] as const;
export type Utm = Partial<Record<(typeof utmNames)[number], string>>;

/** A landing as read, before its visitor is known. */
export interface Arrival {
  kind: TouchKind;
  /** The click id, the token of a share link, or the host of another site. */
  value: string | null;
  /** The share link's token, stored even next to a click id, because networks add theirs to every link. */
  token: string | null;
  /** The path without a search query; null if there was no landing. */
  landing: string | null;
  seriesId: string | null;
  referrer: string | null;
  utm: Utm;
}

/** One stored arrival. Kind and value belong together, whichever header they came in. */
export interface Touch extends Arrival {
  language: Language;
  /** ISO 8601. */
  at: string;
}

/** Kinds whose value is a click id, which counts once. */
export const clickKinds: readonly TouchKind[] = ["tiktok", "facebook", "google"];
