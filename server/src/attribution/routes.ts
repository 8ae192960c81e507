import { handleCall } from "#platform/http/call";
import type { Http } from "#platform/http/server";
import type { Attribution } from "./attribution.ts";
import { choose, consentOf } from "./consent/consent.ts";

/** Registers the call for giving and withdrawing consent. */
export function registerAttribution(http: Http, attribution: Attribution): void {
  handleCall(http, "GET /api/user/consent", {
    access: "visitor",
    handle: async ({ caller }) => ({ info: await consentOf(attribution.db, caller.id) }),
  });
  handleCall(http, "POST /api/user/consent", {
    access: "visitor",
    savesGuest: true,
    handle: async ({ body, language, caller, origin }) => ({
      info: await choose(attribution, { visitorId: caller.id, choice: body, language, origin }),
    }),
  });
}
