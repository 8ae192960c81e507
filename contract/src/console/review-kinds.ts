// No imports here: the browser loads these values without the schema library.

/** Why something about money needs manual review. */
export const reviewEntryKinds = [
  "dispute",
  "request",
  "withdrawal",
  "doubt",
  "mismatch",
  "warning",
  "refund",
  "late",
  "twice",
  "hint",
  "merchant_fault",
  "finding",
  "restore",
] as const;
export type ReviewEntryKind = (typeof reviewEntryKinds)[number];

/** Words that an operator adds of their own fit into this. */
export const MAX_NOTE = 500;
