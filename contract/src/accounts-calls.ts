import * as z from "zod";
import {
  Agreement,
  Confirmed,
  Deletion,
  FacebookAgreement,
  ForgottenPassword,
  PasswordChange,
  PasswordReset,
  Profile,
  Registration,
  Session,
  SessionEnd,
  SignIn,
  User,
  UserQuery,
} from "./accounts.ts";
import { type Call, Nothing } from "./call.ts";
import { Moment, page } from "./common.ts";

/** The calls of identity and the account. */
export const accountCalls = {
  "GET /api/user": {
    summary: "Whoever asks; somebody new becomes a guest (R62)",
    cache: "private",
    query: UserQuery,
    info: User,
  },
  "POST /api/user/register": {
    summary: "Makes the guest a member, signed in (R65)",
    cache: "private",
    body: Registration,
    info: User,
  },
  "POST /api/user/login": {
    summary: "Signs in; what the guest did merges into the member (R63)",
    cache: "private",
    body: SignIn,
    info: User,
  },
  "POST /api/user/logout": {
    summary: "Ends this session, if there is one (R64)",
    cache: "private",
    body: Nothing,
    info: Nothing,
  },
  "POST /api/user/facebook": {
    summary: "Makes somebody a member who came by Facebook for the first time and agrees (R5)",
    cache: "private",
    body: FacebookAgreement,
    info: User,
  },
  "POST /api/user/password/forgot": {
    summary: "Mails a link that sets a new password; the same answer whoever it is (R18)",
    cache: "private",
    body: ForgottenPassword,
    info: Nothing,
  },
  "POST /api/user/password/reset": {
    summary: "Sets a new password by the code of the mail and ends every session",
    cache: "private",
    body: PasswordReset,
    info: Nothing,
  },
  "POST /api/user/password": {
    summary: "Changes the password and ends the other sessions",
    cache: "private",
    body: PasswordChange,
    info: Nothing,
  },
  "POST /api/user/profile": {
    summary: "Changes name and language",
    cache: "private",
    body: Profile,
    info: User,
  },
  "GET /api/user/sessions": {
    summary: "The member's signed-in devices",
    cache: "private",
    data: page(Session),
  },
  "DELETE /api/user/sessions": {
    summary: "Signs out one device, or all others",
    cache: "private",
    body: SessionEnd,
    info: Nothing,
  },
  "GET /api/user/agreements": {
    summary: "What the member agreed to, and when",
    cache: "private",
    data: page(Agreement),
  },
  "POST /api/user/export": {
    summary: "Everything kept about the member, as a ZIP of JSON files",
    cache: "private",
    body: Confirmed,
    file: "application/zip",
  },
  "POST /api/user/delete": {
    summary: "Deletes the account in 14 days, or takes that back",
    cache: "private",
    body: Deletion,
    info: z.object({ deletesAt: Moment.nullable() }),
  },
} as const satisfies Record<string, Call>;
