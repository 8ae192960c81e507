import { type Me, permissionsOf } from "@cliffhanger/contract";
import type { Language } from "@cliffhanger/contract/languages";
import { readActivityNow } from "#platform/db/activity";
import { type Acting, audited } from "#platform/db/audit";
import { DomainError, notFound } from "#platform/http/errors";
import { type ConsoleOrigin, passkeysMissingAt } from "#platform/http/operator-gate";
import type { Operators } from "./operators.ts";
import * as repository from "./repository.ts";
import { idleEndOf } from "./sessions.ts";

/** Returns the signed-in operator with their permissions, proofs and session. Throws `operator_required` once it has ended. */
export async function describeMe(
  operators: Operators,
  { id, sessionId }: { id: string; sessionId: string },
  origin: ConsoleOrigin,
): Promise<Me> {
  const { db, clock } = operators;
  const [operator, passkeys, secret, sessions, since] = await Promise.all([
    repository.findOperator(db, { id }),
    repository.listPasskeys(db, id),
    repository.findSecret(db, id),
    repository.listSessions(db, id),
    readActivityNow(db),
  ]);
  const session = sessions.find((one) => one.id === sessionId);
  // It may have ended since the call was let in.
  if (!operator || !session) throw new DomainError(401, "operator_required");
  const { email, role, language, version } = operator;
  const isFresh = session.fresh_until !== null && session.fresh_until > clock.now();
  return {
    operator: { id, email, role, language, version },
    permissions: permissionsOf(role),
    session: {
      id: session.id,
      now: clock.now().toISOString(),
      idleEndsAt: idleEndOf(operators, session).toISOString(),
      endsAt: session.ends_at.toISOString(),
      freshUntil: isFresh ? (session.fresh_until?.toISOString() ?? null) : null,
    },
    proofs: {
      passkeys: passkeys.map(describePasskey),
      password: Boolean(secret?.password_hash),
      recoveryCodes: secret?.recovery_hashes.length ?? 0,
    },
    site: {
      name: await operators.siteName(),
      origin: operators.siteOrigin,
      demo: operators.demo,
      zone: await operators.siteZone(),
    },
    passkeysMissing: passkeysMissingAt(origin.origin),
    since,
  };
}

/** Sets the language in which an operator reads the console and its mails. */
export async function chooseLanguage(
  acting: Acting,
  { id, language }: { id: string; language: Language },
): Promise<void> {
  await audited(acting, { action: "operator.language" }, async (trx) => {
    const operator = await repository.lockOperator(trx, id);
    if (!operator) throw notFound();
    if (operator.language === language) return { result: undefined, changes: [] };
    await repository.updateOperator(trx, id, { language });
    const change = { before: { language: operator.language }, after: { language } };
    return { result: undefined, changes: [{ subject: { kind: "operator", id }, ...change }] };
  });
}

/** Returns a passkey as its owner sees it. */
export function describePasskey(row: repository.PasskeyRow) {
  return {
    id: row.id,
    name: row.name,
    backedUp: row.backed_up,
    createdAt: row.created_at.toISOString(),
    usedAt: row.used_at?.toISOString() ?? null,
  };
}
