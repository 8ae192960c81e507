/** Older touches are neither credited nor stored. As an interval of PostgreSQL and in milliseconds. */
export const LOOKBACK = "90 days";
export const LOOKBACK_MS = 90 * 86_400_000;
