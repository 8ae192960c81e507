// No imports here: the browser loads these values without the schema library.

/** The reports of the console. */
export const reportKinds = [
  "funnel",
  "campaigns",
  "retention",
  "revenue",
  "subscriptions",
  "playback",
  "ledger",
] as const;

/** A report of the console. */
export type ReportKind = (typeof reportKinds)[number];

/** What a revenue report is split by. */
export const revenueGroups = ["day", "plan", "series", "currency", "gateway"] as const;

/** What a revenue report is split by. */
export type RevenueGroup = (typeof revenueGroups)[number];

/** What visitors are grouped by: how they came, their campaign, their shared link or their language. */
export const visitorGroups = ["kind", "campaign", "token", "language"] as const;

/** What visitors are grouped by. */
export type VisitorGroup = (typeof visitorGroups)[number];

/** Lists that are exported whole: bookings of the ledger, orders, and the audit log. */
export const exportLists = ["entries", "orders", "audit"] as const;

/** Whatever can be exported. */
export const exportKinds = [...reportKinds, ...exportLists] as const;

/** Whatever can be exported. */
export type ExportKind = (typeof exportKinds)[number];

/** The ways in which a visitor came that retention compares. */
export const touchKinds = ["tiktok", "facebook", "google", "token", "utm", "referral", "direct"] as const;

/** The most groups that a picture compares. */
export const MAX_COMPARED = 4;

/** The most days of a report. */
export const MAX_REPORT_DAYS = 366;
