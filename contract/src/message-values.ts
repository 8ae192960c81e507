// No imports: the browser takes this function as it is, without the schema library.

/**
 * Prepares the values of a message for Lingui, which decodes `\u0041` in the finished text, so also in what a viewer wrote:
 * an escaped backslash stays one.
 */
export function literalValues(values: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      typeof value === "string" ? value.replaceAll("\\", "\\u005c") : value,
    ]),
  );
}
