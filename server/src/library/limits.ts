/** Maximum number of series in one history; the least recently watched are removed. */
export const MOST_SERIES = 1000;
