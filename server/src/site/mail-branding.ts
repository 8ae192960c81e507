import { inkOn, type Site } from "@cliffhanger/contract";
import type { Branding } from "#platform/mail/branding";

/** Returns the site's branding in mails. */
export function mailBrandingOf({ name, colours, seller }: Site): Branding {
  const { accent, accentEnd } = colours;
  return { name, accent, accentEnd, accentInk: inkOn([accent, accentEnd]).ink, seller };
}
