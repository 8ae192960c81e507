import type { Fault as InjectedFault } from "../gateway/faults.ts";
import type { GatewayAsk, GatewayReply } from "../gateway/http.ts";
import { saveRequest } from "../gateway/requests.ts";
import { apiVersion, type Bank, mint } from "./bank.ts";
import { expanded } from "./expand.ts";
import { readForm, type Tree } from "./form.ts";
import type { Idempotency } from "./idempotency.ts";
import { readParams } from "./params.ts";
import { DomainError, envelope, invalid } from "./refusal.ts";
import { type Route, routes } from "./routes.ts";

interface Outcome {
  status: number;
  body: string;
  /** The request whose answer this repeats. */
  replayOf?: string;
  error?: string;
}

/** Answers one request to the API. */
export function answerApi(
  bank: Bank,
  keys: Idempotency,
  ask: GatewayAsk,
  fault: InjectedFault | undefined,
): GatewayReply {
  const id = mint("req", 14);
  const key = ask.method === "POST" ? header(ask, "idempotency-key") : undefined;
  const outcome = perform(bank, keys, ask, id, key);
  logRequest(bank, ask, id, outcome, fault);
  return reply(outcome, id, key);
}

/** Stores a request that an injected fault ended before it reached a call. */
export function logFaultedRequest(bank: Bank, ask: GatewayAsk, fault: InjectedFault): void {
  const status = fault.kind === "before" ? 0 : Number(fault.kind);
  logRequest(bank, ask, mint("req", 14), { status, body: "" }, fault);
}

function logRequest(
  bank: Bank,
  ask: GatewayAsk,
  id: string,
  { status, replayOf, error }: Outcome,
  fault: InjectedFault | undefined,
): void {
  const sent = ask.body.toString("utf8") || ask.query.toString();
  saveRequest(bank.store, {
    id,
    at: bank.clock.now(),
    method: ask.method,
    path: ask.path,
    status: fault?.kind === "after" ? 0 : status,
    fault: fault?.kind ?? null,
    idempotencyKey: header(ask, "idempotency-key") ?? null,
    replayed: replayOf !== undefined,
    sent: [...new URLSearchParams(sent)].map((pair) => pair.join("=")).join("&"),
    error: error ?? null,
  });
}

/** Returns the body of an injected refusal. */
export function refusalOf(status: 500 | 429 | 409, ask: GatewayAsk): GatewayReply {
  const id = mint("req", 14);
  const key = header(ask, "idempotency-key");
  const refusals = {
    500: new DomainError(500, {
      type: "api_error",
      message:
        "An unknown error occurred. If you have any questions, we can help at https://support.stripe.com/.",
    }),
    429: new DomainError(429, {
      type: "invalid_request_error",
      code: "rate_limit",
      message:
        "Testmode request rate limit exceeded, the rate limits in testmode are lower than livemode. You can learn more about rate limits here https://stripe.com/docs/rate-limits.",
    }),
    409: new DomainError(409, {
      type: "invalid_request_error",
      code: "idempotency_key_in_use",
      message: `There is currently another in-progress request using this Idempotent Key (that probably means you submitted twice, and the other request is still going through): ${key ?? ""}. Please try again later.`,
    }),
  };
  return reply({ status, body: JSON.stringify(envelope(refusals[status], id), null, 2) }, id, key);
}

function perform(
  bank: Bank,
  keys: Idempotency,
  ask: GatewayAsk,
  id: string,
  key: string | undefined,
): Outcome {
  let begun = false;
  try {
    const secret = authenticate(bank, ask);
    checkVersion(ask);
    const found = findRoute(ask);
    if (!secret && !found.route.browser) throw browserForbidden();
    const sent = readForm(ask.method === "GET" ? ask.query.toString() : ask.body.toString("utf8"));
    const canonical = JSON.stringify(sent);
    const stored = key === undefined ? undefined : keys.begin(key, ask.path, canonical);
    if (stored) return { status: stored.status, body: stored.body, replayOf: stored.request };
    begun = true;
    return bank.store.together(() => {
      const own: Bank = { ...bank, request: { id, idempotency_key: key ?? null } };
      const outcome = run(own, found, sent, secret, id);
      if (key !== undefined) keys.save({ key, path: ask.path, sent: canonical, request: id, ...outcome });
      return outcome;
    });
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    return refused(error, id);
  } finally {
    // A key is in flight until its answer is written: a slow answer's key is ended by the server.
    if (begun && key !== undefined && !slow.has(ask)) keys.end(key);
  }
}

