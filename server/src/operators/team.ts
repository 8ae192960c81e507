import type { Role, TeamMember } from "@cliffhanger/contract";
import { type Acting, audited } from "#platform/db/audit";
import type { Db, Trx } from "#platform/db/database";
import { changedMeanwhile, DomainError, notFound } from "#platform/http/errors";
import * as repository from "./repository.ts";

/** Lists everyone who runs this installation, or one of them. */
export async function listTeam(db: Db, now: Date, id?: string): Promise<TeamMember[]> {
  return (await repository.listMembers(db, now, id)).map((row) => ({
    id: row.id,
    email: row.email,
    role: row.role,
    state: row.state,
    version: row.version,
    proofs: { passkeys: row.passkeys, password: row.password },
    sessions: row.sessions,
    lastSeenAt: row.last_used_at?.toISOString() ?? null,
    createdAt: row.created_at.toISOString(),
    invitation:
      row.invite_sent_at && row.invite_ends_at
        ? { sentAt: row.invite_sent_at.toISOString(), endsAt: row.invite_ends_at.toISOString() }
        : null,
  }));
}

/** Gives an operator another role and ends their sessions. Nobody changes their own role, and an owner stays. */
export async function giveRole(
  acting: Acting,
  { id, role, version }: { id: string; role: Role; version?: number },
): Promise<void> {
  await changing(acting, "operator.role", { id, version }, async (trx, operator) => {
    if (operator.role === role) throw new DomainError(409, "already_so");
    await repository.updateOperator(trx, id, { role });
    return { before: { role: operator.role }, after: { role } };
  });
}

/** Switches an operator off and ends their sessions. They keep their rows, so the audit log still names them. */
export async function switchOff(
  acting: Acting,
  { id, version }: { id: string; version?: number },
): Promise<void> {
  await changing(acting, "operator.off", { id, version }, async (trx, operator) => {
    if (operator.state === "off") throw new DomainError(409, "already_so");
    await repository.updateOperator(trx, id, { state: "off" });
    await repository.deleteInvite(trx, id);
    return { before: { state: operator.state }, after: { state: "off" } };
  });
}

/** Ends all sessions of an operator; returns how many. */
export async function endSessions(acting: Acting, id: string): Promise<number> {
  return audited(acting, { action: "operator.end-sessions" }, async (trx) => {
    const ended = await repository.deleteSessions(trx, id);
    return { result: ended, changes: [{ subject: { kind: "operator", id }, after: { sessions: ended } }] };
  });
}

async function changing(
  acting: Acting,
  action: "operator.role" | "operator.off",
  { id, version }: { id: string; version: number | undefined },
  work: (trx: Trx, operator: repository.OperatorRow) => Promise<{ before: object; after: object }>,
): Promise<void> {
  if (acting.by.kind === "operator" && acting.by.id === id) throw new DomainError(403, "not_permitted");
  try {
    await audited(acting, { action }, async (trx) => {
      const operator = await repository.lockOperator(trx, id);
      if (!operator) throw notFound();
      if (version !== undefined && operator.version !== version)
        throw changedMeanwhile({
          current: { role: operator.role, state: operator.state, version: operator.version },
        });
      const change = await work(trx, operator);
      await repository.deleteSessions(trx, id);
      return { result: undefined, changes: [{ subject: { kind: "operator", id }, ...change }] };
    });
  } catch (error) {
    if ((error as { constraint?: string }).constraint === "last_owner")
      throw new DomainError(409, "last_owner");
    throw error;
  }
}
