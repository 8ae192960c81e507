import * as z from "zod";
import { Id, Moment, textParameter } from "./common.ts";
import { languages } from "./languages.ts";

/** Where a membership stands (R46). `free`: never subscribed; live: trialing, active, past_due. */
export const membershipStates = ["free", "trialing", "active", "past_due", "cancelled", "expired"] as const;

/** What a person has paid for, in short; R41's renewal date and period. */
export const Membership = z.object({
  state: z.enum(membershipStates),
  planId: Id.nullable(),
  planName: z.string().nullable(),
  renewsAt: Moment.nullable(),
  periodDays: z.int().positive().nullable(),
  cancelAtPeriodEnd: z.boolean(),
});
export type Membership = z.infer<typeof Membership>;

/**
 * Whoever asks: a guest from the first request on, or a member (R39). `referrerToken` goes into links the person shares.
 * `deletesAt`: when the account will be gone, if its owner asked for that. `facebook`, `password`: ways to sign in.
 */
export const User = z.object({
  id: Id,
  kind: z.enum(["guest", "member"]),
  email: z.string().nullable(),
  displayName: z.string().nullable(),
  language: z.enum(languages).nullable(),
  referrerToken: z.string(),
  membership: Membership,
  createdAt: Moment,
  deletesAt: Moment.nullable(),
  signIn: z.object({ password: z.boolean(), facebook: z.boolean() }),
});
export type User = z.infer<typeof User>;

/** Bounds of R52, for forms and rules alike; characters, not bytes. */
const mail = z.string().max(1000);
// The rules and their words in the person's language are the accounts' own; here only what no form ever sends is stopped.
const password = z.string().max(1024);

/** The first call of a landing brings where it landed; attribution reads it. */
export const UserQuery = z.object({
  landing: textParameter(2048),
  referrer: textParameter(2048),
});

/** Registration. `agree` is the consent checkbox (R50, R51), unticked at first. */
export const Registration = z.object({
  email: mail,
  password,
  repeatPassword: password,
  agree: z.boolean(),
  language: z.string().max(20).optional(),
});

/** Ends a first sign-in by Facebook: only the consent is missing then (R5). */
export const FacebookAgreement = z.object({ agree: z.boolean(), language: z.string().max(20).optional() });

/** Sign-in by e-mail and password (R4). */
export const SignIn = z.object({ email: mail, password });

/** Asks for a reset mail; the answer is the same whoever it is (R18). */
export const ForgottenPassword = z.object({ email: mail });

/** Sets a new password by the code of the mail. */
export const PasswordReset = z.object({ code: z.string().max(200), password, repeatPassword: password });

/** Changes the password of somebody who knows it. An account without one (Facebook) leaves `password` empty. */
export const PasswordChange = z.object({ password, newPassword: password, repeatPassword: password });

/** What a member says of themselves; what is left out stays, null or an empty name takes it away. */
export const Profile = z.object({
  displayName: z.string().max(200).nullish(),
  language: z.string().max(20).nullish(),
});

/** A signed-in device. `device` is a description such as "Chrome, Android". */
export const Session = z.object({
  id: Id,
  current: z.boolean(),
  device: z.string(),
  lastSeenAt: Moment,
  createdAt: Moment,
});
export type Session = z.infer<typeof Session>;

/** Signs out one device, or all but this one. */
export const SessionEnd = z.union([z.object({ id: Id }), z.object({ others: z.literal(true) })]);

/** What a person agreed to: the terms' version of that day, and when. */
export const Agreement = z.object({ document: z.string(), version: z.string(), at: Moment });
export type Agreement = z.infer<typeof Agreement>;

/** A deed that needs the password again; `undo` takes a deletion back. Empty for accounts without a password. */
export const Confirmed = z.object({ password });
export const Deletion = z.object({ password: password.optional(), undo: z.boolean().optional() });
