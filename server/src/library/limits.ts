/** Maximum number of series in one history; the least recently watched are removed. */
export const MAX_SERIES = 1000;
