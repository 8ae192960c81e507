/** What came longer ago than this led to nothing any more, and is not kept either; as PostgreSQL and as milliseconds. */
export const lookback = "90 days";
export const lookbackMs = 90 * 86_400_000;
