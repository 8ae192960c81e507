/** The version of the consent text; a new one makes the site ask everyone again. */
export const consentVersion = "2026-11-20";
