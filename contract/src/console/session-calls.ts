import * as z from "zod";
import { SessionEnd } from "../accounts.ts";
import { type Call, Nothing } from "../call.ts";
import { Id } from "../common.ts";
import {
  CodeSignIn,
  Fault,
  FreshProof,
  LanguageChoice,
  Me,
  OperatorSession,
  PasskeyChange,
  PasskeyChanged,
  PasskeySignIn,
  PasskeysMissing,
  PasswordChanged,
  PasswordChangeOfOperator,
  PasswordSignIn,
  Welcome,
  Welcomed,
} from "./operator.ts";
import { PasskeyRequest } from "./passkeys.ts";

/** The calls by which operators sign in, prove who they are and keep their own account. */
export const consoleSessionCalls = {
  "POST /api/console/session/passkey/options": {
    summary: "Begins a sign-in by passkey, or a fresh proof of the signed-in operator",
    cache: "private",
    body: Nothing,
    info: z.object({
      challenge: Id.nullable(),
      options: PasskeyRequest.nullable(),
      passkeysMissing: PasskeysMissing.nullable(),
    }),
    console: { permission: "none", writes: "session.open" },
  },
  "POST /api/console/session/passkey": {
    summary: "Signs in by passkey",
    cache: "private",
    body: PasskeySignIn,
    info: z.object({ me: Me }),
    console: { permission: "none", writes: "session.open" },
  },
  "POST /api/console/session/password": {
    summary: "Begins a sign-in by password; it opens no session, a code must follow",
    cache: "private",
    body: PasswordSignIn,
    info: z.object({ attempt: Id }),
    console: { permission: "none", writes: "session.open" },
  },
  "POST /api/console/session/code": {
    summary: "Completes a sign-in by password with a code, or with a recovery code",
    cache: "private",
    body: CodeSignIn,
    info: z.object({ me: Me }),
    console: { permission: "none", writes: "session.open" },
  },
  "POST /api/console/session/end": {
    summary: "Signs this browser out",
    cache: "private",
    body: Nothing,
    info: Nothing,
    console: { permission: "self", writes: "session.end" },
  },
  "POST /api/console/session/fresh": {
    summary: "Proves identity again, for five minutes",
    cache: "private",
    body: FreshProof,
    info: z.object({ me: Me }),
    console: { permission: "self", writes: "session.fresh" },
  },
  "GET /api/console/me": {
    summary: "The signed-in operator, their permissions, proofs and session",
    cache: "private",
    info: Me,
    console: { permission: "self" },
  },
  "POST /api/console/me/language": {
    summary: "Sets the language in which this operator reads the console and its mails",
    cache: "private",
    body: LanguageChoice,
    info: z.object({ me: Me }),
    console: { permission: "self", writes: "operator.language" },
  },
  "GET /api/console/me/sessions": {
    summary: "The signed-in devices of this operator, the newest first",
    cache: "private",
    info: z.object({ sessions: z.array(OperatorSession) }),
    console: { permission: "self" },
  },
  "POST /api/console/me/sessions/end": {
    summary: "Signs out one device of this operator, or all others",
    cache: "private",
    body: SessionEnd,
    info: z.object({ sessions: z.array(OperatorSession) }),
    console: { permission: "self", writes: "session.end" },
  },
  "POST /api/console/me/passkey": {
    summary: "Adds a passkey: an empty body answers what the browser needs",
    cache: "private",
    body: PasskeyChange,
    info: PasskeyChanged,
    console: { permission: "self", writes: "operator.proof.add", fresh: "always" },
  },
  "DELETE /api/console/me/passkey": {
    summary: "Removes a passkey; the last proof stays",
    cache: "private",
    body: z.object({ id: Id }),
    info: z.object({ me: Me }),
    console: { permission: "self", writes: "operator.proof.remove", fresh: "always" },
  },
  "POST /api/console/me/password": {
    summary: "Sets password and authenticator app: an empty body answers the secret",
    cache: "private",
    body: PasswordChangeOfOperator,
    info: PasswordChanged,
    console: { permission: "self", writes: "operator.proof.password", fresh: "always" },
  },
  "POST /api/console/me/recovery": {
    summary: "Makes ten new recovery codes; earlier ones end",
    cache: "private",
    body: Nothing,
    info: z.object({ recoveryCodes: z.array(z.string()) }),
    console: { permission: "self", writes: "operator.proof.recovery", fresh: "always" },
  },
  "POST /api/console/welcome": {
    summary: "Redeems an invitation: its code answers what to choose, a proof joins",
    cache: "private",
    body: Welcome,
    maxBytes: 32 * 1024,
    info: Welcomed,
    console: { permission: "none", writes: "operator.join" },
  },
  "POST /api/console/fault": {
    summary: "Reports an error of the console's screens to the server's log",
    cache: "private",
    body: Fault,
    info: Nothing,
    console: { permission: "none", writes: "none" },
  },
} as const satisfies Record<string, Call>;
