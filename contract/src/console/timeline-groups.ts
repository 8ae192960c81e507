// No imports here: the browser loads these values without the schema library.

/** What a timeline may be narrowed to. */
export const timelineGroups = ["money", "watching", "mail", "support", "access"] as const;
export type TimelineGroup = (typeof timelineGroups)[number];

/** Every kind of event of a timeline with its group. */
export const timelineKinds = {
  visit: "watching",
  step: "watching",
  watched: "watching",
  order: "money",
  payment: "money",
  refund: "money",
  mail: "mail",
  sign_in: "access",
  consent: "access",
  ticket: "support",
  act: "access",
  note: "support",
} as const satisfies Record<string, TimelineGroup>;
export type TimelineKind = keyof typeof timelineKinds;
