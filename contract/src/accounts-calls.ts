import * as z from "zod";
import {
  Agreement,
  Confirmed,
  Deletion,
  FacebookAgreement,
  ForgottenPassword,
  LinkCode,
  LinkRequest,
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
    summary: "The current visitor; a new one becomes a guest (R62)",
    cache: "private",
    query: UserQuery,
    info: User,
  },
  "POST /api/user/register": {
    summary: "Turns the guest into a member and signs them in (R65)",
    cache: "private",
    body: Registration,
    info: User,
  },
  "POST /api/user/login": {
    summary: "Signs in and merges the guest's data into the member (R63)",
    cache: "private",
    body: SignIn,
    info: User,
  },
  "POST /api/user/link": {
    summary:
      "Emails a link that signs in, also to a guest who bought, who need not name the address; the answer never reveals whether the account exists",
    cache: "private",
    body: LinkRequest,
    info: Nothing,
  },
  "POST /api/user/link/redeem": {
    summary: "Signs in by the code of a link, and gathers what guests bought with that address",
    cache: "private",
    body: LinkCode,
    info: User,
  },
  "POST /api/user/logout": {
    summary: "Ends this session, if there is one (R64)",
    cache: "private",
    body: Nothing,
    info: Nothing,
  },
  "POST /api/user/facebook": {
    summary: "Registers a visitor of a first Facebook sign-in who accepts the terms (R5)",
    cache: "private",
    body: FacebookAgreement,
    info: User,
  },
  "POST /api/user/password/forgot": {
    summary: "Emails a link to set a new password; the answer never reveals whether the account exists (R18)",
    cache: "private",
    body: ForgottenPassword,
    info: Nothing,
  },
  "POST /api/user/password/reset": {
    summary: "Sets a new password with the code from the email and ends every session",
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
    summary: "Changes the member's name and language",
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
    summary: "The texts that the member accepted, with times",
    cache: "private",
    data: page(Agreement),
  },
  "POST /api/user/export": {
    summary: "All data stored about the member, as a ZIP of JSON files",
    cache: "private",
    body: Confirmed,
    file: "application/zip",
  },
  "POST /api/user/delete": {
    summary: "Schedules the account's deletion in 14 days, or cancels it",
    cache: "private",
    body: Deletion,
    info: z.object({ deletesAt: Moment.nullable() }),
  },
} as const satisfies Record<string, Call>;
