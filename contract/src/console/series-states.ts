// No imports here: the browser loads these values without the schema library.

/** A draft was never live; a withdrawn series was. */
export const seriesStates = ["draft", "live", "withdrawn"] as const;

/** What is filtered by about films: one that could not be encoded, or one that waits for it or is being encoded. */
export const filmFilters = ["failed", "encoding"] as const;

/** What is filtered by about prices: an own one, or the general one. */
export const priceFilters = ["own", "general"] as const;