/** Requests whose answer is delayed: their keys stay in flight until it is written. */
export const slow = new WeakSet<GatewayAsk>();

function run(bank: Bank, { route, ids }: Found, sent: Tree, secret: boolean, id: string): Outcome {
  try {
    const { expand, key: _key, ...rest } = sent;
    const { expand: paths = [] } = readParams(expand === undefined ? {} : { expand }, { expand: "texts" });
    const answer = route.answer({ bank, ids, sent: rest, secret });
    return { status: 200, body: JSON.stringify(expanded(bank, answer, paths), null, 2) };
  } catch (error) {
    // Work before a decline is committed; any other refusal rolls everything back.
    if (error instanceof DomainError && error.lasting) return refused(error, id);
    throw error;
  }
}

function refused(refusal: DomainError, id: string): Outcome {
  const { fault, status } = refusal;
  return {
    status,
    body: JSON.stringify(envelope(refusal, id), null, 2),
    error: fault.decline_code ?? fault.code ?? fault.type,
  };
}

interface Found {
  route: Route;
  ids: string[];
}

function findRoute({ method, path }: GatewayAsk): Found {
  for (const route of routes) {
    const match = route.method === method ? route.path.exec(path) : null;
    if (match) return { route, ids: match.slice(1) };
  }
  throw new DomainError(404, {
    type: "invalid_request_error",
    message: `Unrecognized request URL (${method}: ${path}). Please see https://stripe.com/docs or we can help at https://support.stripe.com/.`,
  });
}

/** Returns whether the secret key was sent; throws for a request with neither that nor the publishable one. */
function authenticate(bank: Bank, ask: GatewayAsk): boolean {
  const shown = header(ask, "authorization") ?? "";
  const [, scheme = "", value = ""] = /^(Bearer|Basic) (.+)$/i.exec(shown) ?? [];
  const basic = scheme.toLowerCase() === "basic";
  const inForm = new URLSearchParams(ask.body.toString("utf8")).get("key") ?? ask.query.get("key") ?? "";
  const sent = basic ? (Buffer.from(value, "base64").toString("utf8").split(":")[0] ?? "") : value;
  const key = sent || (inForm.startsWith("pk_") ? inForm : "");
  if (key === bank.keys.secret) return true;
  if (key === bank.keys.publishable) return false;
  const message =
    key === ""
      ? "You did not provide an API key. You need to provide your API key in the Authorization header, using Bearer auth (e.g. 'Authorization: Bearer YOUR_SECRET_KEY'). See https://stripe.com/docs/api#authentication for details, or we can help at https://support.stripe.com/."
      : `Invalid API Key provided: ${key.slice(0, 8)}${"*".repeat(Math.max(0, Math.min(24, key.length - 12)))}${key.slice(-4)}`;
  throw new DomainError(401, { type: "invalid_request_error", message });
}

function browserForbidden(): DomainError {
  return new DomainError(401, {
    type: "invalid_request_error",
    code: "secret_key_required",
    message:
      "This API call cannot be made with a publishable API key. Please use a secret API key. You can find a list of your API keys at https://dashboard.stripe.com/account/apikeys.",
  });
}

function checkVersion(ask: GatewayAsk): void {
  const asked = header(ask, "stripe-version") ?? apiVersion;
  if (asked.split(";")[0]?.trim() === apiVersion) return;
  throw invalid(`Invalid Stripe API version: ${asked}. This simulator speaks ${apiVersion}.`);
}

function reply({ status, body, replayOf }: Outcome, id: string, key: string | undefined): GatewayReply {
  return {
    status,
    headers: {
      "content-type": "application/json",
      "request-id": id,
      "stripe-version": apiVersion,
      "access-control-allow-origin": "*",
      "access-control-expose-headers": "Request-Id, Stripe-Manage-Version, X-Stripe-External-Auth-Required",
      ...(key !== undefined && { "idempotency-key": key, "original-request": replayOf ?? id }),
      ...(replayOf !== undefined && { "idempotent-replayed": "true" }),
      ...(status === 401 && { "www-authenticate": 'Basic realm="Stripe"' }),
      "x-stripe-routing-context-priority-tier": "api-testmode",
    },
    body,
  };
}

function header({ headers }: GatewayAsk, name: string): string | undefined {
  const value = headers[name];
  return Array.isArray(value) ? value[0] : value;
}
