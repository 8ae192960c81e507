import type { Role } from "@cliffhanger/contract";
import { parseAddress } from "#platform/address";
import { type Acting, audited, type Change } from "#platform/db/audit";
import type { Trx } from "#platform/db/database";
import { DomainError, invalidField } from "#platform/http/errors";
import { newId, randomWord } from "#platform/ids";
import { later, lifetimes } from "./operators.ts";
import * as repository from "./repository.ts";
import { hashOf } from "./seal.ts";

/** The secret of an invitation, for its link, and whom it invites. */
export interface Invitation {
  operatorId: string;
  code: string;
  endsAt: Date;
}

/** Returns the link of an invitation: a fragment, which reaches no log. */
export function linkOf(origin: string, { code }: Pick<Invitation, "code">): string {
  return `${origin}/console/welcome#${code}`;
}

/** Invites a person, or once more one who has not joined or was switched off. An active operator needs no invitation. */
export async function invite(
  acting: Acting,
  { email: text, role, lasts = lifetimes.invitation }: { email: string; role: Role; lasts?: number },
): Promise<Invitation> {
  const email = parseAddress(text);
  if (!email) throw invalidField("email", "email_invalid");
  return audited(acting, { action: "operator.invite" }, async (trx) => {
    const at = acting.clock.now();
    const known = await repository.findOperator(trx, { email });
    if (known?.state === "active") throw new DomainError(409, "operator_exists");
    const fresh = { email, role, language: null, state: "invited" as const, version: 1, created_at: at };
    const operator = known
      ? await repository.updateOperator(trx, known.id, { role, state: "invited" })
      : await repository.insertOperator(trx, { id: newId(at), ...fresh });
    if (!operator) throw new DomainError(409, "operator_exists");
    if (known) await repository.deleteProofs(trx, operator.id);
    const invitation = await sendCode(trx, acting, operator.id, lasts);
    const before = known ? { role: known.role, state: known.state } : null;
    const change: Change = {
      subject: { kind: "operator", id: operator.id },
      before,
      after: { role, state: "invited", link: "set" },
    };
    return { result: invitation, changes: [change] };
  });
}

/** Takes all proofs and sessions of an operator and makes a new link, by which they join again. */
export async function reset(acting: Acting, id: string): Promise<Invitation> {
  return audited(acting, { action: "operator.reset" }, async (trx) => {
    const operator = await repository.lockOperator(trx, id);
    if (!operator) throw new DomainError(404, "not_found");
    await repository.deleteProofs(trx, id);
    const ended = await repository.deleteSessions(trx, id);
    const invitation = await sendCode(trx, acting, id, lifetimes.invitation);
    const after = { proofs: "unset", sessions: ended, link: "set" };
    return { result: invitation, changes: [{ subject: { kind: "operator", id }, after }] };
  });
}

async function sendCode(trx: Trx, { clock }: Acting, operatorId: string, lasts: number): Promise<Invitation> {
  const at = clock.now();
  const code = randomWord(32);
  const endsAt = later(at, lasts);
  const row = { operator_id: operatorId, code_hash: hashOf(code), sent_at: at, ends_at: endsAt };
  await repository.saveInvite(trx, row);
  return { operatorId, code, endsAt };
}
