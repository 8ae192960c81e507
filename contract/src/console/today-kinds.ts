// No imports here: the browser loads these values without the schema library.

/** What can need an operator. */
export const needKinds = [
  "dispute",
  "money",
  "doubt",
  "refund",
  "encode",
  "drop",
  "texts",
  "tickets",
  "gateway",
  "backup",
  "disk",
  "look_ups",
] as const;
export type NeedKind = (typeof needKinds)[number];

/** The steps of a new site to its first sale, in order. */
export const startSteps = ["site", "upload", "publish", "plan", "gateway", "mail", "sale"] as const;
export type StartStep = (typeof startSteps)[number];
