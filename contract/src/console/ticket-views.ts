// No imports here: the browser loads these values without the schema library.

/** Lists of tickets: an answer is due; those that one cares for; the team waits for its writer; closed. */
export const ticketViews = ["open", "mine", "waiting", "closed"] as const;
export type TicketView = (typeof ticketViews)[number];
