/** How far a visitor got: saw a first frame, reached an episode, saw the paywall, opened the checkout. */
export const stepNames = ["first_frame", "episode", "paywall", "checkout"] as const;
export type StepName = (typeof stepNames)[number];

/** A step of a visitor. */
export interface Step {
  visitorId: string;
  step: StepName;
  seriesId: string;
  /** 0 if it belongs to none. */
  episodeNumber: number;
  /** By the server's clock, not the browser's. */
  at: Date;
}
