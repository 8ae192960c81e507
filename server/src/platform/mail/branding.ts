/** The sender's name and colours in an email. Colours are `#rrggbb`; empty strings mean "not set". */
export interface Branding {
  name: string;
  accent: string;
  accentEnd: string;
  /** A text colour with enough contrast on both accents. */
  accentInk: string;
  /** The legal sender: every email ends with name and postal address, and answers go to the email address. */
  seller: { name: string; address: string; email: string };
}
