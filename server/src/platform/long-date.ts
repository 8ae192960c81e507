// In English in every language, like every date of the product (R96).
const format = new Intl.DateTimeFormat("en-GB", {
  day: "numeric",
  month: "long",
  year: "numeric",
  timeZone: "UTC",
});

/** Returns a day as documents and emails write it: `5 March 2026`. */
export function longDate(at: Date | string): string {
  return format.format(new Date(at));
}
