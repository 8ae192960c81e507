import { type Detail, invalidRequest } from "./errors.ts";

/** The validation of a value in a request. */
export type Shape = (value: unknown, at: string, faults: Detail[]) => void;

interface TextRule {
  min?: number;
  max?: number;
  pattern?: RegExp;
  oneOf?: readonly string[];
}

/** Parses a request's JSON and refuses what the shape does not allow, naming each field by its path. */
export function readShape<T>(raw: Buffer, shape: Shape, isOptional = false): T {
  const text = raw.toString("utf8");
  let value: unknown;
  try {
    value = text.trim() === "" && isOptional ? {} : JSON.parse(text);
  } catch {
    throw invalidRequest([{ issue: "MALFORMED_REQUEST_JSON", location: "body", field: "/" }]);
  }
  const faults: Detail[] = [];
  shape(value, "", faults);
  if (faults.length > 0) throw invalidRequest(faults);
  return value as T;
}

/** Returns the shape of a string. */
export function text({ min = 0, max = 10_000, pattern, oneOf }: TextRule = {}): Shape {
  return (value, at, faults) => {
    if (typeof value !== "string") return fault(faults, at, "INVALID_PARAMETER_SYNTAX", value);
    if (value.length < min || value.length > max) return fault(faults, at, "INVALID_STRING_LENGTH", value);
    if (oneOf && !oneOf.includes(value)) return fault(faults, at, "INVALID_PARAMETER_VALUE", value);
    if (pattern && !pattern.test(value)) return fault(faults, at, "INVALID_PARAMETER_SYNTAX", value);
  };
}

/** Returns the shape of an enumeration. */
export function word(...oneOf: string[]): Shape {
  return text({ min: 1, max: 255, oneOf });
}

/** true or false. */
export const flag: Shape = (value, at, faults) => {
  if (typeof value !== "boolean") fault(faults, at, "INVALID_PARAMETER_SYNTAX", value);
};

/** Any value. */
export const anything: Shape = () => undefined;

/** Returns the shape of a list. */
export function list(of: Shape, { min = 0, max = 1000 }: { min?: number; max?: number } = {}): Shape {
  return (value, at, faults) => {
    if (!Array.isArray(value)) return fault(faults, at, "INVALID_PARAMETER_SYNTAX", value);
    if (value.length < min) return fault(faults, at, "INVALID_ARRAY_MIN_ITEMS");
    if (value.length > max) return fault(faults, at, "INVALID_ARRAY_MAX_ITEMS");
    for (const [index, one] of value.entries()) of(one, `${at}/${index}`, faults);
  };
}

/** Returns the shape of an object. Unknown fields are refused, so that a misspelt name does not seem to work. */
export function record(fields: Record<string, Shape>, required: string[] = []): Shape {
  return (value, at, faults) => {
    if (typeof value !== "object" || value === null || Array.isArray(value))
      return fault(faults, at, "INVALID_PARAMETER_SYNTAX", value);
    for (const name of required)
      if (!Object.hasOwn(value, name)) fault(faults, `${at}/${name}`, "MISSING_REQUIRED_PARAMETER");
    for (const [name, inner] of Object.entries(value)) {
      const shape = Object.hasOwn(fields, name) ? fields[name] : undefined;
      if (shape) shape(inner, `${at}/${name}`, faults);
      else fault(faults, `${at}/${name}`, "NOT_SUPPORTED");
    }
  };
}

function fault(faults: Detail[], at: string, issue: string, value?: unknown): void {
  const shown =
    typeof value === "string" ? { value } : value === undefined ? {} : { value: JSON.stringify(value) };
  faults.push({ issue, field: at || "/", ...shown, location: "body" });
}
