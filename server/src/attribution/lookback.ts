/** Older touches are neither credited nor stored. As an interval of PostgreSQL and in milliseconds. */
export const lookback = "90 days";
export const lookbackMs = 90 * 86_400_000;
