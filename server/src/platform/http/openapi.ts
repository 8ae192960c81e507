import { type Call, calls, reasons } from "@cliffhanger/contract";
import * as z from "zod";

/** A part of the description. */
type Json = Record<string, unknown>;

const reason = { $ref: "#/components/schemas/Reason" };

/** Returns the calls that anybody may know about: those of the operators' console have a description of their own. */
export function publicCalls(all: Readonly<Record<string, Call>>): Record<string, Call> {
  return Object.fromEntries(Object.entries(all).filter(([, call]) => !call.console));
}

/** Describes the calls of the operators' console. */
export function describeConsole(version: string): Json {
  return describeApi(
    version,
    Object.fromEntries(Object.entries<Call>(calls).filter(([, call]) => call.console)),
  );
}

/** Describes calls as OpenAPI 3.1 (R45). */
export function describeApi(version: string, described: Readonly<Record<string, Call>>): Json {
  const paths: Record<string, Json> = {};
  for (const [name, call] of Object.entries(described)) {
    const [method = "GET", path = "/"] = name.split(" ");
    paths[path] = { ...paths[path], [method.toLowerCase()]: operationOf(name, call) };
  }
  return {
    openapi: "3.1.0",
    info: {
      title: "Cliffhanger",
      version,
      description:
        "Every JSON answer is an envelope. Handled outcomes are HTTP 200 and distinguished by `code`: 200 done, 401 sign in " +
        "first, 402 payment needed, 404 no such thing, 409 already so, 500 a person must read `message`. One thing " +
        "comes in `info`, a list in `data`. Faults of the request or of the server carry their code as HTTP status.",
    },
    servers: [{ url: "/" }],
    paths,
    components: { schemas: { Reason: reasonSchema, DomainError: refusalSchema() } },
  };
}

const reasonSchema = {
  type: "string",
  enum: reasons,
  description: "What a client may act on; goes with every code but 200",
};

function refusalSchema(info?: Json): Json {
  return {
    type: "object",
    required: ["code", "message", "reason"],
    properties: {
      code: { type: "integer", not: { const: 200 } },
      message: { type: "string", description: "For people, in the language of Accept-Language" },
      reason,
      ...(info && { info }),
      errors: {
        type: "array",
        description: "Which fields were wrong, at code 400",
        items: {
          type: "object",
          required: ["field", "message"],
          properties: { field: { type: "string" }, message: { type: "string" } },
        },
      },
    },
  };
}

function operationOf(name: string, call: Call): Json {
  const envelopes = content({ oneOf: [...successes(call), refusalOf(call)] });
  const ok = call.file
    ? { content: { ...envelopes.content, [call.file]: { schema: { type: "string", format: "binary" } } } }
    : envelopes;
  const fault = content({ $ref: "#/components/schemas/DomainError" });
  return {
    operationId: operationId(name),
    summary: call.summary,
    parameters: [...languageParameter, ...parametersOf(call.query)],
    ...(call.body && { requestBody: { required: true, ...content(jsonSchema(call.body, "input")) } }),
    responses: {
      200: { description: "Done, or refused: `code` says which", ...ok },
      ...(call.cache === "public" && { 304: { description: "As the ETag in If-None-Match has it" } }),
      default: { description: "A fault of the request (4xx) or of the server (5xx)", ...fault },
    },
  };
}

function successes(call: Call): Json[] {
  if (call.file) return [];
  return (["info", "data"] as const).flatMap((part) => {
    const schema = call[part];
    if (!schema) return [];
    return [
      {
        type: "object",
        required: ["code", "message", part],
        properties: {
          code: { const: 200 },
          message: { type: "string" },
          [part]: jsonSchema(schema, "output"),
        },
      },
    ];
  });
}

function refusalOf(call: Call): Json {
  if (!call.offer) return { $ref: "#/components/schemas/DomainError" };
  const offer = {
    type: "object",
    description: "At code 402",
    properties: { offer: jsonSchema(call.offer, "output") },
  };
  return refusalSchema(offer);
}

const languageParameter = [
  {
    name: "Accept-Language",
    in: "header",
    description: "en, es, fr, de or pt; the app's fy is fr, dy is de",
    schema: { type: "string" },
  },
];

/** Returns the query's parameters; when it has several forms, those required by all of them are required. */
function parametersOf(query: z.ZodType | undefined): Json[] {
  if (!query) return [];
  const forms = (query instanceof z.ZodUnion ? query.options : [query]).filter(
    (form) => form instanceof z.ZodObject,
  );
  const names = new Set(forms.flatMap((form) => Object.keys(form.shape)));
  return [...names].map((name) => {
    const found = forms.flatMap((form): z.ZodType[] => (form.shape[name] ? [form.shape[name]] : []));
    const [schema] = found;
    const lenient = schema?.meta()?.["parameter"] as Json | undefined;
    return {
      name,
      in: "query",
      required: lenient === undefined && found.length === forms.length,
      schema: lenient ?? (schema ? jsonSchema(schema, "input") : {}),
    };
  });
}

function jsonSchema(schema: z.ZodType, io: "input" | "output"): Json {
  const { $schema: _draft, ...rest } = z.toJSONSchema(schema, { io, target: "draft-2020-12" });
  return rest;
}

function content(schema: Json): { content: Json } {
  return { content: { "application/json": { schema } } };
}

function operationId(name: string): string {
  return name
    .toLowerCase()
    .replace(/\/api\//, "")
    .replace(/[^a-z]+([a-z])/g, (_match, character: string) => character.toUpperCase());
}
