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

/** Returns the member that a mail is for; null when the account no longer exists. */
export async function findAddressee(db: Db, visitorId: string): Promise<Addressee | null> {
  const member = await findVisitor(db, visitorId);
  if (member?.kind !== "member" || member.email === null) return null;
  const language = parseLanguage(member.language) ?? "en";
  return { id: member.id, to: member.email, language, deletesAt: member.deletes_at };
}
