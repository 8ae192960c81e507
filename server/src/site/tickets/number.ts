/** A ticket's number as people read it, such as `T-000123`. */
export function ticketName(number: number): string {
  return `T-${String(number).padStart(6, "0")}`;
}

/** The number in what a person typed, with or without its `T-`; null where there is none. */
export function parseTicketName(text: string): number | null {
  const digits = /^(?:t-)?0*([1-9]\d{0,14})$/i.exec(text.trim())?.[1];
  return digits === undefined ? null : Number(digits);
}
