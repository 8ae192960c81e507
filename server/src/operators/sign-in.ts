import type { Actor } from "#platform/actor";
import { parseAddress } from "#platform/address";
import { type Attempt, clearAttempts, takeAttempts, uncountAttempts } from "#platform/attempts";
import { audited, noteAct } from "#platform/db/audit";
import type { Trx } from "#platform/db/database";
import { DomainError } from "#platform/http/errors";
import type { ConsoleOrigin, OperatorCaller } from "#platform/http/operator-gate";
import { newId } from "#platform/ids";
import { CODE_TRIES, wrongAnywhere, wrongCodes, wrongFromAddress, wrongHere } from "./limits.ts";
import { readRecoveryCode, stepOfCode } from "./one-time-codes.ts";
import { later, lifetimes, type Operators } from "./operators.ts";
import { provePasskey } from "./passkeys.ts";
import * as repository from "./repository.ts";
import { hashOf, unseal } from "./seal.ts";
import { type OpenedSession, openSession, operatorActor } from "./sessions.ts";

type GivenPasskey = Parameters<typeof provePasskey>[1];

/** The purpose that the secret of one-time codes is sealed for. */
export const TOTP_PURPOSE = "totp";

const signInFailed = () => new DomainError(500, "sign_in_failed");
const signInExpired = () => new DomainError(500, "sign_in_expired");
const wrongCode = () => new DomainError(500, "one_time_code_wrong");

/** Signs in by passkey. */
export async function signInByPasskey(
  operators: Operators,
  given: GivenPasskey,
  origin: ConsoleOrigin,
): Promise<OpenedSession> {
  const proven = await provePasskey(operators, given, origin).catch(async (error: unknown) => {
    if (error instanceof DomainError) await noteSignInRefused(operators, null, origin, "passkey");
    throw error;
  });
  return entering(operators, { origin, how: "passkey" }, async (trx) => {
    await proven.record(trx);
    return repository.findOperator(trx, { id: proven.operatorId });
  });
}

/**
 * Checks a password, and begins the step in which a code must follow. An unknown address takes as long as a wrong
 * password, counts as much and gets the same answer.
 */
export async function beginPassword(
  operators: Operators,
  given: { email: string; password: string },
  origin: ConsoleOrigin,
): Promise<string> {
  const operator = await checkPassword(operators, given, origin);
  const at = operators.clock.now();
  const id = newId(at);
  const challenge = { id, purpose: "code" as const, operator_id: operator.id, secret: null, tries: 0 };
  await repository.insertChallenge(
    operators.db,
    { ...challenge, ends_at: later(at, lifetimes.challenge) },
    at,
  );
  return id;
}

async function checkPassword(
  operators: Operators,
  { email: text, password }: { email: string; password: string },
  origin: ConsoleOrigin,
): Promise<repository.OperatorRow> {
  const { db, clock } = operators;
  const email = parseAddress(text) ?? "";
  const attempts = attemptsOf(email, origin);
  await takeAttempts(db, clock, attempts);
  const operator = await repository.findOperator(db, { email });
  const secret = operator?.state === "active" ? await repository.findSecret(db, operator.id) : undefined;
  const stored = secret?.password_hash ?? null;
  const isRight = await operators.hashingQueue.with(async ({ verify, decoy }) => {
    const typed = password.isWellFormed() ? password.normalize("NFC") : "";
    return (await verify(typed, stored ?? decoy)).right && stored !== null;
  });
  if (!operator || !isRight) {
    await noteSignInRefused(operators, operator ?? null, origin, "password");
    throw signInFailed();
  }
  await clearAttempts(db, attempts.slice(0, 1));
  await uncountAttempts(db, attempts.slice(1));
  return operator;
}

function attemptsOf(email: string, { address }: ConsoleOrigin): Attempt[] {
  return [
    { limit: wrongHere, subject: `${email} ${address}` },
    { limit: wrongAnywhere, subject: email },
    { limit: wrongFromAddress, subject: address },
  ];
}

/** Completes a sign-in by password, with a one-time code or a recovery code. */
export async function completeByCode(
  operators: Operators,
  { attempt, code }: { attempt: string; code: string },
  origin: ConsoleOrigin,
): Promise<OpenedSession> {
  const { db, clock } = operators;
  const limits = { purpose: "code" as const, at: clock.now(), most: CODE_TRIES };
  const challenge = await repository.tryChallenge(db, attempt, limits);
  const id = challenge?.operator_id;
  if (!id) throw signInExpired();
  const tries = [{ limit: wrongCodes, subject: id }];
  await takeAttempts(db, clock, tries);
  const opened = await entering(operators, { origin, how: "code", refusal: wrongCode }, async (trx) => {
    // Locked, so that one code does not open two sessions.
    const operator = await repository.lockOperator(trx, id);
    if (!operator || !(await useCode(operators, trx, id, code))) return undefined;
    await repository.deleteChallenge(trx, attempt);
    return operator;
  });
  await clearAttempts(db, tries);
  return opened;
}

