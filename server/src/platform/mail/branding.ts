/** What a mail shows of whoever sends it. Colours are `#rrggbb`; empty strings mean "not set". */
export interface Branding {
  name: string;
  accent: string;
  accentEnd: string;
  /** What is read well on both. */
  accentInk: string;
  /** Who answers for it: name and postal address stand under every mail, the e-mail address gets the answers. */
  seller: { name: string; address: string; email: string };
}
