/** Returns the fields of a recorded state as text: nested ones by their path, such as `title.en`. */
export function fieldsOf(value: unknown, path = ""): [name: string, value: string][] {
  if (value === null || value === undefined) return path === "" ? [] : [[path, "null"]];
  if (typeof value !== "object") return [[path, typeof value === "string" ? value : JSON.stringify(value)]];
  if (Array.isArray(value)) return [[path, value.map((one) => textOf(one)).join(", ")]];
  return Object.entries(value).flatMap(([name, inner]) =>
    fieldsOf(inner, path === "" ? name : `${path}.${name}`),
  );
}

function textOf(value: unknown): string {
  return typeof value === "string" ? value : JSON.stringify(value);
}
