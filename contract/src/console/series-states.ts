// No imports here: the browser loads these values without the schema library.

/** A draft was never live; a withdrawn series was. */
export const seriesStates = ["draft", "live", "withdrawn"] as const;
