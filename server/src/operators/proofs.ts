import type { NewPassword, PasswordOffer } from "@cliffhanger/contract";
import type { z } from "zod";
import { audited } from "#platform/db/audit";
import type { Trx } from "#platform/db/database";
import { DomainError, invalidField, notFound } from "#platform/http/errors";
import type { OperatorCaller } from "#platform/http/operator-gate";
import { newId } from "#platform/ids";
import { isCommonPassword } from "#platform/passwords/common";
import { newRecoveryCodes, newTotp, stepOfCode } from "./one-time-codes.ts";
import { later, lifetimes, type Operators } from "./operators.ts";
import { addPasskey, type NewPasskey } from "./passkeys.ts";
import * as repository from "./repository.ts";
import { hashOf, seal, unseal } from "./seal.ts";
import { TOTP_PURPOSE } from "./sign-in.ts";

const MIN_PASSWORD_LENGTH = 15;
const MAX_PASSWORD_LENGTH = 128;
const MAX_PASSKEYS = 20;
/** A secret that waits for its first code is sealed too. */
const OFFER_PURPOSE = "totp offer";

/** Returns a new secret of one-time codes, which counts once a code of it was given. */
export async function offerPassword(
  operators: Operators,
  operator: Pick<repository.OperatorRow, "id" | "email">,
): Promise<z.output<typeof PasswordOffer>> {
  const { db, clock } = operators;
  const at = clock.now();
  const { secret, uri } = await newTotp(operator.email, await operators.siteName());
  const id = newId(at);
  const sealed = seal(await operators.key(), secret, OFFER_PURPOSE).toString("base64");
  // Long enough to install an app.
  const endsAt = later(at, 6 * lifetimes.challenge);
  const row = {
    id,
    purpose: "password" as const,
    operator_id: operator.id,
    secret: sealed,
    tries: 0,
    ends_at: endsAt,
  };
  await repository.insertChallenge(db, row, at);
  return { challenge: id, secret, uri };
}

/** A password that may be used, hashed before a transaction begins, and the secret that a code has proved. */
export interface ReadyPassword {
  hash: string;
  secret: string;
  step: number;
  challenge: string;
}

/** Checks a new password and the first code of its secret. */
export async function readPassword(
  operators: Operators,
  operator: Pick<repository.OperatorRow, "id" | "email">,
  given: z.output<typeof NewPassword>,
): Promise<ReadyPassword> {
  const { db, clock } = operators;
  const password = given.password.normalize("NFC");
  const length = Array.from(password).length;
  if (!password.isWellFormed() || password.includes("\0") || length < MIN_PASSWORD_LENGTH)
    throw invalidField("password", "operator_password_short");
  if (length > MAX_PASSWORD_LENGTH) throw invalidField("password", "password_too_long");
  const own = [
    operator.email,
    operator.email.slice(0, operator.email.lastIndexOf("@")),
    await operators.siteName(),
  ];
  if (await isCommonPassword(password, own)) throw invalidField("password", "password_too_common");
  const limits = { purpose: "password" as const, at: clock.now(), most: 10 };
  const challenge = await repository.tryChallenge(db, given.challenge, limits);
  if (challenge?.operator_id !== operator.id || challenge.secret === null)
    throw new DomainError(500, "sign_in_expired");
  const sealed = Buffer.from(challenge.secret, "base64");
  const secret = unseal(await operators.key(), sealed, OFFER_PURPOSE);
  const step = await stepOfCode(secret, given.code, { now: operators.timeOfCodes(), after: 0 });
  if (step === null) throw invalidField("code", "one_time_code_wrong");
  const hash = await operators.hashingQueue.with(({ hash }) => hash(password));
  return { hash, secret, step, challenge: given.challenge };
}

/** Stores a password with its codes, and new recovery codes, which it returns. */
export async function savePassword(
  operators: Operators,
  trx: Trx,
  operatorId: string,
  ready: ReadyPassword,
): Promise<string[]> {
  await repository.deleteChallenge(trx, ready.challenge);
  const codes = newRecoveryCodes();
  await repository.saveSecret(trx, operatorId, {
    password_hash: ready.hash,
    totp_sealed: seal(await operators.key(), ready.secret, TOTP_PURPOSE),
    totp_step: ready.step,
    recovery_hashes: codes.map(hashOf),
  });
  return codes;
}

