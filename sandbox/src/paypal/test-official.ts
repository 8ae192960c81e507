import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { Ajv, type ValidateFunction } from "ajv";

const folder = join(import.meta.dirname, "../../../../shared/gateway-specs/paypal");

/** Whether PayPal's own descriptions are available; without them the tests that need them are skipped and say so. */
export const hasOfficial = existsSync(folder);

/** The reason for skipped tests. */
export const withoutOfficial = "PayPal's official descriptions are not at ../shared/gateway-specs/paypal";
if (!hasOfficial) console.warn(`${withoutOfficial}: nothing is checked against them.`);

export type OfficialFile =
  | "checkout_orders_v2"
  | "payments_payment_v2"
  | "vault_payment_tokens_v3"
  | "notifications_webhooks_v1"
  | "customer_disputes_v1"
  | "reporting_transactions_v1";

type Json = Record<string, unknown>;
interface Document {
  components: { schemas: Record<string, Json> };
  paths: Record<string, Record<string, { responses: Record<string, unknown> }>>;
}

const ajv = new Ajv({ strict: false, unicodeRegExp: false, validateFormats: false, allErrors: true });
const documents = new Map<string, Document>();
const known = new Map<string, ValidateFunction>();

/** Returns the faults of a value by one of PayPal's schemas; empty for none. */
export function faultsBy(file: OfficialFile, schema: string, value: unknown): string[] {
  open(file);
  return check(`${file}#/components/schemas/${schema}`, value);
}

/** Returns the faults of an answer, by PayPal's description of the operation and status. */
export function faultsOfAnswer(
  file: OfficialFile,
  operation: `${"get" | "post" | "delete"} ${string}`,
  status: number,
  value: unknown,
): string[] {
  const document = open(file);
  const [method = "", path = ""] = operation.split(" ");
  const responses = document.paths[path]?.[method]?.responses ?? {};
  const key = String(status) in responses ? String(status) : "default";
  const pointer = ["paths", path, method, "responses", key, "content", "application/json", "schema"]
    .map((part) => part.replaceAll("~", "~0").replaceAll("/", "~1"))
    .map(encodeURIComponent)
    .join("/");
  const content = (responses[key] as { content?: Json } | undefined)?.content;
  return content ? check(`${file}#/${pointer}`, value) : [];
}

function check(ref: string, value: unknown): string[] {
  const validate = known.get(ref) ?? ajv.compile({ $ref: ref });
  known.set(ref, validate);
  if (validate(value)) return [];
  return (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`);
}

function open(file: OfficialFile): Document {
  const before = documents.get(file);
  if (before) return before;
  const document = withErrata(
    file,
    nullable(JSON.parse(readFileSync(join(folder, `${file}.json`), "utf8"))) as Document,
  );
  ajv.addSchema(document, file);
  documents.set(file, document);
  return document;
}

// Adds what PayPal's own library and current documentation have and the published description lacks.
function withErrata(file: OfficialFile, document: Document): Document {
  const { schemas } = document.components;
  const properties = (name: string) => schemas[name]?.["properties"] as Record<string, Json>;
  if (file === "checkout_orders_v2") {
    properties("paypal_wallet")["stored_credential"] = {
      type: "object",
      required: ["payment_initiator"],
      properties: {
        payment_initiator: { enum: ["CUSTOMER", "MERCHANT"] },
        usage: { enum: ["FIRST", "SUBSEQUENT", "DERIVED"] },
        usage_pattern: { type: "string" },
        charge_pattern: { type: "string" },
      },
    };
    // These refusals are documented for orders, but missing in the description's own lists.
    for (const name of ["422", "orders.capture-422"]) {
      const details = properties(name)["details"] as { items: { anyOf: Json[] } };
      const issues = ["DECIMALS_NOT_SUPPORTED", "CURRENCY_NOT_SUPPORTED"];
      details.items.anyOf.push({ properties: { issue: { enum: issues } } });
    }
  }
  // A search without results answers an empty list.
  if (file === "reporting_transactions_v1")
    delete properties("search_response")["transaction_details"]?.["minItems"];
  if (file === "vault_payment_tokens_v3")
    (properties("token_id_request")["type"] as { enum: string[] }).enum.push("SETUP_TOKEN");
  return document;
}

// Translates OpenAPI's `nullable` into JSON Schema.
function nullable(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(nullable);
  if (typeof value !== "object" || value === null) return value;
  const { nullable: isNullable, ...rest } = value as Json;
  const inner = Object.fromEntries(Object.entries(rest).map(([name, one]) => [name, nullable(one)]));
  return isNullable === true ? { anyOf: [inner, { type: "null" }] } : inner;
}
