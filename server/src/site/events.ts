/** Sent (LISTEN/NOTIFY) after an entry or setting of the site changed; nodes then drop cached answers. */
export const siteChanged = "site_changed";
