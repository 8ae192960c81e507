import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { Ajv, type ValidateFunction } from "ajv";
import type { RecordedCall } from "#platform/recording-proxy";

const folder = join(import.meta.dirname, "../../../shared/gateway-specs/paypal");

/** Whether PayPal's own descriptions are stored next to the project. */
export const hasPayPalSpecs = existsSync(folder);

/** The reason for skipping the comparison when they are not. */
export const withoutPayPalSpecs = "PayPal's descriptions are not at ../shared/gateway-specs/paypal";

type Json = Record<string, unknown>;
interface Operation {
  requestBody?: { content?: Json };
  responses: Record<string, { content?: Json }>;
}
interface Document {
  components: { schemas: Record<string, { properties: Record<string, Json> }> };
  paths: Record<string, Record<string, Operation>>;
}

/** The description of each call, and its path in it. */
const operations: [requestLine: RegExp, file: string, path: string][] = [
  [/^POST \/v2\/checkout\/orders$/, "checkout_orders_v2", "/v2/checkout/orders"],
  [/^GET \/v2\/checkout\/orders\/[^/]+$/, "checkout_orders_v2", "/v2/checkout/orders/{id}"],
  [/^POST \/v2\/checkout\/orders\/[^/]+\/capture$/, "checkout_orders_v2", "/v2/checkout/orders/{id}/capture"],
  [/^GET \/v2\/payments\/captures\/[^/]+$/, "payments_payment_v2", "/v2/payments/captures/{capture_id}"],
  [
    /^POST \/v2\/payments\/captures\/[^/]+\/refund$/,
    "payments_payment_v2",
    "/v2/payments/captures/{capture_id}/refund",
  ],
  [/^GET \/v2\/payments\/refunds\/[^/]+$/, "payments_payment_v2", "/v2/payments/refunds/{refund_id}"],
  [
    /^(GET|DELETE) \/v3\/vault\/payment-tokens\/[^/]+$/,
    "vault_payment_tokens_v3",
    "/v3/vault/payment-tokens/{id}",
  ],
  [
    /^POST \/v1\/notifications\/verify-webhook-signature$/,
    "notifications_webhooks_v1",
    "/v1/notifications/verify-webhook-signature",
  ],
  [
    /^GET \/v1\/notifications\/webhooks-events$/,
    "notifications_webhooks_v1",
    "/v1/notifications/webhooks-events",
  ],
];

const ajv = new Ajv({ strict: false, unicodeRegExp: false, validateFormats: false, allErrors: true });
const documents = new Map<string, Document>();
const compiled = new Map<string, ValidateFunction>();

/** Returns the faults of recorded calls and their answers, by PayPal's descriptions. */
export function paypalFaults(calls: readonly RecordedCall[]): string[] {
  return calls.flatMap(faultsOf);
}

function faultsOf({ method, path, body, status, answer }: RecordedCall): string[] {
  const requestLine = `${method} ${path}`;
  // The only call without a description, because it is OAuth's.
  if (requestLine === "POST /v1/oauth2/token") return [];
  const [, file, name] = operations.find(([pattern]) => pattern.test(requestLine)) ?? [];
  if (!file || !name) return [`${requestLine}: PayPal describes no such call`];
  const operation = open(file).paths[name]?.[method.toLowerCase()];
  if (!operation) return [`${requestLine}: PayPal describes no such method`];
  const at = ["paths", name, method.toLowerCase()];
  const requestFaults = operation.requestBody?.content
    ? check(file, [...at, "requestBody", "content", "application/json", "schema"], JSON.parse(body || "{}"))
    : [];
  const key = String(status) in operation.responses ? String(status) : "default";
  const described = operation.responses[key]?.content && answer !== "";
  const answerFaults = described
    ? check(file, [...at, "responses", key, "content", "application/json", "schema"], JSON.parse(answer))
    : [];
  return [...requestFaults, ...answerFaults].map((fault) => `${requestLine} (${status}): ${fault}`);
}

function check(file: string, at: string[], value: unknown): string[] {
  const pointer = at
    .map((part) => encodeURIComponent(part.replaceAll("~", "~0").replaceAll("/", "~1")))
    .join("/");
  const ref = `${file}#/${pointer}`;
  const validate = compiled.get(ref) ?? ajv.compile({ $ref: ref });
  compiled.set(ref, validate);
  if (validate(value)) return [];
  return (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message ?? ""}`);
}

function open(file: string): Document {
  const before = documents.get(file);
  if (before) return before;
  const read = JSON.parse(readFileSync(join(folder, `${file}.json`), "utf8")) as unknown;
  const document = withErrata(file, orNull(read) as Document);
  ajv.addSchema(document, file);
  documents.set(file, document);
  return document;
}

// Adds what PayPal's current documentation has and the description of 2024 lacks.
function withErrata(file: string, document: Document): Document {
  const wallet = document.components.schemas["paypal_wallet"];
  if (file === "checkout_orders_v2" && wallet)
    wallet.properties["stored_credential"] = {
      type: "object",
      required: ["payment_initiator"],
      properties: {
        payment_initiator: { enum: ["CUSTOMER", "MERCHANT"] },
        usage: { enum: ["FIRST", "SUBSEQUENT", "DERIVED"] },
        usage_pattern: { type: "string" },
      },
    };
  return document;
}

// Translates OpenAPI's `nullable` into JSON Schema.
function orNull(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(orNull);
  if (typeof value !== "object" || value === null) return value;
  const { nullable, ...rest } = value as Json;
  const inner = Object.fromEntries(Object.entries(rest).map(([name, one]) => [name, orNull(one)]));
  return nullable === true ? { anyOf: [inner, { type: "null" }] } : inner;
}
