import type { Language } from "@cliffhanger/contract";
import { handleCall } from "#platform/http/call";
import type { Http } from "#platform/http/server";
import { registerAccountData } from "./account-data/routes.ts";
import type { Accounts } from "./accounts.ts";
import { type Entered, greet } from "./guest.ts";
import { redeemLink } from "./links/redeem-link.ts";
import { requestLink } from "./links/request-link.ts";
import { login } from "./login.ts";
import { logout } from "./logout.ts";
import { changePassword } from "./passwords/change.ts";
import { forgot, reset } from "./passwords/reset.ts";
import { changeProfile } from "./profile.ts";
import { register } from "./register.ts";
import { clearedCookie } from "./sessions/cookie.ts";
import { endDevices, listDevices } from "./sessions/devices.ts";
import { userOf } from "./user.ts";
import { notifyVisit } from "./visit.ts";

/** Registers the calls for the current user, registration, signing in and out, passwords, profile and devices. */
export function registerAccounts(http: Http, accounts: Accounts): void {
  const { db, clock } = accounts;
  registerAccountData(http, accounts);
  const enteredOutcome = async ({ visitor, headers }: Entered, language: Language) => ({
    info: await userOf(accounts, visitor, language),
    headers,
  });

  handleCall(http, "GET /api/user", {
    access: "recognised",
    async handle({ query: { landing, referrer }, language, click, caller, origin }) {
      const entered = await greet(accounts, caller, origin);
      await notifyVisit(accounts, { visitorId: entered.visitor.id, landing, referrer, click, language });
      return enteredOutcome(entered, language);
    },
  });
  handleCall(http, "POST /api/user/register", {
    access: "recognised",
    savesGuest: true,
    handle: async ({ body, language, caller, origin }) =>
      enteredOutcome(
        await register(accounts, {
          ...body,
          language: body.language,
          requestLanguage: language,
          caller,
          origin,
        }),
        language,
      ),
  });
  handleCall(http, "POST /api/user/login", {
    access: "recognised",
    handle: async ({ body, language, caller, origin }) =>
      enteredOutcome(await login(accounts, { ...body, caller, origin }), language),
  });
  handleCall(http, "POST /api/user/link", {
    access: "recognised",
    async handle({ body, caller, origin }) {
      await requestLink(accounts, { email: body.email, caller, origin });
      return { info: {} };
    },
  });
  handleCall(http, "POST /api/user/link/redeem", {
    access: "recognised",
    handle: async ({ body, language, caller, origin }) =>
      enteredOutcome(await redeemLink(accounts, { ...body, language, caller, origin }), language),
  });
  handleCall(http, "POST /api/user/logout", {
    access: "recognised",
    handle: async ({ caller, origin }) => ({ info: {}, headers: await logout(accounts, caller, origin) }),
  });
  handleCall(http, "POST /api/user/password/forgot", {
    access: "anyone",
    async handle({ body, origin }) {
      await forgot(accounts, { ...body, origin });
      return { info: {} };
    },
  });
  handleCall(http, "POST /api/user/password/reset", {
    access: "anyone",
    async handle({ body, origin }) {
      await reset(accounts, { ...body, origin });
      return { info: {} };
    },
  });
  handleCall(http, "POST /api/user/password", {
    access: "member",
    handle: async ({ body, caller, origin }) => ({
      info: {},
      headers: await changePassword(accounts, { ...body, caller, origin }),
    }),
  });
  handleCall(http, "POST /api/user/profile", {
    access: "visitor",
    savesGuest: true,
    handle: async ({ body, language, caller }) => ({
      info: await userOf(accounts, await changeProfile(accounts, caller, body), language),
    }),
  });
  handleCall(http, "GET /api/user/sessions", {
    access: "member",
    async handle({ caller }) {
      const list = await listDevices(db, clock, caller);
      return {
        data: { list, total: list.length, page: 1, pageSize: Math.max(1, list.length), hasMore: false },
      };
    },
  });
  handleCall(http, "DELETE /api/user/sessions", {
    access: "member",
    async handle({ body, caller, origin }) {
      await endDevices(db, caller, body);
      const isOwn = "id" in body && body.id === caller.sessionId;
      return { info: {}, headers: isOwn ? clearedCookie(origin) : {} };
    },
  });
}
