import { createHash, createHmac } from "node:crypto";
import type { Server } from "node:http";
import { afterAll, beforeAll, expect, test } from "vitest";
import { listen } from "../listen.ts";
import { serveFacebook } from "./server.ts";

const app = { id: "111111111111111", secret: "first-secret" };
const other = { id: "222222222222222", secret: "second-secret" };
const redirectUri = "http://localhost:4000/back?x=1";
const verifier = "v".repeat(43);
const challenge = createHash("sha256").update(verifier).digest("base64url");

let server: Server;
let base: string;
let now = Date.parse("2026-11-20T12:00:00Z");
beforeAll(async () => {
  server = serveFacebook([app, other], () => now);
  base = `http://127.0.0.1:${await listen(server, 0, false)}`;
});
afterAll(() => {
  server.close();
});

/** An answer of the Graph API: a result or an error. */
interface Answer {
  access_token: string;
  token_type: string;
  id: string;
  name: string;
  data: { is_valid: boolean; scopes: string[] };
  error: { message: string; type: string; code: number; error_subcode?: number };
}

const jsonOf = async (response: Response) => (await response.json()) as Answer;

const dialogQuery = (changes: Partial<Record<string, string>> = {}): string =>
  new URLSearchParams({
    client_id: app.id,
    redirect_uri: redirectUri,
    state: "a b&c",
    scope: "openid email public_profile",
    code_challenge: challenge,
    code_challenge_method: "S256",
    ...(changes as Record<string, string>),
  }).toString();

const answers = {
  name: "Mara Lind",
  email: "mara@example.com",
  decision: "approve",
  share_email: "on",
  confirmed: "on",
};

async function decide(query: string, form: Record<string, string> = answers): Promise<URL> {
  const response = await fetch(`${base}/v23.0/dialog/oauth?${query}`, {
    method: "POST",
    redirect: "manual",
    body: new URLSearchParams(form),
  });
  expect(response.status).toBe(302);
  return new URL(response.headers.get("location") ?? "");
}

const newCode = async (query = dialogQuery(), form = answers as Record<string, string>) =>
  (await decide(query, form)).searchParams.get("code") ?? "";

async function exchange(changes: Record<string, string | null> = {}) {
  const given: Record<string, string | null> = {
    client_id: app.id,
    client_secret: app.secret,
    redirect_uri: redirectUri,
    code_verifier: verifier,
    ...changes,
  };
  const body = new URLSearchParams();
  for (const [name, value] of Object.entries(given)) if (value !== null) body.set(name, value);
  const response = await fetch(`${base}/v23.0/oauth/access_token`, { method: "POST", body });
  return { status: response.status, body: await jsonOf(response) };
}

async function graph(path: string, query: Record<string, string>) {
  const response = await fetch(`${base}${path}?${new URLSearchParams(query).toString()}`);
  return { status: response.status, body: await jsonOf(response) };
}

const proofOf = (token: string, secret = app.secret) =>
  createHmac("sha256", secret).update(token).digest("hex");

async function newToken(form: Record<string, string> = answers): Promise<string> {
  const { body } = await exchange({ code: await newCode(dialogQuery(), form) });
  return body.access_token;
}

test("a person who agrees returns with a code and the state, and the code is exchanged for a token that identifies them", async () => {
  const back = await decide(dialogQuery());
  expect(back.href.startsWith(`${redirectUri}&code=AQ`)).toBe(true);
  expect(back.hash).toBe("#_=_");
  expect(back.searchParams.get("state")).toBe("a b&c");
  const { status, body } = await exchange({ code: back.searchParams.get("code") });
  expect(status).toBe(200);
  expect(body).toEqual({
    access_token: expect.stringMatching(/^EAA/),
    token_type: "bearer",
    expires_in: expect.any(Number),
  });
  const token = body.access_token;
  const me = await graph("/v23.0/me", {
    fields: "id,name,email",
    access_token: token,
    appsecret_proof: proofOf(token),
  });
  expect(me.body).toEqual({
    id: expect.stringMatching(/^\d{17}$/),
    name: "Mara Lind",
    email: "mara@example.com",
  });
  const about = await graph("/debug_token", { input_token: token, access_token: `${app.id}|${app.secret}` });
  expect(about.body.data).toMatchObject({
    app_id: app.id,
    is_valid: true,
    type: "USER",
    user_id: me.body.id,
  });
  expect(about.body.data.scopes).toEqual(["openid", "email", "public_profile"]);
});

test("a person who cancels returns with Facebook's error for it", async () => {
  const back = await decide(dialogQuery(), { decision: "cancel" });
  expect(Object.fromEntries(back.searchParams)).toEqual({
    x: "1",
    error: "access_denied",
    error_code: "200",
    error_description: "Permissions error",
    error_reason: "user_denied",
    state: "a b&c",
  });
});

test.each([
  ["not shared", { ...answers, share_email: "" }],
  ["not confirmed", { ...answers, confirmed: "" }],
  ["not there", { ...answers, email: "" }],
])("an email address that is %s is not shared", async (_, form) => {
  const token = await newToken(form);
  const me = await graph("/me", {
    fields: "id,name,email",
    access_token: token,
    appsecret_proof: proofOf(token),
  });
  expect(me.body).toEqual({ id: expect.any(String), name: "Mara Lind" });
});

