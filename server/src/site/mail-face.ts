import type { Site } from "@cliffhanger/contract";
import type { Face } from "#platform/mail/face";
import { inkOn } from "./contrast.ts";

/** How the site looks in a mail. */
export function mailFaceOf({ name, colours, seller }: Site): Face {
  const { accent, accentEnd } = colours;
  return { name, accent, accentEnd, accentInk: inkOn([accent, accentEnd]).ink, seller };
}
