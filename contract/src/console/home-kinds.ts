/** The kinds of sections on the home screen. */
export const homeKinds = ["featured", "row", "grid", "ranking", "switcher"] as const;
