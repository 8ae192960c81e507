/** Channel (LISTEN/NOTIFY) for visible changes of the catalogue; every node then drops its cached public responses. */
export const CATALOGUE_CHANGED = "catalogue_changed";
