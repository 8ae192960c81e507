import type { NewPasskey, NewPassword, Role } from "@cliffhanger/contract";
import type { Language } from "@cliffhanger/contract/languages";
import type * as z from "zod";
import { takeAttempts, uncountAttempts } from "#platform/attempts";
import { audited } from "#platform/db/audit";
import { DomainError } from "#platform/http/errors";
import { type ConsoleOrigin, passkeysMissingAt } from "#platform/http/operator-gate";
import { wrongInvitations } from "./limits.ts";
import type { Operators } from "./operators.ts";
import { offerPasskey } from "./passkeys.ts";
import { offerPassword, readPassword, savePasskey, savePassword } from "./proofs.ts";
import * as repository from "./repository.ts";
import { hashOf } from "./seal.ts";
import { type OpenedSession, openSession, operatorActor } from "./sessions.ts";

const invitationOver = () => new DomainError(500, "code_invalid");

async function findInvited(operators: Operators, code: string, { address }: ConsoleOrigin) {
  const { db, clock } = operators;
  const attempt = { limit: wrongInvitations, subject: address };
  await takeAttempts(db, clock, [attempt]);
  const invited = await repository.findInvited(db, hashOf(code), clock.now());
  if (!invited) throw invitationOver();
  await uncountAttempts(db, [attempt]);
  return invited;
}

/** Returns what the link of an invitation offers: a passkey, and a password with codes. It uses nothing up. */
export async function lookAtInvitation(operators: Operators, code: string, origin: ConsoleOrigin) {
  const invited = await findInvited(operators, code, origin);
  const { email, invite_ends_at: endsAt } = invited;
  const role: Role = invited.role;
  return {
    invitation: { email, role, endsAt: endsAt.toISOString() },
    site: { name: await operators.siteName() },
    passkey: await offerPasskey(operators, invited, origin),
    passkeysMissing: passkeysMissingAt(origin.origin),
    password: await offerPassword(operators, invited),
  };
}

/** Joins by an invitation with a first proof; the link is used up, and a session opens. */
export async function join(
  operators: Operators,
  given: {
    code: string;
    passkey?: z.output<typeof NewPasskey> | undefined;
    password?: z.output<typeof NewPassword> | undefined;
    language?: Language | undefined;
  },
  origin: ConsoleOrigin,
): Promise<OpenedSession & { recoveryCodes: string[] | null }> {
  const { db, clock } = operators;
  const { id, role, email } = await findInvited(operators, given.code, origin);
  const ready = given.password && (await readPassword(operators, { id, email }, given.password));
  const by = operatorActor({ id, role }, null, origin);
  return audited({ db, clock, by }, { action: "operator.join" }, async (trx) => {
    const invited = await repository.findInvited(trx, hashOf(given.code), clock.now(), true);
    if (invited?.id !== id || !(await repository.deleteInvite(trx, id))) throw invitationOver();
    let recoveryCodes: string[] | null = null;
    if (ready) recoveryCodes = await savePassword(operators, trx, id, ready);
    if (given.passkey) {
      const made = await savePasskey(operators, trx, id, { ...given.passkey, origin });
      recoveryCodes ??= made.recoveryCodes;
    }
    // Whose sign-in was reset keeps the language that they chose.
    const language = invited.language ?? given.language ?? null;
    await repository.updateOperator(trx, id, { state: "active", language });
    const opened = await openSession(operators, trx, id, origin);
    by.sessionId = opened.session.id;
    const after = {
      state: "active",
      language,
      proofs: [given.passkey && "passkey", ready && "password"].filter(Boolean),
    };
    const before = { state: invited.state, language: invited.language, proofs: [] };
    const change = { subject: { kind: "operator", id }, before, after };
    return { result: { ...opened, recoveryCodes }, changes: [change] };
  });
}
