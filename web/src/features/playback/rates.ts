/** The available playback speeds. */
export const rates = [0.75, 1, 1.25, 1.5, 2] as const;
