import type { ReviewEntryKind } from "@cliffhanger/contract/console/review-kinds";
import type { MessageId } from "../../lib/messages.ts";

/** The tabs of the queue, and the kinds in each. */
export const reviewTabs = {
  open: null,
  disputes: ["dispute"],
  doubt: ["doubt", "mismatch"],
  warnings: ["warning"],
  refunds: ["request", "refund", "withdrawal", "late", "twice"],
  other: ["hint", "merchant_fault", "finding", "restore"],
} as const satisfies Record<string, readonly ReviewEntryKind[] | null>;

/** A tab of the queue; `closed` lists what was closed last. */
export type ReviewTab = keyof typeof reviewTabs | "closed";

/** Reads the tab from the address. */
export function readTab(params: URLSearchParams): ReviewTab {
  const tab = params.get("tab") ?? "open";
  return tab === "closed" || Object.hasOwn(reviewTabs, tab) ? (tab as ReviewTab) : "open";
}

/** Returns whether a tab shows entries of a kind. */
export function isInTab(tab: ReviewTab, kind: ReviewEntryKind): boolean {
  if (tab === "closed") return false;
  const kinds: readonly ReviewEntryKind[] | null = reviewTabs[tab];
  return kinds === null || kinds.includes(kind);
}

interface Kind {
  tone: "red" | "amber" | "blue" | "plain";
  /** Whether the gateway can be asked about it now, and what the button says. */
  look?: MessageId;
  /** Whether money may go back through its order. */
  refunds?: boolean;
}

/** How each kind looks, and what can be done with it besides closing it. */
export const entryKinds: Readonly<Record<ReviewEntryKind, Kind>> = {
  dispute: { tone: "red", look: "review.look" },
  request: { tone: "blue", refunds: true },
  withdrawal: { tone: "blue", refunds: true },
  doubt: { tone: "amber", look: "review.look" },
  mismatch: { tone: "amber", look: "review.look" },
  warning: { tone: "amber", look: "review.look", refunds: true },
  refund: { tone: "red", refunds: true },
  late: { tone: "blue", look: "review.look", refunds: true },
  twice: { tone: "blue" },
  hint: { tone: "plain", look: "review.fetch" },
  merchant_fault: { tone: "red" },
  finding: { tone: "plain" },
  restore: { tone: "red" },
};
