/** How far somebody got: saw a first picture, reached an episode, saw what opens the next one, went to pay. */
export const stepNames = ["first_frame", "episode", "paywall", "checkout"] as const;
export type StepName = (typeof stepNames)[number];

/** One step of somebody's. */
export interface Step {
  visitorId: string;
  step: StepName;
  seriesId: string;
  /** 0 where it belongs to none. */
  episodeNumber: number;
  /** By our clock, not by the browser's. */
  at: Date;
}
