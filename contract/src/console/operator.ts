import * as z from "zod";
import { Id, Moment } from "../common.ts";
import { languages } from "../languages.ts";
import { PasskeyAssertion, PasskeyAttestation, PasskeyCreation } from "./passkeys.ts";
import { type Permission, permissions, roles } from "./permissions.ts";

/** The role of an operator. */
export const OperatorRole = z.enum(roles);

/** The key of an act: a repeated one answers what the first answered, for 24 hours. */
export const RequestKey = z.string().regex(/^[0-9A-HJKMNP-TV-Za-hjkmnp-tv-z]{26}$/);

// The rules and their messages belong to the server; this bound only stops what no form ever sends.
const password = z.string().max(1024);
const email = z.string().max(1000);
/** Six digits of an authenticator app, or a recovery code. */
const code = z.string().max(40);

/** Why this console offers no passkey: browsers refuse them where the address is an IP address, and without https. */
export const PasskeysMissing = z.enum(["ip_address", "no_https"]);

/** A passkey of an operator. */
export const Passkey = z.object({
  id: Id,
  name: z.string(),
  /** Whether its owner's devices share it. */
  backedUp: z.boolean(),
  createdAt: Moment,
  usedAt: Moment.nullable(),
});

/** The signed-in operator: what they may do, how they prove who they are, and when their session ends. */
export const Me = z.object({
  operator: z.object({
    id: Id,
    email: z.string(),
    role: OperatorRole,
    language: z.enum(languages).nullable(),
    version: z.int(),
  }),
  permissions: z.array(z.enum(Object.keys(permissions) as [Permission, ...Permission[]])),
  session: z.object({
    id: Id,
    /** The server's time: its clock may differ from the browser's. */
    now: Moment,
    /** When it ends without use; polling is no use. */
    idleEndsAt: Moment,
    /** When it ends in any case. */
    endsAt: Moment,
    /** Until when identity counts as just proved; null: it must be proved again. */
    freshUntil: Moment.nullable(),
  }),
  proofs: z.object({
    passkeys: z.array(Passkey),
    password: z.boolean(),
    recoveryCodes: z.int().nonnegative(),
  }),
  site: z.object({
    name: z.string(),
    origin: z.string(),
    demo: z.boolean(),
    /** The time zone in which the console shows times. */
    zone: z.string(),
  }),
  passkeysMissing: PasskeysMissing.nullable(),
  /** Since when the first call of `activity` asks what moved: whatever a screen read, it read after this. */
  since: z.string(),
});
export type Me = z.infer<typeof Me>;

/** The language in which an operator reads the console and its mails. */
export const LanguageChoice = z.object({ language: z.enum(languages) });

/** A signed-in device of an operator. */
export const OperatorSession = z.object({
  id: Id,
  current: z.boolean(),
  device: z.string(),
  network: z.string(),
  createdAt: Moment,
  lastSeenAt: Moment,
});
export type OperatorSession = z.infer<typeof OperatorSession>;

/** Signing in by passkey: the id of the challenge, and the browser's answer to it. */
export const PasskeySignIn = z.object({ challenge: Id, response: PasskeyAssertion });

/** The first half of signing in by password. */
export const PasswordSignIn = z.object({ email, password });

/** The second half: a code for the attempt that the password began; or a recovery code of an operator without a password. */
export const CodeSignIn = z.union([z.object({ attempt: Id, code }), z.object({ email, code })]);

/** Proves identity again: by passkey, or by password and code. */
export const FreshProof = z.union([PasskeySignIn, z.object({ password, code })]);

/** What a new passkey or a new password with codes needs from the server first. */
export const PasskeyOffer = z.object({ challenge: Id, options: PasskeyCreation });
export const PasswordOffer = z.object({
  challenge: Id,
  /** The secret for typing it into an authenticator app, and the same as the address of a QR code. */
  secret: z.string(),
  uri: z.string(),
});

/** A new passkey. */
export const NewPasskey = z.object({
  challenge: Id,
  response: PasskeyAttestation,
  name: z.string().trim().max(60).optional(),
});

/** A new password, with a code of the authenticator app that was given the secret. */
export const NewPassword = z.object({ challenge: Id, password, code });

/** Asks for an offer with an empty body, and sends the new proof after it. */
export const PasskeyChange = z.union([NewPasskey, z.strictObject({})]);
export const PasswordChangeOfOperator = z.union([NewPassword, z.strictObject({})]);

const recoveryCodes = z.array(z.string());

/** The offer, or the passkeys with the new one. Recovery codes are made, and shown once, with the first passkey. */
export const PasskeyChanged = z.union([
  z.object({ offer: PasskeyOffer }),
  z.object({ passkeys: z.array(Passkey), recoveryCodes: recoveryCodes.nullable() }),
]);

/** The offer, or the recovery codes that belong to the new password, shown once. */
export const PasswordChanged = z.union([z.object({ offer: PasswordOffer }), z.object({ recoveryCodes })]);

/** Redeems an invitation: with its code alone it says what can be chosen, with a proof it opens the account. */
export const Welcome = z.object({
  code: z.string().max(200),
  passkey: NewPasskey.optional(),
  password: NewPassword.optional(),
  /** In which the invitation was read; it becomes the operator's, who may change it later. */
  language: z.enum(languages).optional(),
});

/** The invitation with the proofs that can be chosen, or the new session. */
export const Welcomed = z.union([
  z.object({
    invitation: z.object({ email: z.string(), role: OperatorRole, endsAt: Moment }),
    site: z.object({ name: z.string() }),
    passkey: PasskeyOffer.nullable(),
    passkeysMissing: PasskeysMissing.nullable(),
    password: PasswordOffer,
  }),
  z.object({ me: Me, recoveryCodes: recoveryCodes.nullable() }),
]);

/** An error of the console's screens. */
export const Fault = z.object({
  message: z.string().max(1000),
  stack: z.string().max(8000).optional(),
  path: z.string().max(300).optional(),
});
