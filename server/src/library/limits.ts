/** Series in one history at most; the ones watched longest ago go. */
export const MOST_SERIES = 1000;
