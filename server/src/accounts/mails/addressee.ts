import { type Language, parseLanguage } from "@cliffhanger/contract";
import type { Db } from "#platform/db/database";
import { findVisitor } from "../repository.ts";

/** Whom a mail goes to, and in which language. */
export interface Addressee {
  id: string;
  to: string;
  language: Language;
  /** When the account goes, if its owner asked for that. */
  deletesAt: Date | null;
}

/** The member that a mail is for; null where the account is gone by now. */
export async function findAddressee(db: Db, visitorId: string): Promise<Addressee | null> {
  const member = await findVisitor(db, visitorId);
  if (member?.kind !== "member" || member.email === null) return null;
  const language = parseLanguage(member.language) ?? "en";
  return { id: member.id, to: member.email, language, deletesAt: member.deletes_at };
}
