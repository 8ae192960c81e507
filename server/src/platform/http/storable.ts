import { invalid } from "./errors.ts";

/** PostgreSQL's codes for a character that its encoding or its JSON does not have. */
const UNSTORABLE = new Set(["22021", "22P02", "22P05"]);

/**
 * Runs a handler. What PostgreSQL cannot store, U+0000 or half of a surrogate pair, is refused with the name of its field, unless
 * the handler refused it in words of its own.
 */
export async function refusingUnstorable<T>(
  { query, body }: { query: unknown; body: unknown },
  handle: () => Promise<T>,
): Promise<T> {
  try {
    return await handle();
  } catch (error) {
    const field = isUnstorable(error) ? (fieldOf(query, []) ?? fieldOf(body, [])) : null;
    if (field === null) throw error;
    throw invalid([{ field, message: "It holds a character that no text can have" }]);
  }
}

const isUnstorable = (error: unknown): boolean =>
  UNSTORABLE.has((error as { code?: string } | null)?.code ?? "");

function fieldOf(value: unknown, path: readonly string[]): string | null {
  if (typeof value === "string") return value.includes("\0") || !value.isWellFormed() ? path.join(".") : null;
  if (typeof value !== "object" || value === null) return null;
  for (const [name, part] of Object.entries(value)) {
    const field = fieldOf(part, [...path, name]) ?? fieldOf(name, path);
    if (field !== null) return field;
  }
  return null;
}
