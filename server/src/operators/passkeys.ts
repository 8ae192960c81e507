import type {
  PasskeyAssertion,
  PasskeyAttestation,
  PasskeyCreation,
  PasskeyRequest,
} from "@cliffhanger/contract";
import type * as z from "zod";
import type { Trx } from "#platform/db/database";
import { DomainError } from "#platform/http/errors";
import { type ConsoleOrigin, passkeysMissingAt } from "#platform/http/operator-gate";
import { newId } from "#platform/ids";
import { later, lifetimes, type Operators } from "./operators.ts";
import * as repository from "./repository.ts";

/** The library is loaded at the first use: a process that only serves playback never needs it. */
const webauthn = () => import("@simplewebauthn/server");

/** Signatures of passkeys: EdDSA, ES256 and RS256, which every authenticator has one of. */
const ALGORITHMS = [-8, -7, -257];

type Transport = "ble" | "cable" | "hybrid" | "internal" | "nfc" | "smart-card" | "usb";

/** Returns the refusal of a passkey that was not accepted, whatever the cause. */
export function passkeyRefused(): DomainError {
  return new DomainError(400, "passkey_refused");
}

const hostOf = (origin: ConsoleOrigin) => new URL(origin.origin).hostname;

/** Returns what a browser needs to make a passkey; null where browsers make none. */
export async function offerPasskey(
  operators: Operators,
  operator: Pick<repository.OperatorRow, "id" | "email">,
  origin: ConsoleOrigin,
): Promise<{ challenge: string; options: z.output<typeof PasskeyCreation> } | null> {
  if (passkeysMissingAt(origin.origin) !== null) return null;
  const { generateRegistrationOptions } = await webauthn();
  const known = await repository.listPasskeys(operators.db, operator.id);
  const options = await generateRegistrationOptions({
    rpName: await operators.siteName(),
    rpID: hostOf(origin),
    userName: operator.email,
    userDisplayName: operator.email,
    userID: new TextEncoder().encode(operator.id),
    attestationType: "none",
    supportedAlgorithmIDs: ALGORITHMS,
    timeout: lifetimes.challenge,
    authenticatorSelection: { residentKey: "required", userVerification: "required" },
    excludeCredentials: known.map((passkey) => ({
      id: passkey.credential_id,
      transports: passkey.transports as Transport[],
    })),
  });
  const challenge = await saveChallenge(operators, "passkey", operator.id, options.challenge);
  return { challenge, options: options as z.output<typeof PasskeyCreation> };
}

/** A passkey that a browser made, and the console's origin that it was made for. */
export interface NewPasskey {
  challenge: string;
  response: z.output<typeof PasskeyAttestation>;
  name?: string | undefined;
  origin: ConsoleOrigin;
}

/** Verifies a new passkey and stores it, in the transaction that takes its challenge. */
export async function addPasskey(
  operators: Operators,
  trx: Trx,
  operatorId: string,
  { origin, ...given }: NewPasskey,
): Promise<repository.PasskeyRow> {
  const at = operators.clock.now();
  const challenge = await repository.takeChallenge(trx, given.challenge, "passkey", at);
  if (challenge?.operator_id !== operatorId || challenge.secret === null) throw passkeyRefused();
  const { verifyRegistrationResponse } = await webauthn();
  const verified = await verifyRegistrationResponse({
    response: { ...given.response, clientExtensionResults: {} },
    expectedChallenge: challenge.secret,
    expectedOrigin: origin.origin,
    expectedRPID: hostOf(origin),
    requireUserVerification: true,
    supportedAlgorithmIDs: ALGORITHMS,
  }).catch(() => null);
  if (!verified?.verified) throw passkeyRefused();
  const { credential, credentialBackedUp } = verified.registrationInfo;
  if (await repository.findPasskey(trx, credential.id)) throw passkeyRefused();
  const row: repository.PasskeyRow = {
    id: newId(at),
    operator_id: operatorId,
    credential_id: credential.id,
    public_key: Buffer.from(credential.publicKey),
    counter: credential.counter,
    transports: given.response.response.transports ?? [],
    backed_up: credentialBackedUp,
    name: given.name || "Passkey",
    created_at: at,
    used_at: null,
  };
  await repository.insertPasskey(trx, row);
  return row;
}

/** Begins a sign-in, or a fresh proof of a known operator, by passkey. */
export async function requestPasskey(
  operators: Operators,
  operatorId: string | null,
  origin: ConsoleOrigin,
): Promise<{ challenge: string; options: z.output<typeof PasskeyRequest> } | null> {
  if (passkeysMissingAt(origin.origin) !== null) return null;
  const { generateAuthenticationOptions } = await webauthn();
  const known = operatorId === null ? [] : await repository.listPasskeys(operators.db, operatorId);
  const options = await generateAuthenticationOptions({
    rpID: hostOf(origin),
    timeout: lifetimes.challenge,
    userVerification: "required",
    allowCredentials: known.map((passkey) => ({
      id: passkey.credential_id,
      transports: passkey.transports as Transport[],
    })),
  });
  const challenge = await saveChallenge(operators, "sign_in", operatorId, options.challenge);
  return {
    challenge,
    options: { allowCredentials: [], ...options } as z.output<typeof PasskeyRequest>,
  };
}

/** A passkey that was verified, with the use to record in the transaction that trusts it. */
export interface ProvenPasskey {
  operatorId: string;
  record(trx: Trx): Promise<void>;
}

/** Verifies a passkey against a challenge. The challenge is used up, whatever the outcome. */
export async function provePasskey(
  operators: Operators,
  given: { challenge: string; response: z.output<typeof PasskeyAssertion> },
  origin: ConsoleOrigin,
): Promise<ProvenPasskey> {
  const { db } = operators;
  const at = operators.clock.now();
  const challenge = await repository.takeChallenge(db, given.challenge, "sign_in", at);
  const passkey = await repository.findPasskey(db, given.response.id);
  if (challenge?.secret == null || !passkey) throw passkeyRefused();
  if (challenge.operator_id !== null && challenge.operator_id !== passkey.operator_id) throw passkeyRefused();
  const { verifyAuthenticationResponse } = await webauthn();
  const verified = await verifyAuthenticationResponse({
    response: { ...given.response, clientExtensionResults: {} },
    expectedChallenge: challenge.secret,
    expectedOrigin: origin.origin,
    expectedRPID: hostOf(origin),
    requireUserVerification: true,
    credential: {
      id: passkey.credential_id,
      publicKey: new Uint8Array(passkey.public_key),
      counter: passkey.counter,
    },
  }).catch(() => null);
  if (!verified?.verified) throw passkeyRefused();
  const use = { counter: verified.authenticationInfo.newCounter, used_at: at };
  return {
    operatorId: passkey.operator_id,
    record: (trx) => repository.usePasskey(trx, passkey.id, use),
  };
}

/** Stores a challenge, used once within five minutes, and returns its id. */
async function saveChallenge(
  { db, clock }: Operators,
  purpose: "sign_in" | "passkey",
  operatorId: string | null,
  secret: string,
): Promise<string> {
  const at = clock.now();
  const id = newId(at);
  const row = {
    id,
    purpose,
    operator_id: operatorId,
    secret,
    tries: 0,
    ends_at: later(at, lifetimes.challenge),
  };
  await repository.insertChallenge(db, row, at);
  return id;
}
