import fc from "fast-check";
import * as z from "zod";

/** The part of JSON Schema that the contract's inputs use. */
interface Schema {
  type?: string;
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema | false;
  prefixItems?: Schema[];
  additionalProperties?: Schema | boolean;
  propertyNames?: Schema;
  anyOf?: Schema[];
  oneOf?: Schema[];
  allOf?: Schema[];
  enum?: unknown[];
  const?: unknown;
  minimum?: number;
  maximum?: number;
  minItems?: number;
  maxItems?: number;
  default?: unknown;
}

const oddText = fc.oneof(
  fc.string({ unit: "binary", maxLength: 60 }),
  fc.constantFrom(
    "\0",
    "'; drop table audit; --",
    "../..",
    "\ud800",
    "x".repeat(9000),
    "%00",
    "owner",
    "2026-11-26",
    "2026-11-26T12:00:00.000Z",
    "1",
    "-1",
    "9".repeat(30),
    "USD",
    "en",
  ),
);
const anything = fc.oneof(oddText, fc.jsonValue());

/**
 * Returns what generates inputs of a shape: most of them right, so that they reach the code behind the check, and some with a
 * part that is missing or anything at all. Texts are often one of `known`, such as the ids of what there is.
 */
export function inputsOf(shape: z.ZodType, known: readonly string[]): fc.Arbitrary<unknown> {
  const earlier = generators.get(known) ?? new Map<z.ZodType, fc.Arbitrary<unknown>>();
  generators.set(known, earlier);
  const generator = earlier.get(shape) ?? generatorOf(shape, known);
  earlier.set(shape, generator);
  return generator;
}

/** What was made for texts and a shape: each request asks for its own again, and reading a shape takes longer than the request. */
const generators = new WeakMap<readonly string[], Map<z.ZodType, fc.Arbitrary<unknown>>>();

function generatorOf(shape: z.ZodType, known: readonly string[]): fc.Arbitrary<unknown> {
  const schema = z.toJSONSchema(shape, { io: "input", unrepresentable: "any" }) as Schema;
  return fc.oneof({ weight: 9, arbitrary: valuesOf(schema, known) }, { weight: 1, arbitrary: anything });
}

function valuesOf(schema: Schema, known: readonly string[]): fc.Arbitrary<unknown> {
  return fc.oneof({ weight: 15, arbitrary: rightValues(schema, known) }, { weight: 1, arbitrary: anything });
}

function rightValues(schema: Schema, known: readonly string[]): fc.Arbitrary<unknown> {
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices) return fc.oneof(...choices.map((one) => valuesOf(one, known)));
  if (schema.const !== undefined) return fc.constant(schema.const);
  if (schema.enum) return fc.constantFrom(...schema.enum);
  if (schema.allOf) return fc.tuple(...schema.allOf.map((one) => valuesOf(one, known))).map(merged);
  switch (schema.type ?? "anything") {
    case "object":
      return objects(schema, known);
    case "array":
      return arrays(schema, known);
    case "string":
      return fc.oneof({ weight: 3, arbitrary: fc.constantFrom(...known) }, { weight: 1, arbitrary: oddText });
    case "integer":
    case "number":
      return numbers(schema);
    case "boolean":
      return fc.boolean();
    case "null":
      return fc.constant(null);
    default:
      return anything;
  }
}

/** Small numbers mostly, because versions and numbers of episodes are. */
function numbers({ minimum = -5, maximum = 5000 }: Schema): fc.Arbitrary<unknown> {
  const min = Math.max(minimum, -2e9);
  return fc.oneof(
    { weight: 4, arbitrary: fc.integer({ min, max: Math.min(Math.max(min, 0) + 3, maximum) }) },
    { weight: 2, arbitrary: fc.integer({ min, max: Math.min(maximum, 2e9) }) },
    { weight: 1, arbitrary: fc.constantFrom<unknown>(0, -1, 0.5, Number.MAX_SAFE_INTEGER, 1e21) },
  );
}

function objects(schema: Schema, known: readonly string[]): fc.Arbitrary<unknown> {
  const { properties = {}, additionalProperties: others, propertyNames } = schema;
  const fields = Object.fromEntries(
    Object.entries(properties).map(([name, one]) => [
      name,
      name === "requestKey" ? fc.ulid() : valuesOf(one, known),
    ]),
  );
  const required = schema.required?.filter((name) => name in fields) ?? [];
  const whole = fc.record(fields, { requiredKeys: required });
  const part = fc.record(fields, { requiredKeys: [] });
  const object = fc.oneof({ weight: 12, arbitrary: whole }, { weight: 1, arbitrary: part });
  if (typeof others !== "object") return object;
  const names = propertyNames?.enum
    ? fc.constantFrom(...propertyNames.enum.map(String))
    : fc.constantFrom(...known);
  return fc.tuple(object, fc.dictionary(names, valuesOf(others, known), { maxKeys: 4 })).map(merged);
}

function arrays(schema: Schema, known: readonly string[]): fc.Arbitrary<unknown> {
  const { items, prefixItems, minItems = 0, maxItems = 5 } = schema;
  if (prefixItems) return fc.tuple(...prefixItems.map((one) => valuesOf(one, known)));
  return fc.array(typeof items === "object" ? valuesOf(items, known) : anything, {
    minLength: Math.min(minItems, 5),
    maxLength: Math.max(Math.min(maxItems, 5), Math.min(minItems, 5)),
  });
}

const merged = (parts: readonly unknown[]): unknown =>
  parts.every((part) => typeof part === "object" && part !== null) ? Object.assign({}, ...parts) : parts[0];
