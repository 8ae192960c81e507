/** A list or an object that travelled as text; any other text as it is. */
export function jsonOr(text: string): unknown {
  if (!/^[[{]/.test(text)) return text;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    // A text that only looks like one.
    return text;
  }
}
