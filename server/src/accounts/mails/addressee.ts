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
 * The salutation of a mail. It omits the person's name: addresses are not verified, so anyone could register another
 * person's address and have us mail them a chosen text.
 */
export const greetings: Record<Language, string> = {
  en: "Hello,",
  es: "Hola:",
  fr: "Bonjour,",
  de: "Hallo,",
  pt: "Olá,",
};

/** Returns the member that a mail is for; null when the account no longer exists. */
export async function findAddressee(db: Db, visitorId: string): Promise<Addressee | null> {
  const member = await findVisitor(db, visitorId);
  if (member?.kind !== "member" || member.email === null) return null;
  const language = parseLanguage(member.language) ?? "en";
  return { id: member.id, to: member.email, language, deletesAt: member.deletes_at };
}