test("a person has the same id at every sign-in of an app, and another one for another app", async () => {
  const idIn = async (token: string, secret = app.secret) =>
    (await graph("/me", { access_token: token, appsecret_proof: proofOf(token, secret) })).body.id;
  const id = await idIn(await newToken());
  expect(await idIn(await newToken({ ...answers, share_email: "" }))).toBe(id);
  const code = await newCode(dialogQuery({ client_id: other.id }));
  const { body } = await exchange({ client_id: other.id, client_secret: other.secret, code });
  expect(await idIn(body.access_token, other.secret)).not.toBe(id);
});

test("a code works once, for ten minutes, for its app and its redirect_uri", async () => {
  const code = await newCode();
  const error = async (changes: Record<string, string | null>) => {
    const { status, body } = await exchange({ code, ...changes });
    expect(status).toBe(400);
    expect(body.error).toMatchObject({ type: "OAuthException", fbtrace_id: expect.any(String) });
    return [body.error.code, body.error.error_subcode];
  };
  expect(await error({ client_id: "333333333333333" })).toEqual([101, undefined]);
  expect(await error({ client_secret: "wrong" })).toEqual([1, undefined]);
  expect(await error({ client_secret: null })).toEqual([1, undefined]);
  expect(await error({ redirect_uri: null })).toEqual([191, undefined]);
  expect(await error({ redirect_uri: "http://localhost:4000/back" })).toEqual([100, 36008]);
  expect(await error({ client_id: other.id, client_secret: other.secret })).toEqual([100, 36008]);
  expect(await error({ code: "AQnonsense" })).toEqual([100, undefined]);
  expect(await error({ code_verifier: "w".repeat(43) })).toEqual([1, undefined]);
  expect(await error({ code_verifier: null })).toEqual([1, undefined]);
  expect((await exchange({ code })).status).toBe(200);
  expect(await error({})).toEqual([100, 36009]);
  const late = await newCode();
  now += 10 * 60_000;
  expect(await error({ code: late })).toEqual([100, 36007]);
});

test("without the OpenID scope the challenge is dropped, and a verifier then refused, as Facebook does", async () => {
  const query = () => dialogQuery({ scope: "email,public_profile" });
  const { body } = await exchange({ code: await newCode(query()) });
  expect(body.error.message).toBe(
    "code_verifier param is provided without a code_challenge in authorization request.",
  );
  expect((await exchange({ code: await newCode(query()), code_verifier: null })).status).toBe(200);
});

test("the Graph API requires its own token and the matching proof", async () => {
  const token = await newToken();
  const error = async (query: Record<string, string>) => {
    const { status, body } = await graph("/me", query);
    return [status, body.error.code, body.error.type];
  };
  expect(await error({})).toEqual([400, 2500, "OAuthException"]);
  expect(await error({ access_token: "EAAx" })).toEqual([401, 190, "OAuthException"]);
  expect(await error({ access_token: token })).toEqual([400, 100, "GraphMethodException"]);
  expect(await error({ access_token: token, appsecret_proof: proofOf(token, other.secret) })).toEqual([
    400,
    100,
    "GraphMethodException",
  ]);
});

test("a token is described only to its own app", async () => {
  const token = await newToken();
  const inspect = (input: string, access: string) =>
    graph("/debug_token", { input_token: input, access_token: access });
  expect((await inspect(token, `${app.id}|wrong`)).body.error.code).toBe(190);
  expect((await inspect(token, `${other.id}|${other.secret}`)).body.error.code).toBe(100);
  expect((await inspect("EAAx", `${app.id}|${app.secret}`)).body.data.is_valid).toBe(false);
});

test("a dialog for an unknown app, a forbidden address or an unknown scope does not redirect", async () => {
  const faulty = [
    { client_id: "9" },
    { redirect_uri: "http://evil.example/back" },
    { redirect_uri: "javascript:alert(1)" },
    { redirect_uri: "" },
    { scope: "user_friends" },
    { response_type: "token" },
  ];
  for (const changes of faulty) {
    const response = await fetch(`${base}/v23.0/dialog/oauth?${dialogQuery(changes)}`, {
      redirect: "manual",
    });
    expect(response.status).toBe(400);
    expect(await response.text()).toContain('role="alert"');
  }
});

test("the dialog lists the test people, and its parameters return with the answer and never as markup", async () => {
  const page = await (
    await fetch(`${base}/v23.0/dialog/oauth?${dialogQuery({ state: '"><script>1</script>' })}`)
  ).text();
  expect(page).toContain("Ana Torres");
  expect(page).not.toContain("<script");
  const code = await newCode(dialogQuery(), {
    person: "1",
    decision: "approve",
    share_email: "on",
    confirmed: "on",
  });
  const { body } = await exchange({ code });
  const me = await graph("/me", {
    access_token: body.access_token,
    appsecret_proof: proofOf(body.access_token),
  });
  expect(me.body.name).toBe("Jonas Weber");
});
