import { type Language, parseLanguage, type User } from "@cliffhanger/contract";
import type { Db } from "#platform/db/database";
import type { Accounts } from "./accounts.ts";
import { findVisitor, type VisitorRow } from "./repository.ts";

/** Returns a visitor in the form of the API, in the language of the request. */
export async function userOf(
  { db, membershipOf }: Accounts,
  row: VisitorRow,
  language: Language,
): Promise<User> {
  return {
    id: row.id,
    kind: row.kind,
    email: row.email,
    displayName: row.display_name,
    language: parseLanguage(row.language),
    referrerToken: row.referrer_token,
    membership: await membershipOf(db, row.id, language),
    createdAt: row.created_at.toISOString(),
    deletesAt: row.deletes_at?.toISOString() ?? null,
    signIn: { password: row.password_hash !== null, facebook: row.facebook_id !== null },
    purchase:
      row.kind === "guest" && row.pending_email !== null ? { maskedEmail: masked(row.pending_email) } : null,
    claimed: await claimOf(db, row),
  };
}

/** Returns the account that has what a guest's browser bought; null where nothing was claimed. */
async function claimOf(db: Db, { kind, claimed_by: memberId }: VisitorRow): Promise<User["claimed"]> {
  const member = kind === "guest" && memberId !== null ? await findVisitor(db, memberId) : undefined;
  return member?.email ? { maskedEmail: masked(member.email) } : null;
}

/** Returns an address of which only the beginnings show: "m…@e…". */
function masked(email: string): string {
  const [name = "", host = ""] = email.split("@");
  return `${name.slice(0, 1)}…@${host.slice(0, 1)}…`;
}
