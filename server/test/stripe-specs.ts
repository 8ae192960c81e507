import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import Ajv, { type ValidateFunction } from "ajv";
import Ajv2020 from "ajv/dist/2020.js";
import type { RecordedCall } from "#platform/recording-proxy";

const folder = join(import.meta.dirname, "../../../shared/gateway-specs/stripe");

/** Whether Stripe's own descriptions are stored next to the project. */
export const hasStripeSpecs = existsSync(folder);

/** The reason for skipping the comparison when they are not. */
export const withoutStripeSpecs = "Stripe's descriptions are not at ../shared/gateway-specs/stripe";

type Json = Record<string, unknown>;
type Field = string | { [name: string]: Field } | Field[];

/** Stripe's descriptions: the published one of 2023, and the declarations of the current SDK. */
export interface StripeSpecs {
  /** Returns the faults of a request: unknown or invalid parameters. */
  requestFaults(call: RecordedCall): string[];
  /** Returns the faults of its answer, by either description. */
  answerFaults(call: RecordedCall): string[];
}

/** Parameter sets of the SDK, by call. */
const parameterSets: [requestLine: RegExp, set: string][] = [
  [/^POST \/v1\/customers$/, "customers.create"],
  [/^POST \/v1\/customers\/[^/]+$/, "customers.update"],
  [/^POST \/v1\/payment_intents$/, "payment_intents.create"],
  [/^POST \/v1\/payment_intents\/[^/]+\/confirm$/, "payment_intents.confirm"],
  [/^POST \/v1\/payment_intents\/[^/]+\/cancel$/, "payment_intents.cancel"],
  [/^POST \/v1\/refunds$/, "refunds.create"],
  [/^GET \/v1\/refunds$/, "refunds.list"],
  [/^GET \/v1\/events$/, "events.list"],
];

interface Operation {
  parameters?: { name: string; in: string }[];
  responses: Record<string, unknown>;
}

/** Returns the faults of calls and their answers by either description; deliberately corrupted answers are left out. */
export function wireFaults(calls: readonly RecordedCall[]): string[] {
  const specs = readStripeSpecs();
  const whole = calls.filter(({ status, answer }) => status > 0 && isWhole(answer));
  if (whole.length * 2 < calls.length) throw new Error("Most answers were spoilt, so nothing is proven");
  return [
    ...calls.flatMap((call) => specs.requestFaults(call)),
    ...whole.flatMap((call) => specs.answerFaults(call)),
  ];
}

function isWhole(answer: string): boolean {
  try {
    return typeof JSON.parse(answer) === "object";
  } catch {
    return false;
  }
}

