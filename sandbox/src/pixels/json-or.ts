/** Parses a list or an object that was sent as text; returns any other text unchanged. */
export function jsonOr(text: string): unknown {
  if (!/^[[{]/.test(text)) return text;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    // A text that only looks like JSON.
    return text;
  }
}
