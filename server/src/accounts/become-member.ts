import type { Language } from "@cliffhanger/contract";
import type { Trx } from "#platform/db/database";
import type { Caller } from "#platform/http/caller";
import { DomainError } from "#platform/http/errors";
import type { Accounts } from "./accounts.ts";
import { newVisitor } from "./guest.ts";
import {
  insertAgreements,
  insertVisitor,
  lockVisitors,
  updateVisitor,
  type VisitorRow,
} from "./repository.ts";
import { deleteSessionsOf } from "./sessions/repository.ts";

/** The new member, and how they will sign in. */
export interface NewMember {
  /** The guest who becomes the member and keeps all data; null: a member without a guest. */
  guest: Pick<Caller, "id"> | null;
  email: string;
  passwordHash: string | null;
  facebookId?: string;
  /** The chosen language; otherwise the guest's, otherwise the request's. */
  language: Language | null;
  requestLanguage: Language;
}

/**
 * Creates a member in the caller's transaction and ends the guest's sessions. Refuses with 409 when the guest became a
 * member in the meantime; throws a duplicate error when the address is taken.
 */
export async function becomeMember(trx: Trx, accounts: Accounts, member: NewMember): Promise<VisitorRow> {
  const at = accounts.clock.now();
  const guest = member.guest && (await lockVisitors(trx, [member.guest.id]))[0];
  if (guest && (guest.kind === "member" || guest.merged_into)) throw alreadySignedIn();
  const before = guest ?? newVisitor(at);
  const visitor: VisitorRow = {
    ...before,
    kind: "member",
    email: member.email,
    password_hash: member.passwordHash,
    facebook_id: member.facebookId ?? null,
    language: member.language ?? before.language ?? member.requestLanguage,
    registered_at: at,
    pending_email: null,
    claimed_by: null,
  };
  if (guest) {
    await updateVisitor(trx, visitor.id, visitor);
    await deleteSessionsOf(trx, visitor.id);
  } else {
    await insertVisitor(trx, visitor);
  }
  const documents = await accounts.documents();
  await insertAgreements(
    trx,
    documents.map((agreed) => ({ ...agreed, visitor_id: visitor.id, at })),
  );
  return visitor;
}

/** Returns the refusal for a caller who is already signed in. */
export function alreadySignedIn(): DomainError {
  return new DomainError(409, "already_so");
}
