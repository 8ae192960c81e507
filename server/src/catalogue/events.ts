/** Announced (LISTEN/NOTIFY) after anything visible in the catalogue changed; nodes drop their public documents. */
export const catalogueChanged = "catalogue_changed";
