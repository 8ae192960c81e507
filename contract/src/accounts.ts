import * as z from "zod";
import { Id, Moment, textParameter } from "./common.ts";
import { languages } from "./languages.ts";

/** The states of a membership (R46). `free`: never subscribed; live: trialing, active, past_due. */
export const membershipStates = ["free", "trialing", "active", "past_due", "cancelled", "expired"] as const;

/** A summary of what a person has paid for, with R41's renewal date and period. */
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
 * The caller: a guest from the first request on, or a member (R39). `referrerToken` is added to links that they share.
 * `deletesAt`: when the account will be deleted, if its owner requested that. `facebook`, `password`: ways to sign in.
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
  /** Where the mail went that makes a guest's purchases theirs on every device; null for all others. */
  purchase: z.object({ maskedEmail: z.string() }).nullable(),
  /** The account that has what this browser bought as a guest, since the mail's link was opened elsewhere; null for all others. */
  claimed: z.object({ maskedEmail: z.string() }).nullable(),
});
export type User = z.infer<typeof User>;

/** Bounds of R52, for forms and rules alike; in characters, not bytes. */
const mail = z.string().max(1000);
// The rules and their messages belong to the accounts; this bound only stops what no form ever sends.
const password = z.string().max(1024);

/** The query of a landing page's first call, which attribution reads. */
export const UserQuery = z.object({
  landing: textParameter(2048),
  referrer: textParameter(2048),
});

/** A registration. `agree` is the consent checkbox (R50, R51), unticked at first. */
export const Registration = z.object({
  email: mail,
  password,
  repeatPassword: password,
  agree: z.boolean(),
  language: z.string().max(20).optional(),
});

/** Completes a first Facebook sign-in, for which only the consent is missing (R5). */
export const FacebookAgreement = z.object({ agree: z.boolean(), language: z.string().max(20).optional() });

/** Sign-in by email and password (R4). */
export const SignIn = z.object({ email: mail, password });

/** Requests a reset mail; the answer is the same for every address (R18). */
export const ForgottenPassword = z.object({ email: mail });

/** Requests a mail with a link. Without an address it goes where the mail about this guest's purchase went. */
export const LinkRequest = z.object({ email: mail.optional() });

/** The code of a link in a mail, which proves the mailbox once. */
export const LinkCode = z.object({ code: z.string().max(200) });

/** Sets a new password by the code from the mail. */
export const PasswordReset = z.object({ code: z.string().max(200), password, repeatPassword: password });

/** Changes a known password. An account without one (Facebook) leaves `password` empty. */
export const PasswordChange = z.object({ password, newPassword: password, repeatPassword: password });

/** A change of a member's profile; missing fields stay, null or an empty name removes the value. */
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

/** An agreement of a person: the version of the document, and when they agreed. */
export const Agreement = z.object({ document: z.string(), version: z.string(), at: Moment });
export type Agreement = z.infer<typeof Agreement>;

/** An action that needs the password again; `undo` cancels a deletion. Empty for accounts without a password. */
export const Confirmed = z.object({ password });
export const Deletion = z.object({ password: password.optional(), undo: z.boolean().optional() });