/** Reads the descriptions. */
export function readStripeSpecs(): StripeSpecs {
  const sdk = readJson("sdk-23.1.0.schemas.json") as {
    roots: Record<string, Json>;
    $defs: Record<string, Json>;
  };
  const openapi = readJson("openapi-2023-08-16.trimmed.json") as {
    paths: Record<string, Record<string, Operation>>;
  };
  const answerSchemas = new Ajv2020.default({ strict: false, allErrors: true, validateFormats: false });
  answerSchemas.addSchema({ $id: "sdk", $defs: sdk.$defs });
  const requestSchemas = new Ajv2020.default({
    strict: false,
    allErrors: true,
    validateFormats: false,
    coerceTypes: true,
  });
  requestSchemas.addSchema({ $id: "sdk", $defs: closed(sdk.$defs) as Json });
  const then = new Ajv.default({ strict: false, allErrors: true, validateFormats: false });
  then.addSchema({ $id: "api", ...(nullable(openapi) as Json) });
  const compiled = new Map<string, ValidateFunction>();
  const check = (
    ajv: { compile(schema: Json): ValidateFunction },
    ref: string,
    value: unknown,
    where: string,
  ) => {
    const key = `${ajv === requestSchemas ? "asked" : ""} ${ref}`;
    const validate = compiled.get(key) ?? ajv.compile({ $ref: ref });
    compiled.set(key, validate);
    if (validate(value)) return [];
    return (validate.errors ?? []).slice(0, 5).map((error) => {
      const { additionalProperty } = error.params as { additionalProperty?: string };
      return `${where}${error.instancePath} ${error.message} ${additionalProperty ?? ""}`.trim();
    });
  };
  const operationOf = ({ method, path }: RecordedCall) => {
    for (const [pattern, operations] of Object.entries(openapi.paths)) {
      const known = new RegExp(`^${pattern.replaceAll(/\{[^}]+\}/g, "[^/]+")}$`);
      const operation = operations[method.toLowerCase()];
      if (known.test(path) && operation)
        return { operation, at: `${escaped(pattern)}/${method.toLowerCase()}` };
    }
    return null;
  };
  return {
    requestFaults(call) {
      const requestLine = `${call.method} ${call.path}`;
      const params = fieldsOf(call.method === "GET" ? call.query : call.body);
      const set = parameterSets.find(([pattern]) => pattern.test(requestLine))?.[1];
      if (set) return check(requestSchemas, closedRoot(sdk.roots, set), params, `${requestLine} `);
      // Calls whose parameters the SDK's list leaves out are checked by name only, from the published description.
      const known = operationOf(call)?.operation.parameters?.map(({ name }) => name);
      if (!known) return [`${requestLine} is in no description`];
      return Object.keys(params).flatMap((name) =>
        known.includes(name) ? [] : [`${requestLine} has no ${name}`],
      );
    },
    answerFaults(call) {
      const requestLine = `${call.method} ${call.path} ${call.status} `;
      const found = operationOf(call);
      if (!found) return [`${requestLine} is in no description`];
      const body = JSON.parse(call.answer) as Json;
      const which = call.status === 200 ? "200" : "default";
      const published = check(
        then,
        `api#/paths/${found.at}/responses/${which}/content/application~1json/schema`,
        body,
        requestLine,
      );
      const objects = (body["object"] === "list" ? body["data"] : [body]) as Json[];
      const declared = objects.flatMap((object) => {
        const root = sdk.roots[String(object["object"])];
        return root ? check(answerSchemas, `sdk${String(root["$ref"])}`, object, `${requestLine}(SDK) `) : [];
      });
      return [...published, ...declared];
    },
  };
}

function closedRoot(roots: Record<string, Json>, set: string): string {
  return `sdk${String(roots[`params:${set}`]?.["$ref"])}`;
}

function escaped(pattern: string): string {
  return encodeURIComponent(pattern.replaceAll("~", "~0").replaceAll("/", "~1"));
}

function readJson(name: string): unknown {
  return JSON.parse(readFileSync(join(folder, name), "utf8"));
}

/** Makes schemas reject fields that they do not name. */
function closed(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(closed);
  if (typeof schema !== "object" || schema === null) return schema;
  const inner = Object.fromEntries(Object.entries(schema).map(([name, value]) => [name, closed(value)]));
  const open = inner["type"] !== "object" || !("properties" in inner) || "additionalProperties" in inner;
  return open ? inner : { ...inner, additionalProperties: false };
}

/** Translates OpenAPI's `nullable` into JSON Schema. */
function nullable(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(nullable);
  if (typeof schema !== "object" || schema === null) return schema;
  const { nullable: orNull, ...rest } = Object.fromEntries(
    Object.entries(schema).map(([name, value]) => [name, nullable(value)]),
  );
  return orNull === true ? { anyOf: [rest, { type: "null" }] } : rest;
}

/** Returns the fields of a form or query as Stripe reads them: `a[b]=c`, `a[0]=c`. */
export function fieldsOf(form: string): { [name: string]: Field } {
  const fields: { [name: string]: Field } = {};
  for (const [name, value] of new URLSearchParams(form)) {
    const [first = "", ...path] = name.replaceAll("]", "").split("[");
    put(fields, [first, ...path], value);
  }
  return listed(fields) as { [name: string]: Field };
}

function put(into: { [name: string]: Field }, [name = "", ...path]: string[], value: string): void {
  if (path.length === 0) {
    into[name] = value;
    return;
  }
  into[name] ??= {};
  put(into[name] as { [name: string]: Field }, path, value);
}

/** Turns an object whose names count from 0 into a list. */
function listed(field: Field): Field {
  if (typeof field === "string" || Array.isArray(field)) return field;
  const entries = Object.entries(field).map(([name, value]) => [name, listed(value)] as const);
  const isList = entries.length > 0 && entries.every(([name], at) => name === String(at));
  return isList ? entries.map(([, value]) => value) : Object.fromEntries(entries);
}
