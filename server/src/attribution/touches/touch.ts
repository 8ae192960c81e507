import type { Language } from "@cliffhanger/contract";

/** How somebody came, the clearest sign first: a click on an ad, a person's link, a campaign, another site, or by themselves. */
export const touchKinds = ["tiktok", "facebook", "google", "token", "utm", "referral", "direct"] as const;
export type TouchKind = (typeof touchKinds)[number];

/** What a campaign's link says of itself. */
export const utmNames = ["source", "medium", "campaign", "term", "content"] as const;
export type Utm = Partial<Record<(typeof utmNames)[number], string>>;

/** What a landing tells, before it is known whose it is. */
export interface Arrival {
  kind: TouchKind;
  /** The click's id, the token of a link, or the host of another site. */
  value: string | null;
  /** Whose link it was, also where a click id stands beside it: networks put theirs on every link. */
  token: string | null;
  /** The path, without what is searched for; null where no landing was told. */
  landing: string | null;
  seriesId: string | null;
  referrer: string | null;
  utm: Utm;
}

/** One way by which somebody came, as it is kept: kind and value belong together, whatever header carried them. */
export interface Touch extends Arrival {
  language: Language;
  /** ISO 8601. */
  at: string;
}

/** Kinds whose value is a click of its own, counted once. */
export const clickKinds: readonly TouchKind[] = ["tiktok", "facebook", "google"];
