import type { Tree } from "./form.ts";
import { invalid, required } from "./refusal.ts";
import type { Metadata } from "./types.ts";

/** The type of a parameter. "text?" may be empty; a list of words: one of them; an object: nested parameters. */
export type Rule =
  | "text"
  | "text?"
  | "integer"
  | "boolean"
  | "metadata"
  | "texts"
  | readonly string[]
  | { readonly [name: string]: Rule };
/** The parameters of a call. */
export type Shape = Record<string, Rule>;

type Value<R> = R extends "text" | "text?"
  ? string
  : R extends "integer"
    ? number
    : R extends "boolean"
      ? boolean
      : R extends "metadata"
        ? Metadata | ""
        : R extends "texts"
          ? string[]
          : R extends readonly (infer Word)[]
            ? Word
            : Params<R>;
/** The parameters as parsed by a shape. */
export type Params<S> = { -readonly [Name in keyof S]?: Value<S[Name]> };

/** Parses parameters; one that the shape does not name is refused. */
export function readParams<const S extends Shape>(tree: Tree, shape: S, within = ""): Params<S> {
  const read: Record<string, unknown> = {};
  for (const [name, sent] of Object.entries(tree)) {
    const path = within === "" ? name : `${within}[${name}]`;
    const rule = Object.hasOwn(shape, name) ? shape[name] : undefined;
    if (rule === undefined) throw unknownParameter(name, path);
    read[name] = readValue(sent, rule, path);
  }
  return read as Params<S>;
}

/** Returns a required parameter, or throws that it is missing. */
export function need<T>(value: T | undefined, param: string): T {
  if (value === undefined) throw required(param);
  return value;
}

/** Returns metadata after a change: an empty value removes its key, an empty string everything. */
export function mergedMetadata(before: Metadata, change: Metadata | "" | undefined): Metadata {
  if (change === undefined) return before;
  if (change === "") return {};
  const merged = Object.entries({ ...before, ...change }).filter(([, value]) => value !== "");
  if (merged.length > 50)
    throw invalid("Metadata can have up to 50 keys.", "parameter_invalid_map", "metadata");
  return Object.fromEntries(merged);
}

function unknownParameter(name: string, path: string) {
  // The old name of a parameter that was removed; the error names its successor.
  const heir = name === "payment_method_types" ? ". Did you mean allowed_payment_method_types?" : "";
  return invalid(`Received unknown parameter: ${path}${heir}`, "parameter_unknown", path);
}

function readValue(sent: Tree[string], rule: Rule, path: string): unknown {
  if (rule === "metadata") return readMetadata(sent, path);
  if (rule === "texts") {
    if (sent === "") return [];
    if (!Array.isArray(sent)) throw invalid("Invalid array", "parameter_invalid_array", path);
    return sent.map(String);
  }
  if (typeof rule === "object" && !Array.isArray(rule)) {
    if (sent === "") return undefined;
    if (typeof sent !== "object" || Array.isArray(sent)) throw invalid("Invalid object", undefined, path);
    return readParams(sent, rule as Shape, path);
  }
  if (typeof sent !== "string") throw invalid(`Invalid string: ${JSON.stringify(sent)}`, undefined, path);
  if (rule === "text?") return sent;
  // Few parameters can be unset.
  if (sent === "" && Array.isArray(rule) && rule.includes("")) return sent;
  if (sent === "") {
    throw invalid(
      `You passed an empty string for '${path}'. We assume empty values are an attempt to unset a parameter; however '${path}' cannot be unset. You should remove '${path}' from your request or supply a non-empty value.`,
      "parameter_invalid_empty",
      path,
    );
  }
  if (rule === "integer") return readInteger(sent, path);
  if (rule === "boolean") {
    if (sent !== "true" && sent !== "false") throw invalid(`Invalid boolean: ${sent}`, undefined, path);
    return sent === "true";
  }
  if (rule !== "text" && !(rule as readonly string[]).includes(sent)) {
    throw invalid(`Invalid ${path}: must be one of ${(rule as string[]).join(", ")}`, undefined, path);
  }
  if (sent.length > 5000) throw invalid(`Invalid string: too long`, "parameter_invalid_string", path);
  return sent;
}

function readInteger(sent: string, path: string): number {
  if (!/^-?\d{1,15}$/.test(sent))
    throw invalid(`Invalid integer: ${sent}`, "parameter_invalid_integer", path);
  return Number(sent);
}

function readMetadata(sent: Tree[string], path: string): Metadata | "" {
  if (sent === "") return "";
  if (typeof sent !== "object" || Array.isArray(sent)) throw invalid("Invalid object", undefined, path);
  for (const [key, value] of Object.entries(sent)) {
    if (typeof value !== "string")
      throw invalid("Metadata values must be strings", undefined, `${path}[${key}]`);
    if (key.length > 40) throw invalid("Metadata keys can have up to 40 characters", undefined, path);
    if (value.length > 500) {
      throw invalid("Metadata values can have up to 500 characters", undefined, `${path}[${key}]`);
    }
  }
  return sent as Metadata;
}
