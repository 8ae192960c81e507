import { createHmac } from "node:crypto";
import * as z from "zod";
import { HttpClientError, requestJson } from "#platform/http-client";
import type { FacebookSettings } from "#platform/integration-config";

/** A person's Facebook profile. The address is present only when they share it and Facebook has confirmed it. */
export interface FacebookPerson {
  id: string;
  name: string | null;
  email: string | null;
}

const Token = z.object({ access_token: z.string().min(1).max(2000) });
const Inspection = z.object({
  data: z.object({ app_id: z.string(), is_valid: z.boolean(), user_id: z.string() }),
});
const Me = z.object({
  id: z.string().regex(/^\d{1,32}$/),
  name: z.string().optional(),
  email: z.string().optional(),
});
const Fault = z.object({
  error: z.object({ type: z.string(), code: z.number(), error_subcode: z.number().optional() }),
});

/** Returns the address of the sign-in dialog. */
export function dialogAddress(
  { appId, dialogUrl }: FacebookSettings,
  { redirectUri, state, challenge }: { redirectUri: string; state: string; challenge: string },
): string {
  const url = new URL(`${dialogUrl}/dialog/oauth`);
  url.search = new URLSearchParams({
    client_id: appId,
    redirect_uri: redirectUri,
    state,
    response_type: "code",
    // Without `openid` Facebook drops the challenge and then refuses the verifier.
    scope: "openid email public_profile",
    code_challenge: challenge,
    code_challenge_method: "S256",
  }).toString();
  return url.href;
}

/**
 * Resolves a code to a person: exchanges it for an access token, then checks whose it is and that it was issued to our
 * app, because a token of another app may belong to anyone. The token is not stored. Throws an {@link HttpClientError}.
 */
export async function personOfCode(
  settings: FacebookSettings,
  { code, redirectUri, verifier }: { code: string; redirectUri: string; verifier: string },
): Promise<FacebookPerson> {
  const { appId, appSecret, graphUrl } = settings;
  const { access_token: token } = await ask(Token, new URL(`${graphUrl}/oauth/access_token`), {
    client_id: appId,
    client_secret: appSecret,
    redirect_uri: redirectUri,
    code,
    code_verifier: verifier,
  });
  const [{ data }, me] = await Promise.all([
    ask(
      Inspection,
      addressOf(`${graphUrl}/debug_token`, { input_token: token, access_token: `${appId}|${appSecret}` }),
    ),
    ask(
      Me,
      addressOf(`${graphUrl}/me`, {
        fields: "id,name,email",
        access_token: token,
        appsecret_proof: createHmac("sha256", appSecret).update(token).digest("hex"),
      }),
    ),
  ]);
  if (!data.is_valid || data.app_id !== appId || data.user_id !== me.id)
    throw new HttpClientError("Facebook's token is not one for this app and person");
  return { id: me.id, name: me.name ?? null, email: me.email ?? null };
}

function addressOf(path: string, query: Record<string, string>): URL {
  const url = new URL(path);
  url.search = new URLSearchParams(query).toString();
  return url;
}

async function ask<S extends z.ZodType>(
  schema: S,
  url: URL,
  form?: Record<string, string>,
): Promise<z.output<S>> {
  const { status, body } = await requestJson(url, form);
  const answer = schema.safeParse(body);
  if (status === 200 && answer.success) return answer.data;
  const { data: fault } = Fault.safeParse(body);
  const { type, code, error_subcode } = fault?.error ?? {};
  const said = [`HTTP ${status}`, type, code, error_subcode].filter((part) => part !== undefined).join(" ");
  throw new HttpClientError(`Facebook refused ${url.pathname.split("/").at(-1)} (${said})`);
}
