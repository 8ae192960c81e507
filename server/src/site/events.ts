/** Announced (LISTEN/NOTIFY) after an entry or setting of the site changed; nodes drop what told the old ones. */
export const siteChanged = "site_changed";
