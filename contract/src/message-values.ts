// No imports: the browser loads this function without the schema library.

/**
 * Prepares the values of a message for Lingui, which decodes `\u0041` in the finished text, including text written by
 * viewers: an escaped backslash stays one.
 */
export function literalValues(values: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      typeof value === "string" ? value.replaceAll("\\", "\\u005c") : value,
    ]),
  );
}
