/** Returns a ticket's number for display, such as `T-000123`. */
export function ticketName(number: number): string {
  return `T-${String(number).padStart(6, "0")}`;
}

/** Parses a ticket number with or without its `T-`; null when there is none. */
export function parseTicketName(text: string): number | null {
  const digits = /^(?:t-)?0*([1-9]\d{0,14})$/i.exec(text.trim())?.[1];
  return digits === undefined ? null : Number(digits);
}
