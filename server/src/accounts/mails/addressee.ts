import { type Language, parseLanguage } from "@cliffhanger/contract";
import type { Db } from "#platform/db/database";
import { findVisitor } from "../repository.ts";

/** The recipient of a mail, and its language. */
export interface Addressee {
  id: string;
  to: string;
  language: Language;
  /** When the account is deleted, if its owner requested that. */
  deletesAt: Date | null;
}

/**
 * Returns the person that a mail is for: a member, or a guest at the address that they bought with; null when neither exists any longer.
 * `otherwise`: the language for a guest who has chosen none.
 */
export async function findAddressee(
  db: Db,
  visitorId: string,
  otherwise: Language = "en",
): Promise<Addressee | null> {
  const person = await findVisitor(db, visitorId);
  const to = person?.email ?? person?.pending_email;
  if (!person || !to) return null;
  const language = parseLanguage(person.language) ?? otherwise;
  return { id: person.id, to, language, deletesAt: person.deletes_at };
}
