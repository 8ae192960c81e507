/** The kinds of sections. */
export const sectionKinds = ["featured", "row", "grid", "ranking", "switcher"] as const;
