import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { Ajv, type ValidateFunction } from "ajv";
import { Ajv2020 } from "ajv/dist/2020.js";
import type { Shape } from "./params.ts";
import type { Exchange } from "./test-merchant.ts";

const folder = join(import.meta.dirname, "../../../../shared/gateway-specs/stripe");

/** Whether Stripe's own descriptions are available; without them the tests that need them are skipped and say so. */
export const hasOfficial = existsSync(folder);

/** The reason for skipped tests. */
export const withoutOfficial = "Stripe's official descriptions are not at ../shared/gateway-specs/stripe";

type Json = Record<string, unknown>;
interface Sdk {
  roots: Record<string, { $ref: string }>;
  $defs: Record<string, { properties?: Record<string, Json> } & Json>;
}

const read = <T>(name: string): T => JSON.parse(readFileSync(join(folder, name), "utf8")) as T;
const known = new Map<string, ValidateFunction>();
let books: { sdk: Sdk; now: Ajv2020; before: Ajv; paths: string[] } | undefined;

function open() {
  if (books) return books;
  const sdk = read<Sdk>("sdk-23.1.0.schemas.json");
  const api = read<{ paths: Json }>("openapi-2023-08-16.trimmed.json");
  const now = new Ajv2020({ strict: false, allErrors: true, validateFormats: false });
  now.addSchema({ $id: "sdk", $defs: sdk.$defs });
  const before = new Ajv({ strict: false, allErrors: true, validateFormats: false });
  before.addSchema({ $id: "api", ...(orNull(api) as Json) });
  books = { sdk, now, before, paths: Object.keys(api.paths) };
  return books;
}

/** Returns the faults of an answer, by the description published in 2023 and by the current SDK. */
export function faultsOf({ method, path, status, answer }: Exchange): string[] {
  const { now, before, paths, sdk } = open();
  const requestLine = `${method} ${path} ${status}`;
  const found = paths.find((one) => new RegExp(`^${one.replaceAll(/\{[^}]+\}/g, "[^/]+")}$`).test(path));
  const objects = (answer["object"] === "list" ? answer["data"] : [answer]) as Json[];
  const today = objects.flatMap((object) => {
    const root = sdk.roots[deletedName(object)];
    return root ? check(now, `sdk${root.$ref}`, object, `${requestLine} (SDK)`) : [];
  });
  if (!found) return today;
  const at = `${encodeURIComponent(found.replaceAll("/", "~1"))}/${method.toLowerCase()}`;
  const which = status === 200 ? "200" : "default";
  const ref = `api#/paths/${at}/responses/${which}/content/application~1json/schema`;
  return [...check(before, ref, answer, `${requestLine} (2023)`), ...today];
}

/** Returns the parameters of a shape that the current SDK does not have, by its name for the set. */
export function unknownNames(shape: Shape, set: string): string[] {
  const { sdk } = open();
  const ref = sdk.roots[`params:${set}`]?.$ref;
  if (!ref) throw new Error(`There is no ${set}`);
  const walk = (own: Shape, schema: Json, within: string): string[] =>
    Object.entries(own).flatMap(([name, rule]) => {
      const property = propertyOf(sdk, schema, name);
      if (!property) return [`${set}: ${within}${name}`];
      if (typeof rule === "string" || Array.isArray(rule)) return [];
      return walk(rule as Shape, property, `${within}${name}.`);
    });
  return walk(shape, { $ref: ref }, "");
}

function propertyOf(sdk: Sdk, schema: Json, name: string): Json | undefined {
  const ref = schema["$ref"];
  if (typeof ref === "string") return propertyOf(sdk, sdk.$defs[ref.slice("#/$defs/".length)] ?? {}, name);
  const own = (schema["properties"] as Record<string, Json> | undefined)?.[name];
  if (own) return own;
  const parts = ["anyOf", "allOf", "oneOf"].flatMap((word) => (schema[word] as Json[] | undefined) ?? []);
  return parts.map((part) => propertyOf(sdk, part, name)).find((found) => found !== undefined);
}

function deletedName(object: Json): string {
  return `${object["deleted"] === true ? "deleted_" : ""}${String(object["object"])}`;
}

function check(ajv: Ajv | Ajv2020, ref: string, value: unknown, requestLine: string): string[] {
  const validate = known.get(ref) ?? ajv.compile({ $ref: ref });
  known.set(ref, validate);
  if (validate(value)) return [];
  return (validate.errors ?? []).slice(0, 4).map((one) => `${requestLine}${one.instancePath} ${one.message}`);
}

/** Translates OpenAPI's `nullable` into JSON Schema. */
function orNull(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(orNull);
  if (typeof schema !== "object" || schema === null) return schema;
  const inner = Object.fromEntries(Object.entries(schema).map(([name, value]) => [name, orNull(value)]));
  const { nullable, ...rest } = inner;
  return nullable === true ? { anyOf: [rest, { type: "null" }] } : rest;
}
