import { createHmac, timingSafeEqual } from "node:crypto";
import { type Ask, json, type Reply } from "../serve.ts";
import { GraphRefusal, oauthError } from "./errors.ts";
import type { Access, App, Grants } from "./grants.ts";
import { idOf } from "./people.ts";

/** Answers POST or GET /oauth/access_token: exchanges a code for an access token. */
export function accessToken(apps: App[], grants: Grants, ask: Ask): Reply {
  const given = (name: string) => ask.form.get(name) ?? ask.query.get(name);
  const app = apps.find(({ id }) => id === given("client_id"));
  if (!app) throw oauthError(101, "Error validating application. Invalid application ID.");
  const redirectUri = given("redirect_uri");
  if (!redirectUri) throw oauthError(191, "Missing redirect_uri parameter.");
  const secret = given("client_secret");
  if (!secret) throw oauthError(1, "Missing client_secret parameter.");
  if (!isSame(secret, app.secret)) throw oauthError(1, "Error validating client secret.");
  const code = given("code");
  if (!code) throw oauthError(1, "Missing authorization code");
  const { token, expiresIn } = grants.redeem({
    appId: app.id,
    code,
    redirectUri,
    verifier: given("code_verifier"),
  });
  return json({ access_token: token, token_type: "bearer", expires_in: expiresIn });
}

/** Answers GET /me: the person of a token. Apps must prove that they know their secret, as the dashboard's switch demands. */
export function me(apps: App[], grants: Grants, ask: Ask): Reply {
  const token = tokenOf(ask);
  if (!token)
    throw oauthError(
      2500,
      "An active access token must be used to query information about the current user.",
    );
  const access = grants.find(token);
  if (!access) throw oauthError(190, "Invalid OAuth access token - Cannot parse access token");
  checkProof(apps, access, token, ask.query.get("appsecret_proof"));
  const { person, scopes } = access;
  const fields = (ask.query.get("fields") ?? "id,name").split(",").map((field) => field.trim());
  const sharesEmail =
    fields.includes("email") && scopes.includes("email") && person.confirmed && person.email !== "";
  return json({
    id: idOf(person, access.appId),
    ...(fields.includes("name") ? { name: person.name } : {}),
    ...(sharesEmail ? { email: person.email } : {}),
  });
}

/** Answers GET /debug_token: describes a token to the app that owns it. */
export function debugToken(apps: App[], grants: Grants, { query }: Ask): Reply {
  const [id, secret = ""] = (query.get("access_token") ?? "").split("|", 2);
  const app = apps.find((one) => one.id === id && isSame(secret, one.secret));
  if (!app) throw oauthError(190, "Invalid OAuth access token - Cannot parse access token");
  const input = query.get("input_token");
  if (!input) throw oauthError(100, "(#100) The parameter input_token is required");
  const access = grants.find(input);
  if (!access) {
    const error = { code: 190, message: "Invalid OAuth access token." };
    return json({ data: { error, is_valid: false, scopes: [] } });
  }
  if (access.appId !== app.id)
    throw oauthError(100, "(#100) The App_id in the input_token did not match the Viewing App");
  return json({
    data: {
      app_id: app.id,
      type: "USER",
      application: "Test app",
      data_access_expires_at: access.expiresAt,
      expires_at: access.expiresAt,
      is_valid: true,
      issued_at: access.issuedAt,
      scopes: access.scopes,
      user_id: idOf(access.person, access.appId),
    },
  });
}

function tokenOf({ query, headers }: Ask): string | null {
  return (
    query.get("access_token") ?? /^(?:Bearer|OAuth) (.+)$/i.exec(headers.authorization ?? "")?.[1] ?? null
  );
}

function checkProof(apps: App[], access: Access, token: string, proof: string | null): void {
  const secret = apps.find(({ id }) => id === access.appId)?.secret ?? "";
  const fault = (message: string) => new GraphRefusal({ message, type: "GraphMethodException", code: 100 });
  if (!proof) throw fault("API calls from the server require an appsecret_proof argument");
  if (!isSame(proof, createHmac("sha256", secret).update(token).digest("hex")))
    throw fault("Invalid appsecret_proof provided in the API argument");
}

function isSame(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)];
  return a.length === b.length && timingSafeEqual(a, b);
}
