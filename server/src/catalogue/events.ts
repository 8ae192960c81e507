/** Channel (LISTEN/NOTIFY) for visible changes of the catalogue; every node then drops its cached public responses. */
export const catalogueChanged = "catalogue_changed";
