/** Which words ask for consent: changed with them, so that everybody is asked anew. */
export const consentVersion = "2026-11-20";
