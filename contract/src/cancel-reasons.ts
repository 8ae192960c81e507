/** What members are asked for after they cancelled. */
export const cancelReasons = ["price", "content", "technical", "pause", "other"] as const;
export type CancelReason = (typeof cancelReasons)[number];
