import type { Language } from "@cliffhanger/contract";
import { inTransaction } from "#platform/db/database";
import { isDuplicate } from "#platform/db/errors";
import type { Accounts } from "../accounts.ts";
import { becomeMember } from "../become-member.ts";
import { findMemberByEmail } from "../repository.ts";
import { hashOf } from "../sessions/tokens.ts";

/** A member that nobody registered. */
export interface AddedMember {
  id: string;
  /** Tells whether the password is still the one it was made with, without telling it. */
  mark: string;
}

/** Adds a member without a form, who has agreed to nothing yet. Null where the address is somebody's already. */
export async function addMember(
  accounts: Accounts,
  { email, password, language }: { email: string; password: string; language: Language },
): Promise<AddedMember | null> {
  const passwordHash = await accounts.desk.with((hashing) => hashing.hash(password));
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

/** A member as {@link addMember} told of them; null where there is none. */
export async function findAddedMember({ db }: Accounts, email: string): Promise<AddedMember | null> {
  const member = await findMemberByEmail(db, email);
  return member ? { id: member.id, mark: markOf(member.password_hash ?? "") } : null;
}

function markOf(passwordHash: string): string {
  return hashOf(passwordHash).toString("base64url").slice(0, 16);
}
