import type { Site } from "@cliffhanger/contract";
import type { Branding } from "#platform/mail/branding";
import { inkOn } from "./contrast.ts";

/** How the site looks in a mail. */
export function mailFaceOf({ name, colours, seller }: Site): Branding {
  const { accent, accentEnd } = colours;
  return { name, accent, accentEnd, accentInk: inkOn([accent, accentEnd]).ink, seller };
}