/** Adds a passkey, with recovery codes when it is the only proof. */
export async function savePasskey(
  operators: Operators,
  trx: Trx,
  operatorId: string,
  made: NewPasskey,
): Promise<{ row: repository.PasskeyRow; recoveryCodes: string[] | null }> {
  const row = await addPasskey(operators, trx, operatorId, made);
  const [passkeys, secret] = [
    await repository.listPasskeys(trx, operatorId),
    await repository.findSecret(trx, operatorId),
  ];
  if (passkeys.length > MAX_PASSKEYS) throw new DomainError(409, "limit_exceeded");
  if (passkeys.length > 1 || secret?.password_hash) return { row, recoveryCodes: null };
  const recoveryCodes = newRecoveryCodes();
  await repository.saveSecret(trx, operatorId, { recovery_hashes: recoveryCodes.map(hashOf) });
  return { row, recoveryCodes };
}

/** Adds a passkey of the caller. */
export function addOwnPasskey(
  operators: Operators,
  caller: OperatorCaller,
  made: NewPasskey,
): Promise<string[] | null> {
  return asCaller(operators, caller, "operator.proof.add", async (trx) => {
    const { row, recoveryCodes } = await savePasskey(operators, trx, caller.id, made);
    return { result: recoveryCodes, after: { passkey: row.id, name: row.name } };
  });
}

/** Removes a passkey of the caller. The last proof stays: without it nobody could sign in as them. */
export async function removeOwnPasskey(
  operators: Operators,
  caller: OperatorCaller,
  id: string,
): Promise<void> {
  await asCaller(operators, caller, "operator.proof.remove", async (trx) => {
    await repository.lockOperator(trx, caller.id);
    const removed = await repository.deletePasskey(trx, caller.id, id);
    if (!removed) throw notFound();
    const [left, secret] = [
      await repository.listPasskeys(trx, caller.id),
      await repository.findSecret(trx, caller.id),
    ];
    if (left.length === 0 && !secret?.password_hash) throw new DomainError(409, "last_proof");
    return { result: undefined, before: { passkey: id, name: removed.name } };
  });
}

/** Sets the caller's password and codes; their other sessions end. */
export async function setOwnPassword(
  operators: Operators,
  caller: OperatorCaller,
  given: z.output<typeof NewPassword>,
): Promise<string[]> {
  const operator = await repository.findOperator(operators.db, { id: caller.id });
  if (!operator) throw notFound();
  const ready = await readPassword(operators, operator, given);
  return asCaller(operators, caller, "operator.proof.password", async (trx) => {
    const codes = await savePassword(operators, trx, caller.id, ready);
    await repository.deleteSessions(trx, caller.id, { except: caller.sessionId });
    return { result: codes, after: { password: "set", codes: "set" } };
  });
}

/** Replaces the caller's recovery codes. */
export function renewOwnRecovery(operators: Operators, caller: OperatorCaller): Promise<string[]> {
  return asCaller(operators, caller, "operator.proof.recovery", async (trx) => {
    const codes = newRecoveryCodes();
    await repository.saveSecret(trx, caller.id, { recovery_hashes: codes.map(hashOf) });
    return { result: codes, after: { recoveryCodes: "set" } };
  });
}

function asCaller<T>(
  { db, clock }: Operators,
  caller: OperatorCaller,
  action:
    | "operator.proof.add"
    | "operator.proof.remove"
    | "operator.proof.password"
    | "operator.proof.recovery",
  work: (trx: Trx) => Promise<{ result: T; before?: object; after?: object }>,
): Promise<T> {
  return audited({ db, clock, by: caller.actor }, { action }, async (trx) => {
    const { result, ...change } = await work(trx);
    return { result, changes: [{ subject: { kind: "operator", id: caller.id }, ...change }] };
  });
}