/** Signs in by a recovery code alone: for an operator whose proofs are passkeys that they no longer have. */
export async function signInByRecovery(
  operators: Operators,
  { email: text, code }: { email: string; code: string },
  origin: ConsoleOrigin,
): Promise<OpenedSession> {
  const { db, clock } = operators;
  const email = parseAddress(text) ?? "";
  const attempts = attemptsOf(email, origin);
  await takeAttempts(db, clock, attempts);
  const opened = await entering(operators, { origin, how: "recovery" }, async (trx) => {
    const found = await repository.findOperator(trx, { email });
    const operator = found && (await repository.lockOperator(trx, found.id));
    const secret = operator && (await repository.findSecret(trx, operator.id, true));
    // Whoever has a password gives it first.
    if (!operator || !secret || secret.password_hash !== null) return undefined;
    return (await useRecoveryCode(operators, trx, secret, code)) ? operator : undefined;
  });
  await clearAttempts(db, attempts.slice(0, 1));
  await uncountAttempts(db, attempts.slice(1));
  return opened;
}

/** Uses a one-time code or a recovery code of an operator; each serves once. */
async function useCode(operators: Operators, trx: Trx, operatorId: string, code: string): Promise<boolean> {
  const secret = await repository.findSecret(trx, operatorId, true);
  if (!secret?.totp_sealed) return false;
  const plain = unseal(await operators.key(), secret.totp_sealed, TOTP_PURPOSE);
  const step = await stepOfCode(plain, code, { now: operators.timeOfCodes(), after: secret.totp_step });
  if (step === null) return useRecoveryCode(operators, trx, secret, code);
  await repository.saveSecret(trx, operatorId, { totp_step: step });
  return true;
}

async function useRecoveryCode(
  { log }: Operators,
  trx: Trx,
  secret: repository.SecretRow,
  text: string,
): Promise<boolean> {
  const code = readRecoveryCode(text);
  const hash = code === null ? null : hashOf(code);
  const left = secret.recovery_hashes.filter((one) => hash === null || !one.equals(hash));
  if (left.length === secret.recovery_hashes.length) return false;
  await repository.saveSecret(trx, secret.operator_id, { recovery_hashes: left });
  log.warn({ operator: secret.operator_id, left: left.length }, "An operator used a recovery code");
  return true;
}

/** Opens a session for the operator whom `prove` returns, with its row in the audit log; a refusal has a row too. */
async function entering(
  operators: Operators,
  {
    origin,
    how,
    refusal = signInFailed,
  }: { origin: ConsoleOrigin; how: string; refusal?: () => DomainError },
  prove: (trx: Trx) => Promise<repository.OperatorRow | undefined>,
): Promise<OpenedSession> {
  const { db, clock } = operators;
  // Who acts is known only inside, so the actor is filled in then.
  const by: Actor = { kind: "operator", id: "unknown", role: null, sessionId: null, network: origin.address };
  try {
    return await audited({ db, clock, by }, { action: "session.open" }, async (trx) => {
      const operator = await prove(trx);
      if (operator?.state !== "active") throw refusal();
      const opened = await openSession(operators, trx, operator.id, origin);
      Object.assign(by, operatorActor(operator, opened.session.id, origin));
      const subject = { kind: "session", id: opened.session.id };
      return { result: opened, changes: [{ subject, after: { how, device: opened.session.device } }] };
    });
  } catch (error) {
    if (error instanceof DomainError) await noteSignInRefused(operators, null, origin, how);
    throw error;
  }
}

/** Records a refused sign-in; of whom, only when it is an operator. */
async function noteSignInRefused(
  { db, clock }: Operators,
  operator: repository.OperatorRow | null,
  origin: ConsoleOrigin,
  how: string,
): Promise<void> {
  const id = operator?.id ?? "unknown";
  const by: Actor = { kind: "operator", id, role: null, sessionId: null, network: origin.address };
  await noteAct({ db, clock, by }, "session.refused", { subject: { kind: "operator", id }, after: { how } });
}

/** Proves once more who the caller is, for five minutes of their session. */
export async function proveAgain(
  operators: Operators,
  caller: OperatorCaller,
  given: GivenPasskey | { password: string; code: string },
  origin: ConsoleOrigin,
): Promise<void> {
  const { db, clock } = operators;
  const proven = "response" in given ? await provePasskey(operators, given, origin) : null;
  const isPasskey = proven !== null;
  if ("password" in given) {
    const operator = await repository.findOperator(db, { id: caller.id });
    await checkPassword(operators, { email: operator?.email ?? "", password: given.password }, origin);
    const tries = { limit: { ...wrongHere, action: "operator fresh" }, subject: caller.id };
    await takeAttempts(db, clock, [tries]);
  }
  await audited({ db, clock, by: caller.actor }, { action: "session.fresh" }, async (trx) => {
    if (proven?.operatorId === caller.id) await proven.record(trx);
    else if (!("code" in given) || !(await useCode(operators, trx, caller.id, given.code))) throw wrongCode();
    const freshUntil = later(clock.now(), lifetimes.fresh);
    await repository.updateSession(trx, caller.sessionId, { fresh_until: freshUntil });
    const subject = { kind: "session", id: caller.sessionId };
    return { result: undefined, changes: [{ subject, after: { how: isPasskey ? "passkey" : "password" } }] };
  });
  if (!isPasskey)
    await clearAttempts(db, [{ limit: { ...wrongHere, action: "operator fresh" }, subject: caller.id }]);
}
