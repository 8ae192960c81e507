import { stringifySetCookie } from "cookie";
import type { FastifyReply, FastifyRequest } from "fastify";
import { handleCall } from "#platform/http/call";
import type { Origin } from "#platform/http/caller";
import { notFound } from "#platform/http/errors";
import type { Http } from "#platform/http/server";
import type { FacebookSettings } from "#platform/integration-config";
import type { Accounts } from "../accounts.ts";
import { userOf } from "../user.ts";
import { agreeByFacebook } from "./agree.ts";
import { handleCallback } from "./callback.ts";
import { dialogAddress } from "./graph.ts";
import { beginOAuth, OAUTH_STATE_SECONDS } from "./oauth-state.ts";
import { returnPathOf, returnToOf } from "./return-path.ts";

const CALLBACK = "/api/user/facebook/callback";

/**
 * Registers sign-in with Facebook (R5): two addresses that redirect the browser, and the call that completes a first
 * sign-in.
 */
export function registerFacebook(
  http: Http,
  accounts: Accounts,
  { facebook: settings, publicOrigin }: { facebook: FacebookSettings | null; publicOrigin: string | null },
): void {
  // The redirect URI, which must be the same in both requests of the flow, like the cookie's host.
  const redirectUriOf = (request: FastifyRequest) =>
    (publicOrigin ?? `${request.protocol}://${request.headers.host ?? ""}`) + CALLBACK;
  const queryOf = (request: FastifyRequest) => request.query as Record<string, unknown>;

  http.get("/api/user/facebook", { config: { access: "anyone" } }, async (request, reply) => {
    if (!settings) throw notFound();
    // Before hydration the link has no parameter yet; the form's own address has it.
    const returnTo = queryOf(request)["returnTo"] ?? returnToOf(request.headers.referer);
    const way = beginOAuth(accounts.clock.now(), returnPathOf(returnTo));
    reply.header("set-cookie", facebookCookie(http.originOf(request), way.cookie));
    return sendOn(reply, dialogAddress(settings, { ...way, redirectUri: redirectUriOf(request) }));
  });

  http.get(CALLBACK, { config: { access: "recognised" } }, async (request, reply) => {
    if (!settings) throw notFound();
    const origin = http.originOf(request);
    const { path, cookie, headers } = await handleCallback(accounts, settings, {
      query: queryOf(request),
      redirectUri: redirectUriOf(request),
      caller: await http.identify(origin),
      origin,
    });
    if (cookie !== undefined) reply.header("set-cookie", facebookCookie(origin, cookie));
    if (headers) reply.headers(headers);
    // Facebook appends `#_=_` to every address, which would stay in the address bar: an empty fragment replaces it.
    return sendOn(reply, path.includes("#") ? path : `${path}#`);
  });

  handleCall(http, "POST /api/user/facebook", {
    access: "recognised",
    savesGuest: true,
    async handle({ body, language, caller, origin }) {
      if (!settings) throw notFound();
      const { visitor, headers } = await agreeByFacebook(accounts, {
        agree: body.agree,
        language: body.language,
        requestLanguage: language,
        caller,
        origin,
      });
      return { info: await userOf(accounts, visitor, language), headers };
    },
  });
}

function sendOn(reply: FastifyReply, address: string): FastifyReply {
  return reply.header("cache-control", "private, no-store").redirect(address, 302);
}

/** Returns the cookie that holds the state while a person is at Facebook, and then the pending sign-in; empty deletes it. */
function facebookCookie(origin: Pick<Origin, "secure">, value: string): string {
  return stringifySetCookie({
    name: "fb",
    value,
    path: "/api/user",
    httpOnly: true,
    sameSite: "lax",
    secure: origin.secure,
    maxAge: value === "" ? 0 : OAUTH_STATE_SECONDS,
  });
}
