import type { Language } from "@cliffhanger/contract";
import { inTransaction } from "#platform/db/database";
import { isDuplicate } from "#platform/db/errors";
import type { Accounts } from "../accounts.ts";
import { becomeMember } from "../become-member.ts";
import { findMemberByEmail } from "../repository.ts";
import { hashOf } from "../sessions/tokens.ts";

/** A member who was created without registration. */
export interface AddedMember {
  id: string;
  /** Identifies the stored password hash, to detect a change without revealing the password. */
  mark: string;
}

/** Adds a member without a registration form or agreements. Returns null when the address is taken. */
export async function addMember(
  accounts: Accounts,
  { email, password, language }: { email: string; password: string; language: Language },
): Promise<AddedMember | null> {
  const passwordHash = await accounts.hashingQueue.with((hashing) => hashing.hash(password));
  const without: Accounts = { ...accounts, documents: async () => [] };
  try {
    const member = { guest: null, email, passwordHash, language, requestLanguage: language };
    const { id } = await inTransaction(accounts.db, (trx) => becomeMember(trx, without, member));
    return { id, mark: markOf(passwordHash) };
  } catch (error) {
    if (isDuplicate(error)) return null;
    throw error;
  }
}

/** Returns a member as {@link addMember} reported them; null when there is none. */
export async function findAddedMember({ db }: Accounts, email: string): Promise<AddedMember | null> {
  const member = await findMemberByEmail(db, email);
  return member ? { id: member.id, mark: markOf(member.password_hash ?? "") } : null;
}

function markOf(passwordHash: string): string {
  return hashOf(passwordHash).toString("base64url").slice(0, 16);
}
